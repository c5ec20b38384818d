import { describe, expect, it } from 'vitest';
import { asOfNow, sparkNow } from './live-quote.ts';

const quote = { price: '100.00', changeAmount: '2.00', changePercent: '2.04', prevClose: '98.00', at: 1000 };
const tick = { code: 'A', price: '96.53', changePercent: '-1.50', volume: 1, at: 2000, moved: -1 } as const;

describe('a quote as it stands now', () => {
  it('is what the list said until the first tick', () => {
    expect(asOfNow(quote, undefined)).toBe(quote);
  });

  it('follows the tick, counted from the previous close to the paisa', () => {
    expect(asOfNow(quote, tick)).toEqual({ price: '96.53', changeAmount: '-1.47', changePercent: '-1.50' });
  });

  it('is what the list said where one of both has no price', () => {
    expect(asOfNow(quote, { ...tick, price: '' })).toBe(quote);
    const first = { ...quote, prevClose: '' };
    expect(asOfNow(first, tick)).toBe(first);
  });

  it('does not go back to a tick older than the list', () => {
    expect(asOfNow(quote, { ...tick, at: 999 })).toBe(quote);
  });
});

describe('the line of the day', () => {
  it('ends at the price of now', () => {
    expect(sparkNow(['1.00', '2.00'], '3.00')).toEqual(['1.00', '3.00']);
  });

  it('stays the same array when nothing moved, so that nothing is drawn again', () => {
    const spark = ['1.00', '2.00'];
    expect(sparkNow(spark, '2.00')).toBe(spark);
    expect(sparkNow(undefined, '2.00')).toEqual([]);
  });
});
