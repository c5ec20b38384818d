/**
 * Orders: placing, cancelling, settlement of what the exchange made of them, positions.
 * docs/decisions/0010-charges-and-lots-follow-the-contract-note.md.
 */
export { wordOrders, writeNotices } from './announce.ts';
export { earlierRefused, keepRefused, purgeRefused, wordRefusedOrders } from './refused/refused-orders.ts';
export { addAllottedShares } from './portfolio/allotted-shares.ts';
export { createOrderHandlers, createPlacing } from './handlers.ts';
export { OrderRuns } from './baskets/order-runs.ts';
export { makeNotices } from './make-notices.ts';
export { orderHash } from './placing/order-hash.ts';
export { NOTE_TAGS_SQL } from './notes/note-store.ts';
export { isLimited } from './own-limits/carry-limits.ts';
export { OWN_LIMITS } from './own-limits/limits-store.ts';
export { stoppedPurchase, withinLimits } from './own-limits/stopped.ts';
export { isOpenState, OPEN_STATES_SQL } from './order.ts';
export { orderById } from './store.ts';
export { OrderDesk } from './placing/order-desk.ts';
export { answerOrder, RemoteDesk } from './placing/remote-desk.ts';
export { restingOrders } from './placing/resting-orders.ts';
export {
  appliedCommands,
  appliedRows,
  commandsToPlay,
  createSettlementPort,
  journalledElsewhere,
  resubmitForgotten,
  unappliedRows,
} from './order-settlement-port.ts';
export { memberFills } from './journal/member-fills.ts';
export { newestOrderMessage, orderMessages } from './journal/order-messages.ts';
export { watchCircuits } from './share-notices/circuit-notices.ts';
export { squareOffRest } from './scheduled/order-commands.ts';
export { journalOffer, strangeWaiting } from './scheduled/scheduled-store.ts';
export { isOwnApplied, isOwnJournalled } from './journal/signed-commands.ts';
export { lockInOf, lotSalesOf, makeLots } from './portfolio/lots.ts';
export { saleMoneyKept } from './portfolio/funds.ts';
export { afterChanges } from './portfolio/position.ts';
export { adjustmentOf } from './corporate-actions/adjustment.ts';
export { createPortfolio, totalsOf } from './portfolio/portfolio.ts';
export { remarksOfOrders } from './portfolio/remarks.ts';
export {
  CHANGE_OF_DAY_SQL,
  NOTE_LINE_COLUMNS,
  noteOf,
  type ChangeOfDay,
  type OrderOfDay,
} from './settlement/issue-notes.ts';
export { settleBatch } from './settlement/settle-batch.ts';
export { settleDay } from './settlement/settle-day.ts';
export { questionOf as deliveryQuestion, tradeDatesOf } from './short-delivery/short-delivery.ts';
export { FiredTriggers, withWaiting } from './triggers/fired-triggers.ts';
export { BASKETS } from './baskets/basket-store.ts';
export { REGULAR_PURCHASES } from './baskets/regular-store.ts';
export { ORDER_RUNS } from './baskets/run-store.ts';
export { ORDER_NOTES } from './notes/note-store.ts';
export { REFUSED_ORDERS } from './refused/refused-store.ts';
export { TRIGGERS } from './triggers/trigger-store.ts';
export { tendTriggers } from './triggers/end-triggers.ts';
export { termsHash } from './triggers/price-trigger.ts';
export { suspendShare, whyNotSuspended } from './journal/suspend-share.ts';
