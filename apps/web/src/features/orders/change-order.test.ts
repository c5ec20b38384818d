import { describe, expect, it } from 'vitest';
import { canChangeTrigger, placeAfter } from './change-order.ts';

const before = { quantity: 40, price: 156_240n, trigger: undefined, shown: 10 };

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
  ] as const)('after %s', (_, change, place) => {
    expect(placeAfter({ state: 'open' }, before, { ...before, ...change })).toBe(place);
  });

  it('is nowhere for a stop that has not triggered: it stands in no queue yet', () => {
    const stop = { ...before, trigger: 157_000n };
    expect(placeAfter({ state: 'trigger_pending' }, stop, { ...stop, trigger: 157_100n })).toBe('waits');
    expect(placeAfter({ state: 'trigger_pending' }, stop, stop)).toBe('none');
    expect(canChangeTrigger({ state: 'trigger_pending' })).toBe(true);
    expect(canChangeTrigger({ state: 'open' })).toBe(false);
  });
});
