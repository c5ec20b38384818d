import { describe, expect, it } from 'vitest';
import type { Quote } from './quote.ts';
import { nextSort, sortQuotes } from './sort-quotes.ts';

const quote = (code: string, price: string, changePercent: string, tradable = true): Quote => ({
  code,
  name: code,
  exchange: 'NSE',
  price,
  changeAmount: '0.00',
  changePercent,
  open: null,
  high: null,
  low: null,
  prevClose: price,
  volume: 0,
  value: '0.00',
  marketCap: '1.00',
  pe: null,
  collected: false,
  tradable,
  at: 0,
});

const list = [
  quote('THEWA', '3894.30', '2.32'),
  quote('AAMRAI', '408.15', '-1.20'),
  quote('JYOTIPATH', '9275.40', '9.00', false),
  quote('BIDRI', '15906.00', '1.09'),
];
const codes = (quotes: readonly Quote[]): string[] => quotes.map((each) => each.code);

describe('sorting the market list', () => {
  it('leaves the list as the server ordered it until a column is chosen', () => {
    expect(sortQuotes(list, undefined)).toBe(list);
  });

  it('compares prices as numbers, not as text', () => {
    expect(codes(sortQuotes(list, { column: 'price', descending: true }))).toEqual([
      'BIDRI',
      'THEWA',
      'AAMRAI',
      'JYOTIPATH',
    ]);
  });

  it('sorts by change with falls below rises', () => {
    expect(codes(sortQuotes(list, { column: 'change', descending: true }))[2]).toBe('AAMRAI');
    expect(codes(sortQuotes(list, { column: 'change', descending: false }))[0]).toBe('AAMRAI');
  });

  it('keeps suspended shares at the end whichever way it turns', () => {
    for (const descending of [true, false])
      expect(codes(sortQuotes(list, { column: 'change', descending })).at(-1)).toBe('JYOTIPATH');
  });
});

describe('tapping a column', () => {
  it('shows names from A, then from Z, then the own order again', () => {
    const first = nextSort(undefined, 'name');
    expect(first).toEqual({ column: 'name', descending: false });
    const second = nextSort(first, 'name');
    expect(second).toEqual({ column: 'name', descending: true });
    expect(nextSort(second, 'name')).toBeUndefined();
  });

  it('shows the highest number first, and another column starts afresh', () => {
    expect(nextSort({ column: 'name', descending: false }, 'price')).toEqual({ column: 'price', descending: true });
  });
});
