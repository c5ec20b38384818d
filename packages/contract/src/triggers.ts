import * as z from 'zod/mini';
import { call } from './call.ts';
import { Product, authority } from './order-fields.ts';
import { ORDER_STATES, PRODUCTS, SIDES } from './order-words.ts';
import { password, repeated } from './refusal-groups.ts';
import { ALERT_CONDITIONS } from './watching.ts';
import {
  Count,
  Id,
  IdIn,
  Instant,
  Page,
  Price,
  PriceIn,
  Quantity,
  StockCode,
  TransactionPassword,
  listIn,
  listOf,
} from './wire.ts';

/** Triggers of one account that wait. */
export const MAX_TRIGGERS = 100;
/**
 * `waiting` until its price is reached; `firing` between that and its order; `fired` has an order; `failed`: its
 * order was refused, for `reason`; `ended` with its position; `expired` after its last market date; `removed` by its
 * owner.
 */
export const TRIGGER_STATES = ['waiting', 'firing', 'fired', 'failed', 'ended', 'expired', 'removed'] as const;

const Leg = z.object({
  condition: z.enum(ALERT_CONDITIONS),
  triggerPrice: Price,
  /** The limit of the order that it places. */
  price: Price,
});

/** An order that waits for a price. It holds nothing. */
const Trigger = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  side: z.enum(SIDES),
  product: z.enum(PRODUCTS),
  /** Shares. */
  quantity: Count,
  /** One, or a stop and a target, in this order: the one that is reached first ends the other. */
  legs: z.array(Leg),
  /** The position with which it ends; null when it stands alone. */
  positionId: z.nullable(Id),
  state: z.enum(TRIGGER_STATES),
  /** Why its order was refused: a refusal. */
  reason: z.nullable(z.string()),
  at: Instant,
  updatedAt: Instant,
  marketDate: z.string(),
  /** The last market date on which it waits. */
  expiresOn: z.string(),
  /** A split or a bonus has changed its prices and quantity. */
  adjusted: z.boolean(),
  /** Number of the leg that fired: 0 or 1. */
  firedLeg: z.nullable(Count),
  firedAt: z.nullable(Instant),
  firedMarketTime: z.nullable(z.string()),
  /** What became of its order; null before there is one. */
  order: z.nullable(
    z.object({
      id: Id,
      state: z.enum(ORDER_STATES),
      quantity: Count,
      filledQuantity: Count,
      averagePrice: z.nullable(Price),
    }),
  ),
});

const LegIn = z.object({
  condition: z.enum(ALERT_CONDITIONS, { error: 'invalid_input' }),
  triggerPrice: PriceIn,
  price: PriceIn,
});
const Legs = z.array(LegIn, { error: 'invalid_input' }).check(
  z.minLength(1, { error: 'invalid_input' }),
  z.maxLength(2, { error: 'invalid_input' }),
  z.refine((legs) => legs.length < 2 || legs[0]?.condition !== legs[1]?.condition, { error: 'invalid_input' }),
);
const LegsIn = listIn(Legs);

const CHECKS = [
  'unknown_code',
  'not_tradable',
  'quantity_invalid',
  'quantity_above_maximum',
  'product_not_allowed',
  'tick_invalid',
  'trigger_already_reached',
] as const;

export const triggerCalls = {
  triggers: call({
    path: '/app/order/trigger/list',
    method: 'POST',
    access: 'member',
    doc: 'Own orders that wait for a price, newest first: `waiting` ones, or `done` ones, with what became of each.',
    body: {
      state: z.optional(z.enum(['waiting', 'done'], { error: 'invalid_input' })),
      code: z.optional(StockCode),
      ...Page,
    },
    data: listOf(Trigger),
    refusals: [],
    specified: false,
  }),
  triggerDetail: call({
    path: '/app/order/trigger/detail/{id}',
    method: 'POST',
    access: 'member',
    doc: 'One order that waits, or has waited, for a price.',
    body: { id: IdIn },
    data: Trigger,
    refusals: ['unknown_trigger'],
    specified: false,
  }),
  placeTrigger: call({
    path: '/app/order/trigger/place',
    method: 'POST',
    access: 'member',
    doc: 'Sets a trigger: when a trade reaches its price, a limit order is placed, once. With two legs, one below the price and one above it, the first that is reached ends the other. It holds nothing until then, and waits for 365 market days. With `positionId` it ends when that position does.',
    body: {
      code: StockCode,
      side: z.enum(SIDES, { error: 'invalid_input' }),
      product: z.optional(Product),
      positionId: z.optional(IdIn),
      quantity: Quantity,
      legs: LegsIn,
      ...authority,
    },
    data: Trigger,
    refusals: [...password, ...CHECKS, 'unknown_position', 'insufficient_holdings', 'too_many_triggers', ...repeated],
    movesMoney: true,
    specified: false,
  }),
  changeTrigger: call({
    path: '/app/order/trigger/modify',
    method: 'POST',
    access: 'member',
    doc: 'Gives a trigger that waits another quantity or other prices, all of its legs. Safe to repeat.',
    body: {
      id: IdIn,
      quantity: z.optional(Quantity),
      legs: z.optional(LegsIn),
      transactionPassword: z.optional(TransactionPassword),
    },
    data: Trigger,
    refusals: [...password, 'unknown_trigger', 'trigger_not_waiting', ...CHECKS, 'insufficient_holdings'],
    specified: false,
  }),
  removeTrigger: call({
    path: '/app/order/trigger/remove/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Takes back a trigger that waits. Repeatable: a second time answers with the trigger as it is.',
    body: { id: IdIn },
    data: Trigger,
    refusals: ['unknown_trigger', 'trigger_not_waiting'],
    specified: false,
  }),
};
