/** Settlement: what came of orders, written with its entries of the ledger and with contract notes. */
export { type Arrival, goneOn, makeArrivals, type OrderAccounts, type PlacedOrder, waitingArrival } from './arrival.ts';
export { insertOrders } from './placed-order-store.ts';
export {
  CHANGE_OF_DAY_SQL,
  issueNotes,
  NOTE_LINE_COLUMNS,
  type NoteDay,
  noteTradeForTrade,
  sayLine,
} from './issue-notes.ts';
export { holdOfChange } from './margin-holder.ts';
export { toAsset, holdName, orderOfHold, tradeId } from './postings.ts';
export { settleBatch, writeSettled } from './settle-batch.ts';
export { settleDues } from './settle-dues.ts';
export { loadBefore, type Loaded, writeDues, writeOtherFills } from './settlement-store.ts';
