import { describe, expect, it } from 'vitest';
import { placeBetween, widened } from './figures.ts';

describe('where a price stands in a range', () => {
  it('is a share of the way from low to high', () => {
    expect(placeBetween('1562.40', '1544.20', '1563.90')).toBe(92.38);
  });
  it('never leaves the range', () => {
    expect(placeBetween('99.00', '100.00', '110.00')).toBe(0);
    expect(placeBetween('111.00', '100.00', '110.00')).toBe(100);
  });
  it('is nowhere while there is no range', () => {
    expect(placeBetween('100.00', null, null)).toBeUndefined();
    expect(placeBetween('100.00', '100.00', '100.00')).toBeUndefined();
  });
});

it('a live price outside the day’s range widens it', () => {
  const range = { low: '100.00', high: '110.00' };
  expect(widened(range, '99.95')).toEqual({ low: '99.95', high: '110.00' });
  expect(widened(range, '110.05')).toEqual({ low: '100.00', high: '110.05' });
  expect(widened({ low: null, high: null }, '105.00')).toEqual({ low: null, high: null });
});
