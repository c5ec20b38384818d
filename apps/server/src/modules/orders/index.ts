/** Orders: placing, cancelling, settlement of what the exchange made of them, positions. docs/decisions/0006-positions-by-average-cost.md. */
export { addAllottedShares } from './allotted-shares.ts';
export { handlers } from './handlers.ts';
export {
  appliedCommands,
  createSettlementPort,
  resubmitForgotten,
  unappliedCommands,
} from './order-settlement-port.ts';
export { newestOrderMessage, orderMessages, type OrderMessage } from './order-messages.ts';
export { squareOffRest } from './day-moments.ts';
export { journalOffer } from './moments-store.ts';
export { lockInOf, lotSalesOf, type LotSale } from './lots.ts';
export { saleMoneyKept, type SaleMoneyKept } from './funds.ts';
export { costAfterFills } from './position.ts';
export { createPortfolio } from './portfolio.ts';
export { settleBatch } from './settle-batch.ts';
export { settleDay } from './settle-day.ts';
export { suspendShare, whyNotSuspended } from './suspend-share.ts';
