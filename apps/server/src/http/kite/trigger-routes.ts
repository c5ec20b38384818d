import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Data } from '@khara/contract';
import type { MarketView } from '#src/ports/market.ts';
import type { Door } from './caller.ts';
import { sendJson, wrongField } from './failure.ts';
import { fieldsIn, neededText, priceIn, sharesIn, wordIn, type Fields } from './fields.ts';
import { EXCHANGE, inRupees, numberIn, tokenOf } from './market-words.ts';
import { all, codeIn, lots, requestIdOf } from './order-routes.ts';
import { PRODUCTS, productOf, SIDES } from './order-words.ts';

type Trigger = Data<'triggerDetail'>;

const TYPES = { SINGLE: 1, 'TWO-LEG': 2 } as const;
/** So many of those that are over are listed beside those that wait. */
const MOST_DONE = 50;
const success = (data: unknown) => ({ status: 'success', data });
const idIn = (request: FastifyRequest): string => neededText(fieldsIn(request.params), 'id');

/** Orders that wait for a price (GTT): with one leg, or a stop and a target. */
export function routeTriggers(app: FastifyInstance, door: Door): void {
  const { market, config } = door.deps;
  const reads = { scope: 'read', rate: 'others' } as const;
  const writes = { scope: 'trade', rate: 'orders' } as const;
  const shown = (trigger: Trigger, userId: string) => triggerFacts(market, trigger, userId);

  app.get('/gtt/triggers', async (request, reply) => {
    const caller = await door.open(request, reads);
    const [waiting, done] = await Promise.all([
      all(caller, 'triggers', { state: 'waiting' }),
      caller.ask('triggers', { state: 'done', size: MOST_DONE }),
    ]);
    const { userId } = caller.program.member;
    return sendJson(reply, success([...waiting, ...done.list].map((trigger) => shown(trigger, userId))));
  });
  app.get('/gtt/triggers/:id', async (request, reply) => {
    const caller = await door.open(request, reads);
    const trigger = await caller.ask('triggerDetail', { id: idIn(request) });
    return sendJson(reply, success(shown(trigger, caller.program.member.userId)));
  });
  app.post('/gtt/triggers', async (request, reply) => {
    const caller = await door.open(request, writes);
    const fields = termsOf(market, fieldsIn(request.body), config.SHARES_PER_HAND);
    const { id } = await caller.ask('placeTrigger', { ...fields, requestId: requestIdOf(request) ?? randomUUID() });
    return sendJson(reply, success({ trigger_id: Number(id) }));
  });
  app.put('/gtt/triggers/:id', async (request, reply) => {
    const caller = await door.open(request, writes);
    const { quantity, legs } = termsOf(market, fieldsIn(request.body), config.SHARES_PER_HAND);
    const { id } = await caller.ask('changeTrigger', { id: idIn(request), quantity, legs });
    return sendJson(reply, success({ trigger_id: Number(id) }));
  });
  app.delete('/gtt/triggers/:id', async (request, reply) => {
    const caller = await door.open(request, writes);
    const { id } = await caller.ask('removeTrigger', { id: idIn(request) });
    return sendJson(reply, success({ trigger_id: Number(id) }));
  });
}

/** A part of a form that is JSON text; clients of JSON send it as it is. */
function jsonIn(fields: Fields, name: string): unknown {
  const value = fields[name];
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw wrongField(name, `\`${name}\` is JSON`);
  }
}

/** A trigger's terms, as the app's calls take them: the lower price is reached from above. */
function termsOf(market: MarketView, fields: Fields, lotSize: number) {
  const count = wordIn(fields, 'type', TYPES);
  const condition = fieldsIn(jsonIn(fields, 'condition'));
  const orders = [jsonIn(fields, 'orders') ?? []].flat().map(fieldsIn);
  const prices = [condition['trigger_values'] ?? []].flat().map((value) => priceIn({ value }, 'value'));
  const [first] = orders;
  if (!first || orders.length !== count || prices.length !== count || prices.includes(undefined))
    throw wrongField('orders', `A ${count === 1 ? 'single' : 'two-leg'} trigger has ${count} prices and orders`);
  const code = codeIn(condition);
  const last = inRupees(market.quote(code)?.lastPrice);
  const legs = orders.map((order, at) => {
    if (neededText(order, 'order_type') !== 'LIMIT') throw wrongField('order_type', '`order_type` is LIMIT');
    const triggerPrice = prices[at]!; // each is there
    const isAbove = count === 1 ? Number(triggerPrice) > last : Number(triggerPrice) >= Math.max(...prices.map(Number));
    return { condition: isAbove ? 'above' : 'below', triggerPrice, price: priceIn(order, 'price') };
  });
  const same = (name: string) => orders.every((order) => String(order[name]) === String(first[name]));
  if (!['transaction_type', 'quantity', 'product'].every(same))
    throw wrongField('orders', 'Both orders have the same side, quantity and product');
  return {
    code,
    side: wordIn(first, 'transaction_type', SIDES),
    product: wordIn(first, 'product', PRODUCTS),
    quantity: lots(sharesIn(first, 'quantity'), 'quantity', lotSize),
    legs: legs.toSorted((a, b) => Number(a.triggerPrice) - Number(b.triggerPrice)),
  };
}

const STATES = {
  waiting: 'active',
  firing: 'triggered',
  fired: 'triggered',
  failed: 'rejected',
  ended: 'cancelled',
  expired: 'expired',
  removed: 'deleted',
} as const satisfies Record<Trigger['state'], string>;

function triggerFacts(market: MarketView, trigger: Trigger, userId: string) {
  const { code, side, product, quantity, legs } = trigger;
  const instrument = market.instrument(code);
  const lowestFirst = legs
    .map((leg, number) => ({ ...leg, number }))
    .toSorted((a, b) => numberIn(a.triggerPrice) - numberIn(b.triggerPrice));
  const common = { exchange: EXCHANGE, tradingsymbol: code, product: productOf(product), order_type: 'LIMIT' };
  const transaction_type = side === 'buy' ? 'BUY' : 'SELL';
  return {
    id: Number(trigger.id),
    user_id: userId,
    parent_trigger: null,
    type: legs.length === 2 ? 'two-leg' : 'single',
    // A trigger may be of an earlier market day, whose clock is not known any more.
    created_at: `${trigger.marketDate} 00:00:00`,
    updated_at: trigger.firedMarketTime?.slice(0, 19).replace('T', ' ') ?? `${trigger.marketDate} 00:00:00`,
    expires_at: `${trigger.expiresOn} 15:30:00`,
    status: STATES[trigger.state],
    condition: {
      exchange: EXCHANGE,
      last_price: inRupees(market.quote(code)?.lastPrice),
      tradingsymbol: code,
      trigger_values: lowestFirst.map(({ triggerPrice }) => numberIn(triggerPrice)),
      instrument_token: instrument ? tokenOf(instrument) : 0,
    },
    orders: lowestFirst.map(({ number, price }) => {
      const order = { ...common, transaction_type, quantity, price: numberIn(price) };
      const isFired = trigger.firedLeg === number;
      return { ...order, result: isFired ? resultOf(trigger, userId, order) : null };
    }),
    meta: null,
  };
}

const resultOf = ({ order, reason, firedMarketTime }: Trigger, userId: string, terms: object) => ({
  account_id: userId,
  ...terms,
  validity: 'DAY',
  meta: '{}',
  timestamp: firedMarketTime?.slice(0, 19).replace('T', ' ') ?? '',
  triggered_at: 0,
  order_result: {
    status: order ? 'success' : 'failed',
    order_id: order?.id ?? '',
    rejection_reason: reason ?? '',
  },
});
