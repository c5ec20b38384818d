import { IDLE_ORDER, type Order, orderValue } from '@khara/broker';

/** Shares that became intraday, as what of them holds margin is read. */
export type BecameIntraday = Pick<
  Order,
  'id' | 'userId' | 'code' | 'asset' | 'quantity' | 'marginPaise' | 'marketDate' | 'marketTime' | 'acceptedAt'
>;

/** The hold of the margin of shares that became intraday; the entry of any change of product has this ref. */
export const holdOfChange = (id: bigint): string => `product-${id}`;

/**
 * Shares that became intraday, as the order that would have bought them: complete, and keeping margin behind the
 * position. It is in no list of orders, and its number is no other's.
 */
export const toMarginHolder = (change: BecameIntraday): Order => ({
  ...IDLE_ORDER,
  ...change,
  side: 'buy',
  type: 'market',
  product: 'intraday',
  validity: 'day',
  pricePaise: 1n,
  program: undefined,
  state: 'complete',
  filled: change.quantity,
  filledPaise: orderValue(change.quantity, 1n),
  hold: holdOfChange(change.id),
  updatedAt: change.acceptedAt,
});
