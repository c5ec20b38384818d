import { describe, expect, it } from 'vitest';
import { byProfit, sumPositions, type Position } from './totals.ts';

const position = (code: string, change: Partial<Position>): Position => ({
  id: code,
  code,
  name: code,
  product: 'delivery',
  direction: 'long',
  margin: '0.00',
  marginCall: null,
  adjusted: null,
  state: 'in_position',
  quantity: 10,
  sellableQuantity: 10,
  settledQuantity: 10,
  lockedQuantity: 0,
  lockedUntil: null,
  listsOn: null,
  cost: '900.00',
  buyingPrice: '90.00',
  marketPrice: '100.00',
  marketValue: '1000.00',
  totalProfit: '100.00',
  profitPercent: '11.11',
  todayProfit: '20.00',
  buyTime: 0,
  buyMarketTime: '2026-11-25T10:41:08+05:30',
  sellQuantity: 0,
  sellingPrice: null,
  sellTime: null,
  closedOn: null,
  fee: '1.25',
  profitAmount: '0.00',
  ...change,
});

const two = [
  position('A', {}),
  position('B', { totalProfit: '-50.00', marketValue: '850.00', marketPrice: '85.00', todayProfit: '-5.00' }),
];

describe('all positions together', () => {
  it('are the sum of their rows', () => {
    expect(sumPositions(two, () => undefined)).toEqual({
      invested: '1800.00',
      value: '1850.00',
      profit: '50.00',
      profitPercent: '2.78',
      today: '15.00',
      todayPercent: '0.82',
      fees: '2.50',
      margin: '0.00',
    });
  });

  it('move with every live price', () => {
    const live = sumPositions(two, (code) => (code === 'A' ? '101.05' : undefined));
    expect(live).toMatchObject({ value: '1860.50', profit: '60.50', today: '25.50' });
  });

  it('gain with a falling price where shares were sold first', () => {
    const short = position('A', { direction: 'short', margin: '200.00' });
    expect(sumPositions([short], () => '99.00')).toMatchObject({ value: '990.00', profit: '110.00', margin: '200.00' });
  });

  it('are nothing when nothing is held', () => {
    expect(sumPositions([], () => undefined)).toMatchObject({
      invested: '0.00',
      profit: '0.00',
      profitPercent: '0.00',
    });
  });
});

it('the largest profit stands first, the largest loss last', () => {
  expect(byProfit([...two, position('C', { totalProfit: '100.00' })]).map(({ code }) => code)).toEqual(['A', 'C', 'B']);
});
