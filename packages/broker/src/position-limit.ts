import type { Order, Side } from './order.ts';

/** Per cent of a share's mean daily turnover that an account's intraday position in it may have. */
export const POSITION_PERCENT = 10;

/**
 * Shares that an account's intraday position may have on a day, its open orders of one side included: what a
 * day can close. No margin pays for a position that no price closes.
 */
export const mostOpen = (
  { meanTurnoverPaise }: { readonly meanTurnoverPaise: bigint },
  previousClose: number,
): number => Number((meanTurnoverPaise * BigInt(POSITION_PERCENT)) / 100n / BigInt(previousClose));

/**
 * Shares of an intraday position on the side of an order, with what the account's other open orders of that side may
 * add. `held` is below zero for a short one; so is the answer while all of these close it.
 */
export const exposedShares = (
  held: number,
  others: readonly Pick<Order, 'side' | 'quantity' | 'filled'>[],
  side: Side,
): number => (side === 'buy' ? held : -held) + restingShares(others, side);

/** Shares that open orders of a side may still trade. */
export const restingShares = (others: readonly Pick<Order, 'side' | 'quantity' | 'filled'>[], side: Side): number =>
  others.reduce((sum, order) => (order.side === side ? sum + order.quantity - order.filled : sum), 0);
