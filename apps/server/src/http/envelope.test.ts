import { expect, it } from 'vitest';
import { refuse } from '../result.ts';
import { refusal } from './envelope.ts';

it.each([
  ['en', 'Only 1,23,456 lots'],
  ['zh-Hans', '123,456'],
] as const)('a limit in a refusal is written as readers of %s group figures', (language, figure) => {
  const { msg, data } = refusal(language, refuse('lots_not_left', { field: 'lots', details: { left: 123_456 } }));
  expect(msg).toContain(figure);
  expect(data).toEqual({ reason: 'lots_not_left', field: 'lots', left: 123_456 });
});
