import { expect, it } from 'vitest';
import { refuse } from '#src/kernel/result.ts';
import { refusal } from './envelope.ts';

it.each([
  ['en', 'Only 1,23,456 lots'],
  ['zh-Hans', '123,456'],
] as const)('a limit in a refusal is written as readers of %s group figures', (language, figure) => {
  const { msg, data } = refusal(language, refuse('lots_not_left', { field: 'lots', details: { left: 123_456 } }));
  expect(msg).toContain(figure);
  expect(data).toEqual({ reason: 'lots_not_left', field: 'lots', left: 123_456 });
});

it('an order’s refusal names the limit that it broke where it is known, and else says the same without figures', () => {
  const band = { low: '1170.00', high: '12430.05' };
  expect(refusal('en', refuse('price_out_of_band', { details: band })).msg).toBe(
    'The price must lie between ₹1,170.00 and ₹12,430.05 today',
  );
  expect(refusal('hi', refuse('tick_invalid', { details: { tick: '0.05' } })).msg).toContain('₹0.05');
  expect(refusal('en', refuse('tick_invalid')).msg).toBe('The price must be a multiple of the tick');
});
