import { plainText } from '@khara/rules';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { LOSS_REFUSALS, ORDER_CHECKS, OWN_LIMIT_REFUSALS } from './order-checks.ts';
import { Charges, Product, authority, protection, terms } from './order-fields.ts';
import { ORDER_STATES, ORDER_TYPES, PRODUCTS, SIDES, VALIDITIES } from './order-words.ts';
import { password, repeated } from './refusal-groups.ts';
import {
  Amount,
  Bool,
  Count,
  Id,
  IdIn,
  Instant,
  MarketDate,
  Money,
  Page,
  Price,
  RequestId,
  StockCode,
  TransactionPassword,
  Whole,
  listIn,
  listOf,
} from './wire.ts';

/** Orders of one basket. */
export const MAX_BASKET_ORDERS = 20;
/** Baskets that one account keeps, and regular purchases that go on. */
export const MAX_BASKETS = 20;
export const MAX_REGULAR = 20;
/** Dates of one regular purchase, and days, weeks or months between two of them. */
export const MAX_TIMES = 60;
export const MAX_BETWEEN = 60;
/** Market days, or weeks and months of the real calendar in India. */
export const REGULAR_UNITS = ['market_days', 'weeks', 'months'] as const;
export const REGULAR_STATES = ['active', 'paused', 'ended'] as const;
/** `placing` until each order has its answer; `skipped`: none was placed, for `reason`. */
export const RUN_STATES = ['placing', 'done', 'skipped'] as const;
/**
 * Why an order was not sent, beside refusals. `order_not_sent`: the server was away until the market day was over;
 * `regular_above_amount`: all of it costs more than the most of one time; `regular_below_share`: that buys no share.
 */
export const RUN_REASONS = ['order_not_sent', 'regular_above_amount', 'regular_below_share'] as const;

const basketOrder = {
  code: z.string(),
  name: z.string(),
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  product: z.enum(PRODUCTS),
  validity: z.enum(VALIDITIES),
  validMinutes: z.nullable(Count),
  /** Shares. */
  quantity: Count,
  price: z.nullable(Price),
  triggerPrice: z.nullable(Price),
  disclosedQuantity: z.nullable(Count),
};

const Basket = z.object({
  id: Id,
  name: z.string(),
  /** Counts its changes. */
  version: Count,
  orders: z.array(z.object(basketOrder)),
  /** A regular purchase buys it. */
  isRegular: z.boolean(),
  at: Instant,
  updatedAt: Instant,
});

/** Orders that were sent together, and what became of each. */
const OrderRun = z.object({
  id: Id,
  /** What sent them: one of the two. */
  basketId: z.nullable(Id),
  regularId: z.nullable(Id),
  name: z.string(),
  state: z.enum(RUN_STATES),
  /** Why all were skipped: a refusal, or one of RUN_REASONS. */
  reason: z.nullable(z.string()),
  /** The date for which a regular purchase was made. */
  due: z.nullable(z.string()),
  at: Instant,
  marketDate: z.string(),
  marketTime: z.string(),
  orders: z.array(
    z.object({
      ...basketOrder,
      /** Why this one has no order. */
      reason: z.nullable(z.string()),
      order: z.nullable(
        z.object({
          id: Id,
          state: z.enum(ORDER_STATES),
          quantity: Count,
          filledQuantity: Count,
          averagePrice: z.nullable(Price),
        }),
      ),
    }),
  ),
});

const RegularPurchase = z.object({
  id: Id,
  /** What it buys: one of the two. */
  basketId: z.nullable(Id),
  code: z.nullable(z.string()),
  name: z.string(),
  /** The most of one time, charges included. */
  amount: Money,
  unit: z.enum(REGULAR_UNITS),
  every: Count,
  firstOn: z.string(),
  times: Count,
  /** Of them, those that have come. */
  made: Count,
  /** The next date; null once it has ended. */
  nextOn: z.nullable(z.string()),
  state: z.enum(REGULAR_STATES),
  /** How it went the last time. */
  last: z.nullable(z.object({ on: z.string(), state: z.enum(RUN_STATES), reason: z.nullable(z.string()) })),
  at: Instant,
  updatedAt: Instant,
});

const orderIn = {
  code: StockCode,
  side: z.enum(SIDES, { error: 'invalid_input' }),
  ...terms,
  product: z.optional(Product),
};
const few = [
  z.minLength(1, { error: 'basket_empty' }),
  z.maxLength(MAX_BASKET_ORDERS, { error: 'basket_full' }),
] as const;
const OrdersIn = listIn(z.array(z.object(orderIn), { error: 'invalid_input' }).check(...few));
const OrdersToPreview = listIn(
  z.array(z.object({ ...orderIn, ...protection }), { error: 'invalid_input' }).check(...few),
);
/** 1 to 40 characters. */
const Name = z.pipe(
  z.string({ error: 'basket_name_invalid' }),
  z.transform((value, context): string => {
    const name = plainText(value).trim();
    if (name.length >= 1 && name.length <= 40 && !/\p{Cc}/u.test(name)) return name;
    context.issues.push({ code: 'custom', message: 'basket_name_invalid', input: value });
    return z.NEVER;
  }),
);
const between = (most: number) =>
  Whole.check(z.refine((value) => value >= 1 && value <= most, { error: 'regular_dates_invalid' }));

export const basketCalls = {
  baskets: call({
    path: '/app/order/basket/list',
    method: 'POST',
    access: 'member',
    doc: 'Own baskets with their orders, newest first. At most 20.',
    body: {},
    data: z.object({ list: z.array(Basket) }),
    refusals: [],
    specified: false,
  }),
  saveBasket: call({
    path: '/app/order/basket/save',
    method: 'POST',
    access: 'member',
    doc: 'Keeps a basket of up to 20 orders under a name, in their order; with `id` in place of what it was, at the `version` that is changed. Nothing is checked against the market, and nothing is held. One that a regular purchase buys takes the transaction password, and is bought so from then on. Safe to repeat.',
    body: {
      id: z.optional(IdIn),
      version: z.optional(Whole),
      name: Name,
      orders: OrdersIn,
      /** Of a new one: made once by the device, so that a repeat makes no second. */
      draftId: RequestId,
      /** Where a regular purchase buys it. */
      transactionPassword: z.optional(TransactionPassword),
    },
    data: Basket,
    refusals: [
      'unknown_code',
      'not_tradable',
      'quantity_invalid',
      'quantity_above_maximum',
      'price_required',
      'trigger_required',
      'disclosed_qty_invalid',
      'unknown_basket',
      'basket_changed',
      ...password,
      'regular_not_buys',
      'too_many_baskets',
      'request_id_reused',
    ],
    specified: false,
  }),
  removeBasket: call({
    path: '/app/order/basket/remove/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Deletes a basket. Repeatable. One that a regular purchase buys stays until that ends.',
    body: { id: IdIn },
    data: z.null(),
    refusals: ['unknown_basket', 'basket_in_use'],
    specified: false,
  }),
  previewBasket: call({
    path: '/app/order/basket/preview',
    method: 'POST',
    access: 'member',
    doc: 'What orders would need and cost, one after the other, in their order. Nothing is held. Orders come by the `id` of a basket, or as `orders`.',
    body: { id: z.optional(IdIn), orders: z.optional(OrdersToPreview) },
    data: z.object({
      orders: z.array(
        z.object({
          /** The limit, or the protected price of a market order; null where there is none. */
          price: z.nullable(Price),
          value: Money,
          charges: Charges,
          /** What stays frozen for it, after the orders before it. */
          margin: Money,
          /** Refusals that it would meet, in order. */
          warnings: z.array(z.string()),
        }),
      ),
      /** Value of delivery buys. */
      toBuy: Money,
      /** Proceeds of delivery sales, after their charges. They buy nothing of this basket. */
      fromSelling: Money,
      charges: Charges,
      /** What stays frozen for all, charges included. */
      margin: Money,
      usable: Money,
      /** The first reason for which all of it would be refused; null when it passes. */
      refusal: z.nullable(z.string()),
    }),
    refusals: ['unknown_basket', 'invalid_input'],
    specified: false,
  }),
  placeBasket: call({
    path: '/app/order/basket/place',
    method: 'POST',
    access: 'member',
    doc: 'Places the orders of a basket, in their order. It is checked as a whole: each order by its own checks, then own limits, shares and money of all together. Nothing is placed when the whole does not pass. From there on each order goes its own way, and some may fail.',
    body: { id: IdIn, version: z.optional(Whole), ...authority },
    data: OrderRun,
    refusals: [
      ...password,
      'unknown_basket',
      'basket_changed',
      ...ORDER_CHECKS,
      'square_off_under_way',
      ...OWN_LIMIT_REFUSALS,
      ...LOSS_REFUSALS,
      'insufficient_holdings',
      'shares_locked_in',
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
    specified: false,
  }),
  orderRuns: call({
    path: '/app/order/basket/runs',
    method: 'POST',
    access: 'member',
    doc: 'Times at which own baskets were placed and regular purchases made, newest first, with what became of each order.',
    body: { basketId: z.optional(IdIn), regularId: z.optional(IdIn), ...Page },
    data: listOf(OrderRun),
    refusals: [],
    specified: false,
  }),
  regularPurchases: call({
    path: '/app/order/regular/list',
    method: 'POST',
    access: 'member',
    doc: 'Own regular purchases, newest first: those that go on, then those that have ended.',
    body: { ...Page },
    data: listOf(RegularPurchase),
    refusals: [],
    specified: false,
  }),
  startRegular: call({
    path: '/app/order/regular/start',
    method: 'POST',
    access: 'member',
    doc: 'Buys a share, or the shares of a basket, again and again: from `firstOn` on, `every` so many market days, weeks or months, `times` times, after 09:30 of the market. Of a share it buys what `amount` pays for; of a basket all of it, or nothing when it costs more. Each order is at the market. A time is skipped, with a notice, when money lacks or an own limit says so.',
    body: {
      basketId: z.optional(IdIn),
      code: z.optional(StockCode),
      amount: Amount,
      unit: z.enum(REGULAR_UNITS, { error: 'regular_dates_invalid' }),
      every: between(MAX_BETWEEN),
      firstOn: MarketDate,
      times: between(MAX_TIMES),
      requestId: RequestId,
      transactionPassword: z.optional(TransactionPassword),
    },
    data: RegularPurchase,
    refusals: [
      ...password,
      'invalid_input',
      'unknown_code',
      'not_tradable',
      'unknown_basket',
      'regular_not_buys',
      'amount_invalid',
      'amount_above_maximum',
      'regular_dates_invalid',
      'too_many_regular',
      ...repeated,
    ],
    movesMoney: true,
    specified: false,
  }),
  pauseRegular: call({
    path: '/app/order/regular/pause',
    method: 'POST',
    access: 'member',
    doc: 'Lets a regular purchase rest, or go on with `isPaused` false. To go on takes the transaction password. Dates that come while it rests are left out, and do not count. Repeatable.',
    body: { id: IdIn, isPaused: Bool, transactionPassword: z.optional(TransactionPassword) },
    data: RegularPurchase,
    refusals: [...password, 'unknown_regular', 'regular_ended'],
    specified: false,
  }),
  endRegular: call({
    path: '/app/order/regular/end/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Ends a regular purchase. The shares that it bought stay. Repeatable.',
    body: { id: IdIn },
    data: RegularPurchase,
    refusals: ['unknown_regular'],
    specified: false,
  }),
};
