import { describe, expect, it } from 'vitest';
import { placeAfter, typeNow, type OrderTerms } from './change-order.ts';

const before: OrderTerms = {
  type: 'limit',
  validity: 'day',
  quantity: 40,
  price: 156_240n,
  trigger: undefined,
  shown: 10,
};

describe('the place in the queue after a change', () => {
  it.each([
    ['nothing', {}, 'none'],
    ['a smaller quantity', { quantity: 39 }, 'keeps'],
    ['a larger quantity', { quantity: 41 }, 'loses'],
    ['another price', { price: 156_250n }, 'loses'],
    ['another price and a smaller quantity', { quantity: 10, price: 156_230n }, 'loses'],
    ['less shown at a time', { shown: 5 }, 'keeps'],
    ['a smaller quantity, less of it shown', { quantity: 30, shown: 4 }, 'keeps'],
    ['more shown at a time', { shown: 20 }, 'loses'],
    ['all of it shown', { shown: undefined }, 'loses'],
    ['a smaller quantity, more of it shown', { quantity: 30, shown: 20 }, 'loses'],
    ['a quantity that is none', { quantity: undefined }, 'loses'],
    ['the market', { type: 'market', price: undefined }, 'market'],
    ['a stop', { type: 'sl', trigger: 157_000n }, 'waits'],
    ['what is good at once only', { validity: 'ioc' }, 'atOnce'],
  ] as const)('after %s', (_, change, place) => {
    expect(placeAfter(before, { ...before, ...change })).toBe(place);
  });

  it('is nowhere for a stop that has not triggered: it stands in no queue yet', () => {
    const stop: OrderTerms = { ...before, type: 'sl', trigger: 157_000n };
    expect(placeAfter(stop, { ...stop, trigger: 157_100n })).toBe('waits');
    expect(placeAfter(stop, stop)).toBe('none');
    expect(placeAfter(stop, { ...stop, type: 'limit', trigger: undefined })).toBe('loses');
    expect(typeNow({ type: 'sl', state: 'trigger_pending' })).toBe('sl');
    expect(typeNow({ type: 'sl', state: 'open' })).toBe('limit');
  });
});
