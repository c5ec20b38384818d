import { max, mulDiv } from '@khara/money';
import { type Order, type Side } from './order.ts';
import type { Position } from './position.ts';
import { restingShares } from './position-limit.ts';

/**
 * Money of the day's sales that buys nothing before the next trading day (docs/sources.md M1), by the positions that
 * traded on the day: the value of shares that had not settled, and what trades within the day gained together.
 */
export function unusableSaleMoney(positions: readonly Position[], isTradeForTrade: (code: string) => boolean): bigint {
  let [waiting, gained] = [0n, 0n];
  for (const position of positions) {
    if (position.product === 'intraday') {
      const { soldPaise, boughtPaise, adjustedPaise, quantity, costPaise } = position;
      gained += soldPaise - boughtPaise + adjustedPaise + (quantity < 0 ? -costPaise : costPaise);
      continue;
    }
    const {
      dayBoughtQuantity: bought,
      dayBoughtPaise,
      daySoldQuantity: sold,
      daySoldPaise,
      daySoldUnsettled,
    } = position;
    const paired = isTradeForTrade(position.code) ? 0 : Math.min(bought, sold);
    waiting += partOf(daySoldPaise, Math.max(0, daySoldUnsettled - paired), sold);
    gained += partOf(daySoldPaise, paired, sold) - partOf(dayBoughtPaise, paired, bought);
  }
  return waiting + max(0n, gained);
}

/**
 * The most that an order may add to that beside what a sale brings in, whatever it is filled at. Shares that are bought
 * pair with some that were sold, and shares that are sold may wait with them: each at an average of the day, which
 * orders between make no worse.
 */
export function mostMoreUnusable(position: Position, side: Side, quantity: number): bigint {
  const { daySoldQuantity: sold, daySoldPaise, dayBoughtQuantity: bought, dayBoughtPaise } = position;
  if (sold === 0) return 0n;
  const most = (amount: bigint, whole: number) =>
    quantity < whole ? mulDiv(amount, BigInt(quantity), BigInt(whole), 'ceil') : amount;
  return most(daySoldPaise, sold) + (side === 'buy' ? most(dayBoughtPaise, bought) : 0n) + ROUNDINGS;
}

/** Three parts are rounded, before and after. */
const ROUNDINGS = 3n;

/** The part of an amount that belongs to shares of a whole, half up. The last of them take everything. */
const partOf = (amount: bigint, shares: number, whole: number): bigint =>
  shares === whole ? amount : mulDiv(amount, BigInt(shares), BigInt(whole), 'half_up');

/**
 * Shares of this side that would open an intraday position and not close one. `held` is below zero for a short one; the
 * account's other open orders come first at what it has.
 */
export function openingQuantity(
  held: number,
  others: readonly Pick<Order, 'side' | 'quantity' | 'filled'>[],
  side: Side,
  quantity: number,
): number {
  const before = restingShares(others, side);
  return Math.max(0, quantity - Math.max(0, (side === 'sell' ? held : -held) - before));
}
