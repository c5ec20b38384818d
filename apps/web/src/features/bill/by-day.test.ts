import { expect, it } from 'vitest';
import { byDay, type BillLine } from './by-day.ts';

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
  expect(byDay(lines, false).map(({ marketDate, lines: of, total }) => [marketDate, of.length, total])).toEqual([
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
