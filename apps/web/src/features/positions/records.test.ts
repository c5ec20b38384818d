import { describe, expect, it } from 'vitest';
import { byMonth } from './records.ts';
import type { Position } from './totals.ts';

const closed = (id: string, closedOn: string, profitAmount: string): Position => ({
  id,
  code: id,
  name: id,
  product: 'delivery',
  direction: 'long',
  margin: '0.00',
  marginCall: null,
  adjusted: null,
  state: 'historical',
  quantity: 0,
  sellableQuantity: 0,
  settledQuantity: 0,
  lockedQuantity: 0,
  lockedUntil: null,
  listsOn: null,
  cost: '0.00',
  buyingPrice: '100.00',
  marketPrice: '100.00',
  marketValue: '0.00',
  totalProfit: '0.00',
  profitPercent: '0.00',
  todayProfit: '0.00',
  buyTime: 0,
  buyMarketTime: '2026-11-25T10:41:08+05:30',
  sellQuantity: 50,
  sellingPrice: '101.00',
  sellTime: 0,
  closedOn,
  fee: '10.00',
  profitAmount,
});

describe('closed positions', () => {
  it('stand under the market’s month in which they were closed, with its sum', () => {
    const months = byMonth([
      closed('C', '2026-11-25', '291.56'),
      closed('B', '2026-11-02', '-300.00'),
      closed('A', '2026-10-30', '-0.01'),
    ]);
    expect(months.map(({ positions, realised }) => [positions.map(({ id }) => id).join(), realised])).toEqual([
      ['C,B', '-8.44'],
      ['A', '-0.01'],
    ]);
    expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-10']);
  });
});
