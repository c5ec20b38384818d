/**
 * Orders: what an order is, its rows and its place in the journal, how its owner reads it, and the notices of it.
 * docs/decisions/0010-charges-and-lots-follow-the-contract-note.md.
 */
export {
  announceOrders,
  announcePositions,
  announceSettled,
  type Changed,
  type OrderChanged,
  sendNotices,
  type Settled,
  type WordedOrder,
  wordOrder,
  wordOrders,
  writeNotices,
} from './announce.ts';
export { describeAuthority } from './present-order.ts';
export { handlers } from './handlers.ts';
export {
  appliedCommands,
  appliedRows,
  commandsToPlay,
  journalledElsewhere,
  resubmitForgotten,
  unappliedCommands,
  unappliedRows,
} from './journal/command-store.ts';
export { KIND_COLUMNS, PLACED_COMMAND } from './journal/journal.ts';
export { memberFills } from './member-fill-store.ts';
export { forgetNews, isNewsHeard, journalNews, journalOffer } from './journal/news-store.ts';
export { journalEnds, ordersAtExchange, ordersNotPlaced, readAccountKey } from './journal/order-end-store.ts';
export { newestOrderMessage, orderMessages } from './journal/order-message-store.ts';
export {
  readCommands,
  isOwnApplied,
  isOwnJournalled,
  isOwnWaiting,
  macOfOrder,
  type PlacedRow,
  signCommands,
  signKnown,
  strangeCommands,
} from './journal/signed-commands.ts';
export { suspendShare, whyNotSuspended } from './journal/suspend-share.ts';
export { makeNotices } from './make-notices.ts';
export { NOTE_TAGS_SQL, ORDER_NOTES } from './note-store.ts';
export { endNotices, batchNotices } from './notices.ts';
export {
  asFirstAnswered,
  isOwnRequestId,
  nameOfRequestSql,
  OPEN_STATES_SQL,
  ownRequestId,
  FIXED_TERMS,
  pickTerms,
  readSentOrder,
  SENT_ORDER,
  type SentOrder,
  type SentOrderJson,
  TERM_COLUMNS,
} from './order.ts';
export { costsAsDayBegan, type LeftOver, listLeftOver } from './left-over-store.ts';
export {
  issuerName,
  presentCharges,
  presentOrderWithFills,
  presentPosition,
  presentTerms,
  profitToday,
  type Reader,
  receivedShares,
  sellableShares,
} from './present-order.ts';
export { findRefusedRequest, forgetRefused, insertRefused, REFUSED_ORDERS, refusedById } from './refused-store.ts';
export {
  asJson,
  DP_COLUMNS,
  DUE_COLUMNS,
  type FillRow,
  fillRow,
  toFill,
  firstAnswerJson,
  CHANGING_COLUMNS,
  CHANGING_TERMS,
  ORDER_COLUMNS,
  orderChange,
  toOrder,
  type OrderRow,
  toPositionView,
  type PositionViewRow,
  timelineRow,
} from './rows.ts';
export {
  boughtOverSold,
  closedShares,
  dpOfDay,
  fillsAtOnce,
  fillsOfOrder,
  fillsOfTrades,
  findOrder,
  orderById,
} from './store.ts';
export {
  deliveredLines,
  type LineSaid,
  type MovedShares,
  type NotedShort,
  type NoteSaid,
  notesOf,
  ownFills,
  ownOf,
  readDues,
  SIGNED_CHANGES,
  SIGNED_DPS,
  SIGNED_DUES,
  SIGNED_FILLS,
  SIGNED_NOTE_LINES,
  SIGNED_NOTES,
  SIGNED_POSITIONS,
  SIGNED_SHORTS,
  signedBy,
  strangeFills,
  strangeRows,
  withLines,
} from './signed-row-store.ts';
export {
  changePositions,
  ownPositions,
  type CountedPosition,
  type PositionOfDay,
  readDelivery,
  readPositionsOfDay,
  type SignedPosition,
  takePositionNumbers,
  writePositions,
  type WrittenPosition,
} from './position-store.ts';
export { lockUsers, lockOrderUsers } from './user-lock-store.ts';
