import { NO_CHARGES, orderValue, type Order } from '#modules/orders/index.ts';

/** Shares that became intraday, as what of them holds margin is read. */
export type ProductChangeRow = {
  readonly id: bigint;
  readonly userId: string;
  readonly code: string;
  readonly asset: string;
  readonly quantity: number;
  readonly marginPaise: bigint;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

/** The hold of the margin of shares that became intraday; the entry of any change of product has this ref. */
export const holdOfChange = (id: bigint): string => `product-${id}`;

/**
 * Shares that became intraday, as the order that would have bought them: complete, and keeping margin behind the
 * position. It is in no list of orders, and its number is no other's.
 */
export const toMarginHolder = (row: ProductChangeRow): Order => ({
  id: row.id,
  userId: row.userId,
  accountKey: 0,
  requestId: '',
  code: row.code,
  asset: row.asset,
  side: 'buy',
  type: 'market',
  product: 'intraday',
  validity: 'day',
  quantity: row.quantity,
  pricePaise: 1n,
  triggerPaise: undefined,
  disclosedQuantity: undefined,
  marketDate: row.marketDate,
  marketTime: row.marketTime,
  acceptedAt: row.at,
  afterMarket: false,
  bySystem: false,
  program: undefined,
  state: 'complete',
  reason: undefined,
  filled: row.quantity,
  filledPaise: orderValue(row.quantity, 1n),
  charges: NO_CHARGES,
  frozenPaise: 0n,
  frozenShares: 0,
  frozenUnsettled: 0,
  marginPaise: row.marginPaise,
  hold: holdOfChange(row.id),
  becameLimit: false,
  modifications: 0,
  timelineLength: 0,
  updatedAt: row.at,
  firstAnswer: undefined,
});
