/* Words and limits of orders, without the schemas: what has no wire takes these alone. */

export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['market', 'limit', 'sl', 'sl_m'] as const;
export const PRODUCTS = ['delivery', 'intraday'] as const;
export const VALIDITIES = ['day', 'ioc'] as const;
export const ORDER_STATES = [
  'pending',
  'open',
  'trigger_pending',
  'complete',
  'cancelled',
  'rejected',
  'expired',
] as const;
/** The states in which an order can still fill. */
export const OPEN_STATES = [
  'pending',
  'open',
  'trigger_pending',
] as const satisfies readonly (typeof ORDER_STATES)[number][];
/**
 * Why an order ended before it was filled, as `reason` of an order says. A rejected one names a refusal.
 * `minutes_over`: the market minutes for which it was valid. `square_off`: an intraday order, before the
 * system closes intraday positions. `margin_square_off`: one in a share whose position the system closes,
 * since a loss has taken four fifths of its margin. `money_returned`: a bank took back the recharge that paid
 * for it. `not_in_auction`: stops and orders that hide a part, when an auction begins. `auction_end`: what
 * the closing auction left. `out_of_band`: the band moved away from it. `suspended`: trading in the share was
 * suspended within the day.
 */
export const ORDER_END_REASONS = [
  'cancelled_by_member',
  'ioc_remainder',
  'self_trade',
  'day_end',
  'square_off',
  'margin_square_off',
  'corporate_action',
  'minutes_over',
  'money_returned',
  'not_in_auction',
  'auction_end',
  'out_of_band',
  'suspended',
] as const;
export type OrderEndReason = (typeof ORDER_END_REASONS)[number];
export const POSITION_STATES = ['in_position', 'historical', 'expired'] as const;

/**
 * What a step of an order's history says; `text` says it in the reader's language. `accepted`: saved, before
 * it was acknowledged. `waits_for_open`: an after-market order until the next pre-open. `opened`: the
 * exchange took it, and `book` is what it found there. `trigger_pending`, `triggered`: a stop. `filled`: one
 * trade, `tradeNo`. `modified`, `modify_refused`, `cancel_refused`: a change. `became_limit`: what an auction
 * left of a market order. `not_delivered`: shares that a seller did not deliver, of a purchase or of a sale before they
 * arrived. `bought_in`, `closed_out`: what such a sale cost in the auction or without it; of a purchase that was closed
 * out, the money that came instead. The rest end it.
 */
export const ORDER_STEPS = [
  'accepted',
  'waits_for_open',
  'opened',
  'trigger_pending',
  'triggered',
  'filled',
  'modified',
  'modify_refused',
  'cancel_refused',
  'became_limit',
  'cancelled',
  'expired',
  'rejected',
  'not_delivered',
  'bought_in',
  'closed_out',
] as const;
/** What a member can set that sends orders later, or together. */
export const SENT_BY = ['trigger', 'basket', 'regular'] as const;
/** Where a fill happened. */
export const FILL_PHASES = ['continuous', 'opening_auction', 'closing_auction', 'post_close'] as const;
/** The most changes of one order. */
export const MAX_MODIFICATIONS = 25;

/** The most shares of one order: keeps a slip of the finger from being the whole company. */
export const MAX_ORDER_QUANTITY = 100_000;

/** The most minutes of an order: those of a day's continuous trading. */
export const MAX_VALID_MINUTES = 375;
