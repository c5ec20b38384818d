import * as z from 'zod/mini';
import { Receipt } from './capital.ts';
import { OrderNote } from './journal.ts';
import {
  Count,
  Id,
  Instant,
  MarketDate,
  Money,
  Percent,
  PercentIn,
  Price,
  PriceIn,
  Quantity,
  RequestId,
  TransactionPassword,
  Whole,
} from './wire.ts';
import {
  FILL_PHASES,
  MAX_VALID_MINUTES,
  ORDER_STATES,
  ORDER_STEPS,
  ORDER_TYPES,
  POSITION_STATES,
  PRODUCTS,
  SENT_BY,
  SIDES,
  VALIDITIES,
} from './order-words.ts';

const Type = z.enum(ORDER_TYPES, { error: 'order_type_not_available' });
export const Product = z.enum(PRODUCTS, { error: 'product_not_allowed' });
const Validity = z.optional(z.enum(VALIDITIES, { error: 'validity_not_available' }));

const Minutes = Whole.check(
  z.refine((minutes) => minutes >= 1 && minutes <= MAX_VALID_MINUTES, { error: 'validity_not_available' }),
);

/** Per cent, read into basis points. */
const ProtectionIn = PercentIn.check(z.refine((bps) => bps >= 1 && bps <= 10_000, { error: 'invalid_input' }));

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

/** What a change can make another. */
const changingTerms = {
  type: z.enum(ORDER_TYPES),
  validity: z.enum(VALIDITIES),
  /** Market minutes after which it ends; null: it has none of its own. */
  validMinutes: z.nullable(Count),
  /** Of a market order: how far from the last price it may fill, in per cent; absent: the market's own. */
  protection: z.optional(Percent),
  quantity: Count,
  /** The limit; for a market order the protected price: no fill is worse. */
  price: z.nullable(Price),
  /** Of a stop. */
  triggerPrice: z.nullable(Price),
  /** What the book shows at a time; null shows all. */
  disclosedQuantity: z.nullable(Count),
};
const order = {
  id: Id,
  code: z.string(),
  name: z.string(),
  side: z.enum(SIDES),
  product: z.enum(PRODUCTS),
  ...changingTerms,
  filledQuantity: Count,
  averagePrice: z.nullable(Price),
  state: z.enum(ORDER_STATES),
  /** Why it was cancelled, rejected or expired: a stable name. */
  reason: z.nullable(z.string()),
  /**
   * Of an order of a program that a limit of its member refused: the limit and what the day had of it then, in rupees
   * or a number of orders, and the market date or the instant at which it ends.
   */
  ownLimit: z.optional(
    z.object({
      limit: z.optional(z.string()),
      used: z.optional(z.string()),
      untilDate: z.optional(z.string()),
      endsAt: z.optional(Instant),
    }),
  ),
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
  /** Placed by a program: its key, and how it marked the order. */
  program: z.optional(z.object({ key: z.string(), tag: z.nullable(z.string()) })),
  /** What of the member's sent it; absent: the member did, or a program. */
  sentBy: z.optional(z.enum(SENT_BY)),
  /** Changes so far; at most MAX_MODIFICATIONS. */
  modifications: Count,
  /**
   * In the list of orders, of one that stands in the book: shares that are shown in front of it now, at better prices
   * and at its own. Absent for a moment while its share changes, and in a call auction.
   */
  queueAhead: z.optional(Count),
  /**
   * In the list and in the story of an order: its number in the public order log of its market date, where no order
   * has its own id.
   */
  logNumber: z.optional(Id),
};
export const Order = z.object(order);
export const OrderWithFills = z.object({ ...order, fills: z.array(Fill) });
/**
 * An order that was just placed or changed, with the receipt of the entry by which money or shares were last
 * held for it or given back; absent when it holds nothing.
 */
export const PlacedOrder = z.object({ ...order, fills: z.array(Fill), receipt: z.optional(Receipt) });
/**
 * An order that ended, with the receipt of the entry that gave back what was left of its money or shares;
 * null when nothing was.
 */
export const CancelledOrder = z.object({ ...order, fills: z.array(Fill), receipt: z.nullable(Receipt) });
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
  /** Of the first step, and of those that change them: the order's terms from here on, all of its shares included. */
  terms: z.optional(z.object(changingTerms)),
});
export const OrderDetail = z.object({
  ...order,
  fills: z.array(Fill),
  /** What happened to it, oldest first. */
  timeline: z.array(OrderStep),
  /** What the member has written about it; absent: nothing. */
  note: z.optional(OrderNote),
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
  /** Of a share that is not listed yet, the market date on which it is. */
  listsOn: z.nullable(MarketDate),
  /** Money kept as margin for it; zero for delivery. */
  margin: Money,
  /**
   * Of an open intraday position: what of its margin losses have taken, in per cent; the prices that call it and close
   * it, at them or beyond. Null of any other.
   */
  marginCall: z.nullable(z.object({ lost: Percent, callPrice: Price, squareOffPrice: Price })),
  /**
   * Of an intraday position that was left over an ex-date: shares that corporate actions added, and what they
   * add to its result beside its trades; of a short one below zero. Null of any other.
   */
  adjusted: z.nullable(z.object({ quantity: Count, amount: Money })),
  settledQuantity: Count,
  cost: Money,
  buyingPrice: Price,
  marketPrice: Price,
  marketValue: Money,
  totalProfit: Money,
  profitPercent: Percent,
  todayProfit: Money,
  buyTime: Instant,
  buyMarketTime: z.string(),
  sellQuantity: Count,
  sellingPrice: z.nullable(Price),
  sellTime: z.nullable(Instant),
  /** Market date on which a closed position was closed; null of an open one. */
  closedOn: z.nullable(MarketDate),
  fee: Money,
  profitAmount: Money,
});

export const terms = {
  quantity: Quantity,
  type: Type,
  product: Product,
  validity: Validity,
  /** Of an order of the day: it ends after this number of market minutes, 1 to 375. */
  validMinutes: z.optional(Minutes),
  price: z.optional(PriceIn),
  triggerPrice: z.optional(PriceIn),
  disclosedQuantity: z.optional(Quantity),
};
/** Of a market order: above 0 to 100 per cent of the last price; left out, the market's own. */
export const protection = { protection: z.optional(ProtectionIn) };
/** What kind of order a change makes of one. */
export const kind = {
  type: z.optional(Type),
  validity: Validity,
  /** Counted from the change. */
  validMinutes: z.optional(Minutes),
  ...protection,
};
export const authority = { transactionPassword: z.optional(TransactionPassword), requestId: RequestId };
