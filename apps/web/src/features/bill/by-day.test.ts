import { describe, expect, it } from 'vitest';
import { byDay, readEvents, type BillLine } from './by-day.ts';

const line = (id: string, marketDate: string, changedAmount: string): BillLine => ({
  id,
  marketDate,
  changedAmount,
  businessType: 'buy',
  currency: 'INR',
  before: '0.00',
  after: changedAmount,
  at: 0,
  remark: '',
  ref: id,
});
const lines = [
  line('4', '2026-11-25', '-94.85'),
  line('3', '2026-11-25', '-60258.00'),
  line('2', '2026-11-23', '0.10'),
];

it('groups lines by market day, newest first, each with what it changed', () => {
  expect(byDay(lines, false).map(({ marketDate, events, total }) => [marketDate, events.length, total])).toEqual([
    ['2026-11-25', 2, '-60352.85'],
    ['2026-11-23', 1, '0.10'],
  ]);
});

it('does not sum a day of which more may come', () => {
  expect(byDay(lines, true).map(({ total }) => total)).toEqual(['-60352.85', undefined]);
});

it('sums USDT to its six decimals', () => {
  const usdt = [{ ...line('1', '2026-11-25', '1.000001'), currency: 'USDT' as const }];
  expect(byDay(usdt, false)[0]?.total).toBe('1.000001');
});

it('of no lines makes no days', () => {
  expect(byDay([], false)).toEqual([]);
});

describe('the events of lines', () => {
  const buy = { ...line('7-2', '2026-11-25', '-480.65'), before: '1000.00', after: '519.35' };
  const charges = {
    ...line('7-4', '2026-11-25', '-5.91'),
    businessType: 'charges' as const,
    before: '519.35',
    after: '513.44',
  };

  it('have the charges of a trade with it, and what was owned before and after both', () => {
    const other = line('6-1', '2026-11-25', '1000.00');
    expect(readEvents([charges, buy, other])).toEqual([
      { line: buy, charges, before: '1000.00', after: '513.44' },
      { line: other, before: '0.00', after: '1000.00' },
    ]);
  });

  it('have charges that stand first in their entry with it, too', () => {
    const first = { ...charges, id: '7-1', before: '1000.00', after: '994.09' };
    const second = { ...buy, before: '994.09', after: '513.44' };
    expect(readEvents([second, first])).toEqual([{ line: second, charges: first, before: '1000.00', after: '513.44' }]);
  });

  it('have charges by themselves whose trade is not among the lines', () => {
    expect(readEvents([charges])).toEqual([{ line: charges, before: '519.35', after: '513.44' }]);
  });
});
