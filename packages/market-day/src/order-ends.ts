import type { SessionCancelReason } from '@khara/exchange';
import type { SystemEndReason } from './commands.ts';

/**
 * How an order ended that the exchange took out of the book: its state, and the reason that its
 * owner reads. The one table from the exchange's words to those of orders; the contract lists the
 * reasons as they travel (ORDER_END_REASONS).
 */
export const ORDER_ENDS = {
  by_member: { state: 'cancelled', reason: 'cancelled_by_member' },
  ioc: { state: 'cancelled', reason: 'ioc_remainder' },
  self_trade: { state: 'cancelled', reason: 'self_trade' },
  day_end: { state: 'expired', reason: 'day_end' },
  not_in_auction: { state: 'cancelled', reason: 'not_in_auction' },
  auction_end: { state: 'expired', reason: 'auction_end' },
  out_of_band: { state: 'cancelled', reason: 'out_of_band' },
  suspended: { state: 'cancelled', reason: 'suspended' },
} as const satisfies Record<SessionCancelReason, { readonly state: 'cancelled' | 'expired'; readonly reason: string }>;

/** Why an order ended that the exchange had taken: by the table, or by the system. */
export type EndReason = (typeof ORDER_ENDS)[SessionCancelReason]['reason'] | SystemEndReason;
