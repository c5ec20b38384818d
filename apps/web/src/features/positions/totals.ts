import { paise, percent, rupees } from '@khara/money';
import type { Data } from '@khara/contract';

export type Position = Data<'positions'>['list'][number];

export type Totals = {
  readonly invested: string;
  readonly value: string;
  readonly profit: string;
  readonly profitPercent: string;
  readonly today: string;
  readonly todayPercent: string;
  /** Charges paid for what is held. */
  readonly fees: string;
  /** Kept as margin. */
  readonly margin: string;
};

const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, amount) => total + (paise(amount) ?? 0n), 0n);

/** All positions together at the prices of now, so that the head of the page and its rows never disagree. */
export function sumPositions(positions: readonly Position[], priceOf: (code: string) => string | undefined): Totals {
  let moved = 0n; // of the market value
  let gained = 0n; // of the profit: what was sold first gains when the price falls
  let base = 0n; // what the profit is counted in per cent of
  for (const { code, quantity, marketPrice, marketValue, totalProfit, direction } of positions) {
    const now = paise(priceOf(code) ?? marketPrice);
    const before = paise(marketPrice);
    const [value, profit] = [paise(marketValue) ?? 0n, paise(totalProfit) ?? 0n];
    base += direction === 'short' ? value + profit : value - profit;
    if (now === undefined || before === undefined) continue;
    const step = BigInt(quantity) * (now - before);
    moved += step;
    gained += direction === 'short' ? -step : step;
  }
  const value = sum(positions.map((position) => position.marketValue)) + moved;
  const profit = sum(positions.map((position) => position.totalProfit)) + gained;
  const today = sum(positions.map((position) => position.todayProfit)) + gained;
  return {
    invested: rupees(sum(positions.map((position) => position.cost))),
    value: rupees(value),
    profit: rupees(profit),
    profitPercent: percent(profit, base),
    today: rupees(today),
    todayPercent: percent(today, base + profit - today),
    margin: rupees(sum(positions.map((position) => position.margin))),
    fees: rupees(sum(positions.map((position) => position.fee))),
  };
}

/** The average price at which a position was opened: bought, or sold first. */
export const openedAt = ({ direction, buyingPrice, sellingPrice }: Position): string =>
  direction === 'short' ? (sellingPrice ?? buyingPrice) : buyingPrice;

/** The largest profit first; equal ones by code. */
export const byProfit = (positions: readonly Position[]): readonly Position[] =>
  positions.toSorted((a, b) => {
    const difference = (paise(b.totalProfit) ?? 0n) - (paise(a.totalProfit) ?? 0n);
    return difference > 0n ? 1 : difference < 0n ? -1 : a.code < b.code ? -1 : 1;
  });
