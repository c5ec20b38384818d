import * as z from 'zod/mini';
import { call } from './call.ts';
import { Receipt } from './capital.ts';
import {
  Count,
  Disclosed,
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
/**
 * Why an order ended before it was filled, as `reason` of an order says. A rejected one names a refusal.
 * `square_off`: an intraday order, before the system closes intraday positions. `not_in_auction`: stops and
 * orders that hide a part, when an auction begins. `auction_end`: what the closing auction left.
 * `out_of_band`: the band moved away from it. `suspended`: trading in the share was suspended within the day.
 */
export const ORDER_END_REASONS = [
  'cancelled_by_member',
  'market_protection',
  'ioc_remainder',
  'self_trade',
  'day_end',
  'square_off',
  'corporate_action',
  'not_in_auction',
  'auction_end',
  'out_of_band',
  'suspended',
] as const;
export type OrderEndReason = (typeof ORDER_END_REASONS)[number];
export const POSITION_STATES = ['in_position', 'historical', 'expired'] as const;

/**
 * What a step of an order's history says; `text` says it in the reader's language. `accepted`: saved, before
 * it was acknowledged. `waits_for_open`: an after-market order until the next pre-open. `opened`: the
 * exchange took it, and `book` is what it found there. `trigger_pending`, `triggered`: a stop. `filled`: one
 * trade, `tradeNo`. `modified`, `modify_refused`, `cancel_refused`: a change. `became_limit`: what an auction
 * left of a market order. The rest end it.
 */
export const ORDER_STEPS = [
  'accepted',
  'waits_for_open',
  'opened',
  'trigger_pending',
  'triggered',
  'filled',
  'modified',
  'modify_refused',
  'cancel_refused',
  'became_limit',
  'cancelled',
  'expired',
  'rejected',
] as const;
/** Where a fill happened. */
export const FILL_PHASES = ['continuous', 'opening_auction', 'closing_auction', 'post_close'] as const;
/** The most changes of one order. */
export const MAX_MODIFICATIONS = 25;

/** The most shares of one order: keeps a slip of the finger from being the whole company. */
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
  product: z.enum(PRODUCTS),
  /** Number of the trade in its market day; both sides have the same. */
  tradeNo: Count,
  phase: z.enum(FILL_PHASES),
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
  /** The limit; for a market order the protected price: no fill is worse. */
  price: z.nullable(Price),
  /** Of a stop. */
  triggerPrice: z.nullable(Price),
  /** What the book shows at a time; null shows all. */
  disclosedQuantity: z.nullable(Count),
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
  /** Placed while the market was closed: it waits as `pending` for the next pre-open. */
  afterMarket: z.boolean(),
  /** Placed by the system to square off an intraday position. */
  bySystem: z.boolean(),
  /** Changes so far; at most MAX_MODIFICATIONS. */
  modifications: Count,
};
export const Order = z.object(order);
export const OrderWithFills = z.object({ ...order, fills: z.array(Fill) });
/**
 * An order that was just placed or changed, with the receipt of the entry by which money or shares were last
 * held for it or given back; absent when it holds nothing.
 */
const PlacedOrder = z.object({ ...order, fills: z.array(Fill), receipt: z.optional(Receipt) });
/**
 * An order that ended, with the receipt of the entry that gave back what was left of its money or shares;
 * null when nothing was.
 */
const CancelledOrder = z.object({ ...order, fills: z.array(Fill), receipt: z.nullable(Receipt) });
/** The book as an order found it: best prices with what they show, and the shares in front of it in its own queue. */
const BookAtArrival = z.object({
  lastPrice: Price,
  bid: z.nullable(Price),
  bidQuantity: Count,
  ask: z.nullable(Price),
  askQuantity: Count,
  queueAhead: Count,
});
/** One step of an order's history. `state` is the order's after it. */
export const OrderStep = z.object({
  step: z.enum(ORDER_STEPS),
  state: z.enum(ORDER_STATES),
  at: Instant,
  marketTime: z.string(),
  /** The step as a sentence, and why it is so (the rule), in the reader's language. */
  text: z.string(),
  why: z.optional(z.string()),
  quantity: z.optional(Count),
  price: z.optional(Price),
  triggerPrice: z.optional(Price),
  reason: z.optional(z.string()),
  book: z.optional(BookAtArrival),
  /**
   * Of `filled`: the trade behind it, where it happened, and whether the order came to a waiting one (true)
   * or waited itself.
   */
  tradeNo: z.optional(Count),
  phase: z.optional(z.enum(FILL_PHASES)),
  aggressor: z.optional(z.boolean()),
  /** Of `modified`: whether the order kept its place in the queue. */
  keptPriority: z.optional(z.boolean()),
});
const OrderDetail = z.object({
  ...order,
  fills: z.array(Fill),
  /** What happened to it, oldest first. */
  timeline: z.array(OrderStep),
});

export const Position = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  product: z.enum(PRODUCTS),
  state: z.enum(POSITION_STATES),
  /** `short`: shares sold and not yet bought back; intraday only. */
  direction: z.enum(['long', 'short']),
  /** Shares held, or owed by a short position. */
  quantity: Count,
  /** What an order may still close: shares not in open orders and not locked in. */
  sellableQuantity: Count,
  /** Shares of an offer that may not be sold yet. */
  lockedQuantity: Count,
  /** The first market date on which some of them may be; null when none is locked in. */
  lockedUntil: z.nullable(MarketDate),
  /** Money kept as margin for it; zero for delivery. */
  margin: Money,
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

/**
 * The published order of checks: the first that fails is the answer, and `preview` warns of all of them.
 * Money and shares come after them, since only the ledger knows. docs/order-checks.md explains each.
 */
export const ORDER_CHECKS = [
  'unknown_code',
  'not_tradable',
  'quantity_invalid',
  'quantity_above_maximum',
  'product_not_allowed',
  'mis_cutoff_passed',
  'market_halted',
  'market_closed',
  'phase_not_accepting',
  'limit_not_allowed_in_phase',
  'market_not_allowed_in_phase',
  'stop_loss_not_allowed_in_phase',
  'ioc_not_allowed_in_phase',
  'disclosed_qty_not_allowed_in_phase',
  'price_required',
  'trigger_required',
  'trigger_not_available',
  'tick_invalid',
  'price_out_of_band',
  'trigger_wrong_side_of_ltp',
  'trigger_price_relation',
  'disclosed_qty_invalid',
] as const;
const checks = ORDER_CHECKS;
/** Of a change, in their order. */
export const MODIFY_CHECKS = [
  'unknown_order',
  'order_not_open',
  'nothing_to_modify',
  'too_many_modifications',
  'quantity_below_filled',
  'disclosed_quantity_not_available',
  'market_order_frozen',
  ...ORDER_CHECKS.slice(1),
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
    doc: 'Places an order to buy. The most it can cost (delivery) or its margin (intraday) stays frozen until it fills or ends. While the market is closed it waits for the next pre-open.',
    body: { code: StockCode, ...terms, ...authority },
    data: PlacedOrder,
    refusals: [...password, ...checks, 'insufficient_funds', ...repeated],
    movesMoney: true,
  }),
  placeSellOrder: call({
    path: '/app/order/contract/sell',
    method: 'POST',
    access: 'member',
    doc: 'Places an order to sell: shares of a position, named by `positionId` or by `code` and `product`; intraday also shares that are not held, with margin.',
    body: {
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      ...terms,
      product: z.optional(Product),
      ...authority,
    },
    data: PlacedOrder,
    refusals: [
      ...password,
      ...checks,
      'unknown_position',
      'insufficient_holdings',
      'shares_locked_in',
      'insufficient_funds',
      ...repeated,
    ],
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
      /** Cost of a buy or proceeds of a sale, charges included. */
      total: Money,
      /**
       * What stays frozen for it: the cost of a delivery buy, the margin and charges of the part of an
       * intraday order that opens a position.
       */
      margin: Money,
      /** Whether it would wait for the next pre-open. */
      afterMarket: z.boolean(),
      available: Money,
      availableAfter: Money,
      sellableQuantity: Count,
      /** The most hands that the money or the shares allow; of a sale the last one may be short. */
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
    doc: 'Own orders, newest first: `open` ones (they can still fill) or `done` ones, of one share, product or span of market dates.',
    body: {
      state: z.optional(z.enum(['open', 'done'], { error: 'invalid_input' })),
      code: z.optional(StockCode),
      product: z.optional(Product),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(Order),
    refusals: [],
    specified: false,
  }),
  orderDetail: call({
    path: '/app/order/contract/detail/{id}',
    method: 'POST',
    access: 'member',
    doc: 'An order with its fills and its history: the book at its arrival, the queue ahead, each fill with its trade, each change with its rule.',
    body: { id: IdIn },
    data: OrderDetail,
    refusals: ['unknown_order'],
    specified: false,
  }),
  modifyOrder: call({
    path: '/app/order/contract/modify',
    method: 'POST',
    access: 'member',
    doc: 'Changes an open order; `quantity` is its new total, what is filled included, and a `disclosedQuantity` of 0 shows all of it again. A smaller quantity or less of it shown keeps its place in the queue, anything else goes behind. What raises what the order may cost or sell needs the transaction password, or a remembered one: more shares, a higher buy price, a lower sell price or trigger; of an intraday sale any other price.',
    body: {
      id: IdIn,
      quantity: z.optional(Quantity),
      price: z.optional(PriceIn),
      triggerPrice: z.optional(PriceIn),
      disclosedQuantity: z.optional(Disclosed),
      ...authority,
    },
    data: PlacedOrder,
    refusals: [
      ...MODIFY_CHECKS,
      ...password,
      'insufficient_holdings',
      'shares_locked_in',
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
    specified: false,
  }),
  cancelOrder: call({
    path: '/app/order/contract/cancel/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Cancels what is left of an open order. Repeatable: a second cancel answers with the order as it is.',
    body: { id: IdIn },
    data: CancelledOrder,
    refusals: [
      'unknown_order',
      'market_closed',
      'market_halted',
      'phase_not_accepting',
      'market_order_frozen',
      'order_not_open',
    ],
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
      product: z.optional(Product),
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
