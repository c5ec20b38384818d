import { IDLE_ORDER, type Order, orderValue } from '@khara/broker';
import type { MovedShares } from '#modules/orders/index.ts';
import type { Signed } from '#src/security/row-mac.ts';

export type ChangeRow = Signed<MovedShares> &
  Pick<Order, 'marginPaise' | 'marketTime'> & { readonly at: Order['acceptedAt'] };

/** The hold of the margin of shares that became intraday; the entry of any change of product has this ref. */
export const holdOfChange = (id: bigint): string => `product-${id}`;

/**
 * Shares that became intraday, as the order that would have bought them: complete, and keeping margin behind the
 * position. It is in no list of orders, and its number is no other's.
 */
export const toMarginHolder = (change: ChangeRow): Order => ({
  ...IDLE_ORDER,
  id: change.id,
  userId: change.userId,
  code: change.code,
  asset: change.asset,
  quantity: change.quantity,
  marginPaise: change.marginPaise,
  marketDate: change.marketDate,
  marketTime: change.marketTime,
  acceptedAt: change.at,
  side: 'buy',
  type: 'market',
  product: 'intraday',
  validity: 'day',
  pricePaise: 1n,
  state: 'complete',
  filled: change.quantity,
  filledPaise: orderValue(change.quantity, 1n),
  hold: holdOfChange(change.id),
  updatedAt: change.at,
});
