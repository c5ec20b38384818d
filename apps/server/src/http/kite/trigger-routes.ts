import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Data } from '@khara/contract';
import type { MarketView } from '#src/ports/market.ts';
import type { Door } from './caller.ts';
import { refusedAs, sendJson, wrongField } from './failure.ts';
import { fieldNameAt } from './field-names.ts';
import { fieldsIn, neededText, priceIn, sharesIn, textIn, wordIn, type Fields } from './fields.ts';
import { EXCHANGE, inRupees, numberIn, instrumentToken } from './market-words.ts';
import { all, codeIn, lots, readRequestId } from './order-routes.ts';
import { PRODUCTS, productWord, SIDES, TYPES as TYPES_OF_ORDER } from './order-words.ts';

type Trigger = Data<'triggerDetail'>;

const TYPES = { SINGLE: 1, 'TWO-LEG': 2 } as const;
/** Ended triggers that are listed beside those that wait, at most. */
const MAX_DONE = 50;
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
      caller.ask('triggers', { state: 'done', size: MAX_DONE }),
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
    const fields = readTerms(market, fieldsIn(request.body), config.SHARES_PER_HAND);
    const { id } = await caller.ask('placeTrigger', { ...fields, requestId: readRequestId(request) ?? randomUUID() });
    return sendJson(reply, success({ trigger_id: Number(id) }));
  });
  app.put('/gtt/triggers/:id', async (request, reply) => {
    const caller = await door.open(request, writes);
    const { quantity, legs, ...kept } = readTerms(market, fieldsIn(request.body), config.SHARES_PER_HAND);
    const trigger = await caller.ask('triggerDetail', { id: idIn(request) });
    for (const name of ['code', 'side', 'product'] as const)
      if (kept[name] !== trigger[name]) throw wrongField(fieldNameAt('placeTrigger', name), 'A change keeps this');
    const { id } = await caller.ask('changeTrigger', { id: trigger.id, quantity, legs });
    return sendJson(reply, success({ trigger_id: Number(id) }));
  });
  app.delete('/gtt/triggers/:id', async (request, reply) => {
    const caller = await door.open(request, writes);
    const { state } = await caller.ask('triggerDetail', { id: idIn(request) });
    // The app's call answers a second time with the trigger as it is. A program hears that there is nothing to delete.
    if (state === 'removed') throw refusedAs({ refused: 'trigger_not_waiting', field: 'trigger_id' });
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
function readTerms(market: MarketView, fields: Fields, lotSize: number) {
  const count = wordIn(fields, 'type', TYPES);
  const condition = fieldsIn(jsonIn(fields, 'condition'));
  const orders = [jsonIn(fields, 'orders') ?? []].flat().map(fieldsIn);
  const prices = [condition['trigger_values'] ?? []]
    .flat()
    .map((each) => priceIn({ trigger_values: each }, 'trigger_values'));
  const [first] = orders;
  if (!first || orders.length !== count || prices.length !== count || prices.includes(undefined))
    throw wrongField('orders', `A ${count === 1 ? 'single' : 'two-leg'} trigger has ${count} prices and orders`);
  const code = codeIn(condition);
  const last = inRupees(market.quote(code)?.lastPrice);
  const tick = market.instrument(code)?.tick ?? 1;
  const onTick = (name: string, price: string): string => {
    if (Math.round(Number(price) * 100) % tick === 0) return price;
    throw wrongField(name, `\`${name}\` is a multiple of ${inRupees(tick)}`);
  };
  const legs = orders.map((order, at) => {
    if (codeIn(order) !== code) throw wrongField('tradingsymbol', 'Orders are of the share of the condition');
    if (wordIn(order, 'order_type', TYPES_OF_ORDER) !== 'limit')
      throw wrongField('order_type', '`order_type` is LIMIT');
    const price = priceIn(order, 'price');
    if (price === undefined) throw wrongField('price', '`price` is missing');
    const triggerPrice = onTick('trigger_values', prices[at]!); // each is there
    const isAbove = count === 1 ? Number(triggerPrice) > last : Number(triggerPrice) >= Math.max(...prices.map(Number));
    return { condition: isAbove ? 'above' : 'below', triggerPrice, price: onTick('price', price) };
  });
  for (const name of ['transaction_type', 'quantity', 'product'])
    if (orders.some((order) => textIn(order, name) !== textIn(first, name)))
      throw wrongField(name, 'Both orders have the same side, quantity and product');
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
  firing: 'active', // until it is known what became of its order
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
  const common = { exchange: EXCHANGE, tradingsymbol: code, product: productWord(product), order_type: 'LIMIT' };
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
      instrument_token: instrument ? instrumentToken(instrument) : 0,
    },
    orders: lowestFirst.map(({ number, triggerPrice, price }) => {
      const order = { ...common, transaction_type, quantity, price: numberIn(price) };
      const isOver = trigger.firedLeg === number && trigger.state !== 'firing';
      return { ...order, result: isOver ? toResult(trigger, userId, order, numberIn(triggerPrice)) : null };
    }),
    meta: null,
  };
}

/** What became of a leg. `triggeredAt`: the price that fired it. */
const toResult = ({ order, reason, firedMarketTime }: Trigger, userId: string, terms: object, triggeredAt: number) => ({
  account_id: userId,
  ...terms,
  validity: 'DAY',
  meta: '{}',
  timestamp: firedMarketTime?.slice(0, 19).replace('T', ' ') ?? '',
  triggered_at: triggeredAt,
  order_result: {
    status: order ? 'success' : 'failed',
    order_id: order?.id ?? '',
    rejection_reason: reason ?? '',
  },
});
