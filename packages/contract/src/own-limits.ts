import * as z from 'zod/mini';
import { call } from './call.ts';
import { password } from './refusal-groups.ts';
import { Amount, Bool, Count, Instant, MarketDate, Money, Quantity, TransactionPassword } from './wire.ts';

export const OWN_LIMITS = ['day_loss', 'day_orders', 'largest_order', 'no_intraday'] as const;
export type OwnLimitKind = (typeof OWN_LIMITS)[number];
const PAUSES = ['market_day', '24h', '7d', 'date'] as const;
export type PauseSpan = (typeof PAUSES)[number];
/** The most orders of a day that a limit may be. */
export const MAX_DAY_ORDERS = 1000;

/** Rupees, a number of orders, or "on"; null is none. */
const Value = z.nullable(z.string());

/** A limit: what is in force, what the day has of it, and what was asked for. */
const OwnLimit = z.object({
  kind: z.enum(OWN_LIMITS),
  value: Value,
  /** Today's loss (0.00 for a gain) or orders; absent where there is nothing to count. */
  used: z.optional(z.string()),
  asked: z.optional(
    z.object({
      value: Value,
      at: Instant,
      /** 24 hours after it was asked for: the market day that begins next then is the first with it. */
      notBefore: Instant,
      /** That market day, where the market runs by the real clock. */
      fromDate: z.nullable(z.string()),
    }),
  ),
});

const OwnLimitsNow = z.object({
  limits: z.array(OwnLimit),
  /** What is on now: until an instant, or until the market day after a date begins; both must have passed. */
  pause: z.nullable(z.object({ until: z.nullable(Instant), untilDate: z.nullable(z.string()) })),
  /** Today's result, realised and open, without charges. */
  todayProfit: Money,
  marketDate: z.string(),
  /** The market day on which the counts of the day begin anew. */
  nextDate: z.string(),
  /** If a limit were asked to be looser now. */
  looser: z.object({ notBefore: Instant, fromDate: z.nullable(z.string()) }),
  /** Until when a pause of each span would last: an instant, or the market date on which it ends. */
  pauses: z.object({ market_day: z.string(), '24h': Instant, '7d': Instant }),
  /** Orders that rest and may still fill, whatever the limits. */
  openOrders: Count,
  at: Instant,
});

export const ownLimitCalls = {
  ownLimits: call({
    path: '/app/order/limits',
    method: 'POST',
    access: 'member',
    doc: 'Limits that the member has set, with what today has of each, and what was asked for.',
    body: {},
    data: OwnLimitsNow,
    refusals: [],
    specified: false,
  }),
  setOwnLimit: call({
    path: '/app/order/setLimit',
    method: 'POST',
    access: 'member',
    doc: 'Sets a limit: `amount` in rupees, `orders` of a day, or `isOn` of intraday; none of them takes it away. Stricter is in force at once. Looser waits 24 hours, and then for the next market day to begin. The limit in force, sent again, takes back what was asked for.',
    body: {
      kind: z.enum(OWN_LIMITS, { error: 'invalid_input' }),
      amount: z.optional(Amount),
      orders: z.optional(Quantity),
      isOn: z.optional(Bool),
    },
    data: OwnLimitsNow,
    refusals: ['invalid_input', 'amount_invalid', 'amount_above_maximum', 'own_orders_above_maximum'],
    specified: false,
  }),
  pauseOrders: call({
    path: '/app/order/pause',
    method: 'POST',
    access: 'member',
    doc: 'Stops orders that open positions: until the next market day, for 24 hours, for 7 days, or until a date within a year begins in India. It cannot be ended early, and a shorter one changes nothing. A pause by an instant more than 24 hours away asks for the transaction password.',
    body: {
      span: z.enum(PAUSES, { error: 'invalid_input' }),
      date: z.optional(MarketDate),
      transactionPassword: z.optional(TransactionPassword),
    },
    data: OwnLimitsNow,
    refusals: ['own_pause_invalid', ...password],
    specified: false,
  }),
};
