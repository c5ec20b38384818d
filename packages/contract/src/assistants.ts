import * as z from 'zod/mini';
import { call } from './call.ts';
import { password } from './refusal-groups.ts';
import { NOT_SHOWN, OwnersProof } from './security.ts';
import { Order } from './order-fields.ts';
import { orderCalls } from './orders.ts';
import { Hex, RecordProof } from './capital.ts';
import {
  Bool,
  Count,
  Id,
  IdIn,
  Instant,
  listOf,
  MarketDate,
  Money,
  Nothing,
  TransactionPassword,
  Whole,
  Price,
} from './wire.ts';

/** What an assistant may do, each with those before it. */
export const ASSISTANT_SCOPES = ['read', 'rehearse', 'trade'] as const;
export type AssistantScope = (typeof ASSISTANT_SCOPES)[number];

/** What its orders may be worth in a market day, in rupees: steps of the consent. */
export const ASSISTANT_RUPEES = { step: 5_000, most: 100_000, first: 25_000 } as const;
/** How many orders it may place in a market day. */
export const ASSISTANT_ORDERS = { most: 200, first: 20 } as const;
/** How long it may be let in, in days. */
export const ASSISTANT_DAYS = [1, 7, 30] as const;

const { step, most } = ASSISTANT_RUPEES;
/** What a client asked for, sealed by the server that read it. */
const ConsentRequest = z
  .string({ error: 'assistant_request_invalid' })
  .check(z.maxLength(8_000, { error: 'assistant_request_invalid' }));

/** An order that an assistant would place, about which its member is asked. Quantities are in hands. */
const AssistantQuestion = z.object({
  id: Id,
  /** The grant. */
  assistant: Id,
  name: z.string(),
  side: Order.shape.side,
  code: z.string(),
  type: Order.shape.type,
  product: Order.shape.product,
  validity: Order.shape.validity,
  quantity: Order.shape.quantity,
  price: Order.shape.price,
  triggerPrice: Order.shape.triggerPrice,
  /** The reason, in the assistant's words: text to show, and nothing else. */
  why: z.nullable(z.string()),
  askedAt: Instant,
  until: Instant,
});

/** What a member let in. */
const Assistant = z.object({
  id: Id,
  /** As it calls itself; of a key for programs, as its member does. */
  name: z.string(),
  /** A key for programs, which came where assistants do. */
  isProgram: z.boolean(),
  scope: z.enum(ASSISTANT_SCOPES),
  /** Of one that places orders: what the member set for a market day, and what the day has of it; amounts in rupees. */
  day: z.nullable(
    z.object({
      asks: z.boolean(),
      amount: z.object({ limit: Money, used: Money }),
      orders: z.object({ limit: Count, used: Count }),
    }),
  ),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: z.nullable(Instant),
  lastAddress: z.nullable(z.string()),
  /** Since when the member has paused it. */
  pausedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
});

/** What an assistant did. */
const AssistantAct = z.object({
  id: Id,
  /** The grant, or the key. */
  assistant: Id,
  name: z.string(),
  /** `asked`: whether any of this is real. Orders and refusals have a proof, and that has its signed answer. */
  act: z.enum(['read', 'asked', 'rehearsed', 'placed', 'cancelled', 'refused']),
  tool: z.string(),
  marketDate: z.string(),
  marketTime: z.string(),
  at: Instant,
  /** What it asked for, as far as it was an order: price in rupees, quantity in hands. */
  order: z.nullable(z.object({ side: Order.shape.side, code: z.string(), quantity: Count, price: z.nullable(Price) })),
  /** What a rehearsed order needs, charges included; rupees. */
  total: z.nullable(Money),
  orderId: z.nullable(Id),
  /** Of an order that was placed: whether its member was asked and said Place, and what filled until now, in hands. */
  placed: z.nullable(z.object({ isAllowed: z.boolean(), filledQuantity: Count, averagePrice: z.nullable(Price) })),
  /** The answer of `is_this_real`: a signed note that nothing is, and the key of the server that signed. */
  answer: z.nullable(z.object({ note: z.string(), publicKey: Hex })),
  /** Why it was refused, in words. */
  refused: z.nullable(z.string()),
  /** What was read in this minute, and how often. */
  reads: z.array(z.object({ tool: z.string(), code: z.nullable(z.string()), times: Count })),
});

export const assistantCalls = {
  assistants: call({
    path: '/app/user/assistants',
    method: 'POST',
    access: 'member',
    doc: 'Assistants that the member let in, the newest first, and keys for programs that came where assistants do; those that ended within 30 days too. `endProgramKey` ends one.',
    body: {},
    data: listOf(Assistant),
    refusals: [],
    specified: false,
  }),
  pauseAssistants: call({
    path: '/app/user/pauseAssistants',
    method: 'POST',
    access: 'member',
    doc: 'Pauses all assistants of the account, within a second, or lets them go on: they may neither read nor order meanwhile. Orders that stand stay. Safe to repeat.',
    body: { paused: Bool },
    data: Nothing,
    refusals: [],
    specified: false,
  }),
  assistantActs: call({
    path: '/app/user/assistantActs',
    method: 'POST',
    access: 'member',
    doc: 'What assistants did on a market date, today’s unless said, or on `all` days that are kept (90), the newest first and 300 lines at most, of one `assistant` or of every one: orders placed and cancelled, refusals, rehearsals, and what was read, summed by the minute.',
    body: { marketDate: z.optional(MarketDate), all: z.optional(Bool), assistant: z.optional(IdIn) },
    data: listOf(AssistantAct),
    refusals: [],
    specified: false,
  }),
  assistantProof: call({
    path: '/app/user/assistantProof/{id}',
    method: 'POST',
    access: 'member',
    doc: 'The record of such an act in the signed log, with its proof; null until a checkpoint covers it. The record has what was asked as SHA-256 of `salt` and `asked`.',
    body: { id: IdIn },
    data: z.object({
      grant: Id,
      tool: z.string(),
      reason: z.nullable(z.string()),
      orderId: z.nullable(Id),
      marketDate: z.string(),
      marketTime: z.string(),
      asked: z.string(),
      salt: Hex,
      record: z.nullable(RecordProof),
      log: z.object({ name: z.string(), publicKey: z.string() }),
    }),
    refusals: ['not_found'],
    specified: false,
  }),
  assistantQuestions: call({
    path: '/app/user/assistantQuestions',
    method: 'POST',
    access: 'member',
    doc: 'Orders that assistants would place and that wait for their member, the oldest first. Each is good for two minutes from its rehearsal.',
    body: {},
    data: listOf(AssistantQuestion),
    refusals: [],
    specified: false,
  }),
  answerAssistant: call({
    path: '/app/user/answerAssistant/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Places the order that an assistant asked about, as it was rehearsed, or declines it. Safe to repeat: one question gives one order.',
    body: { id: IdIn, place: Bool },
    data: z.object({ orderId: z.nullable(Id) }),
    refusals: [
      'not_found',
      'assistant_question_over',
      'assistant_question_left',
      ...orderCalls.placeBuyOrder.refusals,
      ...orderCalls.placeSellOrder.refusals,
    ],
    specified: false,
  }),
  assistantRequest: call({
    path: '/app/user/assistantRequest',
    method: 'POST',
    access: 'member',
    doc: 'What an assistant asks its member for, as its browser brought it: the name that it gives itself, where answers go, what it would like to do.',
    body: { request: ConsentRequest },
    data: z.object({
      name: z.string(),
      /** Host and port of where answers go. */
      host: z.string(),
      isThisDevice: z.boolean(),
      scopes: z.array(z.enum(ASSISTANT_SCOPES)),
      /** Where the browser goes when the member says no. */
      declined: z.string(),
    }),
    refusals: ['assistant_request_invalid'],
    specified: false,
  }),
  allowAssistant: call({
    path: '/app/user/allowAssistant',
    method: 'POST',
    access: 'member',
    doc: 'Lets an assistant in for 1, 7 or 30 days: answers where the browser goes, with a code that is good for five minutes and once. One that places orders has a sum and a number of orders for each market day. Needs what a key for programs needs. The same client’s grant before ends.',
    body: {
      request: ConsentRequest,
      scope: z.enum(ASSISTANT_SCOPES, { error: 'invalid_input' }),
      /** Rupees. */
      dayAmount: z.optional(
        Whole.check(
          z.refine((rupees) => rupees > 0 && rupees <= most && rupees % step === 0, { error: 'invalid_input' }),
        ),
      ),
      dayOrders: z.optional(
        Whole.check(z.refine((orders) => orders >= 1 && orders <= ASSISTANT_ORDERS.most, { error: 'invalid_input' })),
      ),
      /** Whether the member is asked about each order. */
      asks: z.optional(Bool),
      days: Whole.check(
        z.refine((days) => (ASSISTANT_DAYS as readonly number[]).includes(days), { error: 'invalid_input' }),
      ),
      transactionPassword: z.optional(TransactionPassword),
      ...OwnersProof,
    },
    data: z.object({ redirect: z.string() }),
    refusals: [
      'assistant_request_invalid',
      'account_not_kept',
      'invalid_input',
      ...NOT_SHOWN,
      ...password,
      'too_many_assistants',
    ],
    specified: false,
  }),
};
