import { mulDiv, paise, percent, rupees } from '@khara/money';

/** Amounts as parts of a whole, for the ring and its legend. Money comes as the wire's decimal text and stays exact. */

/**
 * Each amount's share of their sum in tenths of a per cent. They add up to exactly 1000: what rounding leaves
 * goes to the largest remainders, so that a legend never adds up to 99.9. All zero when there is nothing to
 * share.
 */
export function toTenths(amounts: readonly bigint[]): readonly number[] {
  const parts = amounts.map((amount) => (amount > 0n ? amount : 0n));
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole === 0n) return parts.map(() => 0);
  const floors = parts.map((part) => mulDiv(part, 1000n, whole, 'floor'));
  const missing = Number(1000n - floors.reduce((sum, part) => sum + part, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (part * 1000n) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return floors.map((floor, index) => Number(floor) + (raised.has(index) ? 1 : 0));
}

/** "62.8%" from 628. */
export const showTenths = (tenths: number): string => `${Math.trunc(tenths / 10)}.${tenths % 10}%`;

/** Today's profit in per cent of what was owned before it; undefined for figures that are no amounts. */
export function todayPercent(totalAssets: string, todayProfit: string): string | undefined {
  const total = paise(totalAssets);
  const profit = paise(todayProfit);
  return total === undefined || profit === undefined ? undefined : percent(profit, total - profit);
}

/** Sum of amounts in rupees; an amount that cannot be read counts as nothing. */
export const sumRupees = (amounts: readonly string[]): string =>
  rupees(amounts.reduce((sum, amount) => sum + (paise(amount) ?? 0n), 0n));
