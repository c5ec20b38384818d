import * as z from 'zod/mini';
import { call } from './call.ts';
import { Receipt } from './capital.ts';
import {
  Count,
  Id,
  IdIn,
  Instant,
  MarketDate,
  Money,
  Page,
  Percent,
  Price,
  PriceIn,
  Quantity,
  RequestId,
  StockCode,
  TransactionPassword,
  listOf,
} from './wire.ts';

export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['market', 'limit', 'sl', 'sl_m'] as const;
export const PRODUCTS = ['delivery', 'intraday'] as const;
export const VALIDITIES = ['day', 'ioc'] as const;
export const ORDER_STATES = [
  'pending',
  'open',
  'trigger_pending',
  'complete',
  'cancelled',
  'rejected',
  'expired',
] as const;
/** Why an order ended before it was filled, as `reason` of an order says. A rejected one names a refusal. */
export const ORDER_END_REASONS = [
  'cancelled_by_member',
  'market_protection',
  'ioc_remainder',
  'self_trade',
  'day_end',
] as const;
export type OrderEndReason = (typeof ORDER_END_REASONS)[number];
export const POSITION_STATES = ['in_position', 'historical', 'expired'] as const;

/** The most hands of one order: keeps a slip of the finger from being the whole company. */
export const MAX_ORDER_QUANTITY = 100_000;

const Type = z.enum(ORDER_TYPES, { error: 'order_type_not_available' });
const Product = z.enum(PRODUCTS, { error: 'product_not_allowed' });
const Validity = z.optional(z.enum(VALIDITIES, { error: 'validity_not_available' }));

/** Every item in rupees; `dp` is charged once per share and day on a delivery sale. */
export const Charges = z.object({
  brokerage: Money,
  stt: Money,
  exchange: Money,
  sebi: Money,
  stamp: Money,
  gst: Money,
  dp: Money,
  total: Money,
});

export const Fill = z.object({
  id: Id,
  orderId: Id,
  positionId: Id,
  code: z.string(),
  name: z.string(),
  side: z.enum(SIDES),
  quantity: Count,
  price: Price,
  value: Money,
  charges: Charges,
  at: Instant,
  marketDate: z.string(),
  marketTime: z.string(),
});

const order = {
  id: Id,
  code: z.string(),
  name: z.string(),
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  product: z.enum(PRODUCTS),
  validity: z.enum(VALIDITIES),
  quantity: Count,
  filledQuantity: Count,
  /** The limit; for a market order the protected price. */
  price: z.nullable(Price),
  triggerPrice: z.nullable(Price),
  averagePrice: z.nullable(Price),
  state: z.enum(ORDER_STATES),
  /** Why it was cancelled, rejected or expired: a stable name. */
  reason: z.nullable(z.string()),
  charges: Charges,
  at: Instant,
  updatedAt: Instant,
  marketDate: z.string(),
  marketTime: z.string(),
  requestId: z.string(),
};
export const Order = z.object(order);
export const OrderWithFills = z.object({ ...order, fills: z.array(Fill) });
/** An order that was just placed, with the receipt of the entry that holds its money or shares. */
const PlacedOrder = z.object({ ...order, fills: z.array(Fill), receipt: Receipt });
export const OrderStory = z.object({
  ...order,
  fills: z.array(Fill),
  /** What happened to it, oldest first. */
  timeline: z.array(
    z.object({
      state: z.enum(ORDER_STATES),
      at: Instant,
      quantity: z.optional(Count),
      price: z.optional(Price),
      reason: z.optional(z.string()),
    }),
  ),
});

export const Position = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  product: z.enum(PRODUCTS),
  state: z.enum(POSITION_STATES),
  quantity: Count,
  sellableQuantity: Count,
  settledQuantity: Count,
  cost: Money,
  buyingPrice: Price,
  marketPrice: Price,
  marketValue: Money,
  totalProfit: Money,
  profitPercent: Percent,
  todayProfit: Money,
  buyTime: Instant,
  sellQuantity: Count,
  sellingPrice: z.nullable(Price),
  sellTime: z.nullable(Instant),
  fee: Money,
  profitAmount: Money,
});

const terms = {
  quantity: Quantity,
  type: Type,
  product: Product,
  validity: Validity,
  price: z.optional(PriceIn),
  triggerPrice: z.optional(PriceIn),
  disclosedQuantity: z.optional(Quantity),
};
const authority = { transactionPassword: z.optional(TransactionPassword), requestId: RequestId };

const checks = [
  'unknown_code',
  'not_tradable',
  'quantity_above_maximum',
  'product_not_available',
  'order_type_not_available',
  'validity_not_available',
  'trigger_not_available',
  'disclosed_quantity_not_available',
  'market_closed',
  'price_required',
  'tick_invalid',
  'price_out_of_band',
] as const;
const password = [
  'transaction_password_required',
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_default_expired',
] as const;
const repeated = ['request_id_reused', 'request_in_progress'] as const;

export const orderCalls = {
  placeBuyOrder: call({
    path: '/app/order/contract/buy',
    method: 'POST',
    access: 'member',
    doc: 'Places an order to buy. The most it can cost stays frozen until it fills or ends. A market order answers with its fills.',
    body: { code: StockCode, ...terms, ...authority },
    data: PlacedOrder,
    refusals: [...password, ...checks, 'insufficient_funds', ...repeated],
    movesMoney: true,
  }),
  placeSellOrder: call({
    path: '/app/order/contract/sell',
    method: 'POST',
    access: 'member',
    doc: 'Places an order to sell shares of a position, named by `positionId` or by `code` and `product`.',
    body: {
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      ...terms,
      product: z.optional(Product),
      ...authority,
    },
    data: PlacedOrder,
    refusals: [...password, ...checks, 'unknown_position', 'insufficient_holdings', 'insufficient_funds', ...repeated],
    movesMoney: true,
  }),
  previewOrder: call({
    path: '/app/order/contract/preview',
    method: 'POST',
    access: 'member',
    doc: 'What an order would cost, item by item, before it is placed. Nothing is held.',
    body: {
      side: z.enum(SIDES, { error: 'invalid_input' }),
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      ...terms,
      product: z.optional(Product),
    },
    data: z.object({
      /** Price used: the limit, or the protected price of a market order. */
      price: Price,
      lastPrice: Price,
      quantity: Count,
      value: Money,
      charges: Charges,
      /** Frozen by a buy, or received by a sale, charges included. */
      total: Money,
      margin: Money,
      available: Money,
      availableAfter: Money,
      sellableQuantity: Count,
      /** The most hands that the money (buy) or the shares (sell) allow. */
      maxQuantity: Count,
      breakEven: z.nullable(Price),
      /** Refusals that placing it now would meet, in order. */
      warnings: z.array(z.string()),
    }),
    refusals: ['unknown_code', 'unknown_position', 'price_required'],
    specified: false,
  }),
  orders: call({
    path: '/app/order/contract/orders',
    method: 'POST',
    access: 'member',
    doc: 'Own orders, newest first: `open` ones (they can still fill) or `done` ones.',
    body: { state: z.optional(z.enum(['open', 'done'], { error: 'invalid_input' })), ...Page },
    data: listOf(Order),
    refusals: [],
    specified: false,
  }),
  orderDetail: call({
    path: '/app/order/contract/detail/{id}',
    method: 'POST',
    access: 'member',
    doc: 'An order with its fills and the timeline of its states.',
    body: { id: IdIn },
    data: OrderStory,
    refusals: ['unknown_order'],
    specified: false,
  }),
  cancelOrder: call({
    path: '/app/order/contract/cancel/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Cancels what is left of an open order. Repeatable: a second cancel answers with the order as it is.',
    body: { id: IdIn },
    data: OrderWithFills,
    refusals: ['unknown_order', 'order_not_open'],
    specified: false,
  }),
  positions: call({
    path: '/app/order/contract/getContractLogs',
    method: 'POST',
    access: 'member',
    doc: 'Positions held now, with live market value.',
    body: { product: z.optional(Product), ...Page },
    data: listOf(Position),
    refusals: [],
  }),
  closedPositions: call({
    path: '/app/order/contract/getHistoryLogs',
    method: 'POST',
    access: 'member',
    doc: 'Closed positions: sold by their owner (`historical`) or squared off (`expired`).',
    body: {
      state: z.optional(z.enum(['historical', 'expired'], { error: 'invalid_input' })),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(Position),
    refusals: [],
  }),
  positionTotals: call({
    path: '/app/order/contract/getTotalContract',
    method: 'POST',
    access: 'member',
    doc: 'All positions together.',
    body: {},
    data: z.object({
      investedAmount: Money,
      marketValue: Money,
      totalProfit: Money,
      totalProfitPercent: Percent,
      todayProfit: Money,
      todayProfitPercent: Percent,
      positions: Count,
    }),
    refusals: [],
  }),
  quantityLimits: call({
    path: '/app/order/contract/getMinNum',
    method: 'POST',
    access: 'guest',
    doc: 'Smallest and largest quantity of one order, in hands.',
    body: { code: z.optional(StockCode) },
    data: z.object({ minimum: Count, maximum: Count }),
    refusals: ['unknown_code'],
  }),
  minimumPurchase: call({
    path: '/app/order/contract/getMinMoney',
    method: 'POST',
    access: 'guest',
    doc: "Smallest amount that buys something: one hand at the last price, or the product's minimum.",
    body: { code: z.optional(StockCode) },
    data: z.object({ minimum: Money }),
    refusals: ['unknown_code'],
  }),
  fills: call({
    path: '/app/market/getPositionTransactionRecords',
    method: 'POST',
    access: 'member',
    doc: 'Own fills with their charges, newest first.',
    body: {
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(Fill),
    refusals: [],
  }),
};
