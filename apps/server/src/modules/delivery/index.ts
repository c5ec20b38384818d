/** What is delivered, and what is not: short deliveries, margin calls, changes of product. */
export { strangeCalls } from './margin-calls/margin-call-store.ts';
export { callMargins, watchedMargins } from './margin-calls/margin-calls.ts';
export { productChangeHandlers } from './product-change/change-product.ts';
export { changesById } from './product-change/product-change-store.ts';
export { refOfCloseOut } from './short-delivery/close-out.ts';
export { undeliveredShares } from './short-delivery/short-delivery-store.ts';
export {
  endShortDeliveries,
  noteShortDeliveries,
  deliveryQuestion,
  refOfShort,
  listTradeDates,
} from './short-delivery/short-delivery.ts';
