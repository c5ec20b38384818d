import type { Data } from '@khara/contract';

export type Quarter = Data<'company'>['quarters'][number];

/** The key of a quarter's name by its last day: "2026-09-30" is `m09`. */
export const monthKey = (quarter: string) => `m${quarter.slice(5, 7)}` as 'm03' | 'm06' | 'm09' | 'm12';

/** Profit of the revenue, per cent with two places; undefined for a loss, or where nothing was sold. */
export function marginPercent({ profitAndLoss: { revenue, profit } }: Quarter): string | undefined {
  const [sold, kept] = [Number(revenue), Number(profit)];
  return sold > 0 && kept >= 0 ? ((kept / sold) * 100).toFixed(2) : undefined;
}

/** By how much one amount is above another, per cent; undefined where that is a loss or nothing. */
export const percentAbove = (amount: string, other: string): string | undefined =>
  Number(other) > 0 ? ((Number(amount) / Number(other) - 1) * 100).toFixed(2) : undefined;

/** A sum of amounts with two places, exact. */
export const addAmounts = (...amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);
