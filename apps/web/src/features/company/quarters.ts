import type { Data } from '@khara/contract';

export type Quarter = Data<'company'>['quarters'][number];

/** What was sold and earned in a quarter, or in the four that end with it. */
export type Earned = Pick<Quarter, 'quarter'> & {
  readonly profitAndLoss: Pick<Quarter['profitAndLoss'], 'revenue' | 'profit'>;
};

/** The key of a quarter's name by its last day: "2026-09-30" is `m09`. */
export const monthKey = (quarter: string) => `m${quarter.slice(5, 7)}` as 'm03' | 'm06' | 'm09' | 'm12';

/** Profit of the revenue, per cent with two places; undefined for a loss, or where nothing was sold. */
export function marginPercent({ profitAndLoss: { revenue, profit } }: Earned): string | undefined {
  const [sold, kept] = [Number(revenue), Number(profit)];
  return sold > 0 && kept >= 0 ? ((kept / sold) * 100).toFixed(2) : undefined;
}

/** By how much one amount is above another, per cent; undefined where that is a loss or nothing. */
export const percentAbove = (amount: string, other: string): string | undefined =>
  Number(other) > 0 ? ((Number(amount) / Number(other) - 1) * 100).toFixed(2) : undefined;

/** A sum of amounts with two places, exact. */
export const addAmounts = (...amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);

/** The first less the second, both with two places, exact. */
export const subtractAmounts = (amount: string, other: string): string =>
  ((Math.round(Number(amount) * 100) - Math.round(Number(other) * 100)) / 100).toFixed(2);

/** Quarters of a year. */
export const YEAR = 4;

/** Sums of each four quarters, the newest year first; what is left over at the beginning makes none. */
export const yearsOf = (quarters: readonly Quarter[]): readonly Earned[] =>
  Array.from({ length: Math.floor(quarters.length / YEAR) }, (_, back) => {
    const four = quarters.slice(quarters.length - YEAR * (back + 1), quarters.length - YEAR * back);
    const sum = (name: 'revenue' | 'profit'): string =>
      addAmounts(...four.map(({ profitAndLoss }) => profitAndLoss[name]));
    return { quarter: four.at(-1)!.quarter, profitAndLoss: { revenue: sum('revenue'), profit: sum('profit') } };
  });
