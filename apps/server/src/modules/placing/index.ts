/** Placing: takes, changes and cancels orders, and closes positions for the system. */
export { insertClosingOrder } from './closing-order.ts';
export { HELD_BEHIND, lockSquareOff, OPEN_BEHIND, type OpenBehind, type PositionToClose } from './closing-store.ts';
export type { Desk } from './desk.ts';
export { isWorse } from './expected-fill.ts';
export { enterPreOpen } from './enter-pre-open.ts';
export { createPlacingHandlers } from './handlers.ts';
export { OrderDesk } from './order-desk.ts';
export { orderHash } from './order-hash.ts';
export { inShares, marketLot, saleTerms, wholeLots } from './order-lots.ts';
export { readIntraday } from './modify-store.ts';
export { aboveTurnover, placeAllowed } from './place-order.ts';
export { answerOfRequest } from './place-store.ts';
export { earlierRefused, keepRefused, purgeRefused, wordRefusedOrders } from './refused-orders.ts';
export { answerOrder, RemoteDesk } from './remote-desk.ts';
export { restingOrders } from './resting-order-store.ts';
export { findShare } from './share.ts';
export { rejectWaiting, strangeWaiting, waitingSales } from './waiting-store.ts';
