import { NO_CHARGES, valueOf, type Order } from '#modules/orders/index.ts';

/** Shares that became intraday, as what of them holds margin is read. */
export type ProductChangeRow = {
  readonly id: bigint;
  readonly user_id: string;
  readonly code: string;
  readonly asset: string;
  readonly quantity: number;
  readonly margin_paise: bigint;
  readonly market_date: string;
  readonly market_time: string;
  readonly at_ms: bigint;
};

/** The hold of the margin of shares that became intraday; the entry of any change of product has this ref. */
export const holdOfChange = (id: bigint): string => `product-${id}`;

/**
 * Shares that became intraday, as the order that would have bought them: complete, and keeping margin behind the
 * position. It is in no list of orders, and its number is no other's.
 */
export const marginHolderOf = (row: ProductChangeRow): Order => ({
  id: row.id,
  userId: row.user_id,
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
  marketDate: row.market_date,
  marketTime: row.market_time,
  acceptedAt: Number(row.at_ms),
  afterMarket: false,
  bySystem: false,
  program: undefined,
  state: 'complete',
  reason: undefined,
  filled: row.quantity,
  filledPaise: valueOf(row.quantity, 1n),
  charges: NO_CHARGES,
  frozenPaise: 0n,
  frozenShares: 0,
  frozenUnsettled: 0,
  marginPaise: row.margin_paise,
  hold: holdOfChange(row.id),
  becameLimit: false,
  modifications: 0,
  timelineLength: 0,
  updatedAt: Number(row.at_ms),
  firstAnswer: undefined,
});
