import { describe, expect, it } from 'vitest';
import { liveResult } from './live-result.ts';

const held = {
  quantity: 40,
  marketPrice: '1562.40',
  marketValue: '62496.00',
  totalProfit: '2568.00',
  profitPercent: '4.29',
};

describe('a position at a live price', () => {
  it('is what the server said until the price moves', () => {
    expect(liveResult(held, undefined)).toBe(held);
    expect(liveResult(held, '1562.40')).toBe(held);
  });

  it('moves by quantity times the change, to the paisa', () => {
    expect(liveResult(held, '1563.45')).toEqual({
      marketValue: '62538.00',
      totalProfit: '2610.00',
      profitPercent: '4.36',
    });
  });

  it('turns into a loss below the cost', () => {
    expect(liveResult(held, '1498.00')).toMatchObject({ totalProfit: '-8.00', profitPercent: '-0.01' });
  });

  it('of shares that cost nothing has no per cent', () => {
    const free = { quantity: 5, marketPrice: '277.60', marketValue: '1388.00', totalProfit: '1388.00' };
    for (const price of ['277.60', '280.50'])
      expect(liveResult({ ...free, profitPercent: '0.00' }, price).profitPercent).toBeUndefined();
  });

  it('of shares sold first gains when the price falls', () => {
    const short = { ...held, direction: 'short', totalProfit: '100.00' } as const;
    expect(liveResult(short, '1560.40')).toEqual({
      marketValue: '62416.00',
      totalProfit: '180.00',
      profitPercent: '0.29',
    });
  });
});
