/**
 * The published order of checks: the first that fails is the answer, and `preview` warns of all of them.
 * Money and shares come after them, since only the ledger knows. docs/order-checks.md explains each.
 */
export const ORDER_CHECKS = [
  'unknown_code',
  'not_listed_yet',
  'not_tradable',
  'quantity_invalid',
  'quantity_above_maximum',
  'product_not_allowed',
  'mis_cutoff_passed',
  'market_paused',
  'market_halted',
  'market_closed',
  'phase_not_accepting',
  'limit_not_allowed_in_phase',
  'market_not_allowed_in_phase',
  'stop_loss_not_allowed_in_phase',
  'ioc_not_allowed_in_phase',
  'disclosed_qty_not_allowed_in_phase',
  'price_required',
  'trigger_required',
  'trigger_not_available',
  'tick_invalid',
  'price_out_of_band',
  'price_beyond_protection',
  'trigger_wrong_side_of_ltp',
  'trigger_price_relation',
  'disclosed_qty_invalid',
] as const;
/**
 * A limit that the member set stops the order (decision 27), in their order; after these checks, before money. What
 * only reduces a position passes those of the member's own, and not those for an assistant.
 */
export const OWN_LIMIT_REFUSALS = [
  'own_limit_pause',
  'own_limit_no_intraday',
  'own_limit_largest_order',
  'own_limit_day_orders',
  'own_limit_day_loss',
  'assistant_day_orders',
  'assistant_day_sum',
] as const;
export type OwnLimitRefusal = (typeof OWN_LIMIT_REFUSALS)[number];
/**
 * Losses that the platform bears: of a market date over their limit; those of positions that are larger than a day can
 * close; and of the member who owes them (decision 9).
 */
export const LOSS_REFUSALS = ['intraday_paused', 'position_above_turnover', 'debt_open'] as const;
/** Of a change, in their order. */
export const MODIFY_CHECKS = [
  'unknown_order',
  'order_not_open',
  'nothing_to_modify',
  'too_many_modifications',
  'quantity_below_filled',
  'disclosed_quantity_not_available',
  'market_order_frozen',
  ...ORDER_CHECKS.slice(1),
] as const;
