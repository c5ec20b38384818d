import { isOpenState } from '@khara/broker';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_ORDER_QUANTITY, type CallName, type Data, type Payload } from '@khara/contract';
import { protectedPrice } from '@khara/exchange';
import { asPrice, paise, rupees } from '@khara/money';
import { isNameOfRehearsed } from '#modules/assistants/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { requestHash } from '#src/security/request-hash.ts';
import type { Door, DoorCaller } from './caller.ts';
import { Failure, notOffered, refusedAs, sendJson, wrongField } from './failure.ts';
import {
  decimalIn,
  fieldsIn,
  neededText,
  priceIn,
  refuseNonNumbers,
  sharesIn,
  textIn,
  wholeIn,
  wordIn,
  type Fields,
} from './fields.ts';
import { isExchange } from './market-words.ts';
import { orderFacts, orderStates, PRODUCTS, SIDES, tradeFacts, TYPES, validityIn } from './order-words.ts';

const VARIETIES: ReadonlySet<string> = new Set(['regular', 'amo', 'iceberg']);
const NOT_OFFERED: ReadonlySet<string> = new Set(['co', 'bo', 'auction']);
const MAX_TAG = 20;
const MAX_SLICES = 10;
const PAGE = 100;

// The router gives texts.
const params = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>;
const success = (data: unknown) => ({ status: 'success', data });

/** Placing, changing, cancelling and reading orders. */
export function routeOrders(app: FastifyInstance, door: Door): void {
  const { deps } = door;
  const { market } = deps;
  const reads = (request: FastifyRequest) => door.open(request, { scope: 'read', rate: 'others' });
  const trades = (request: FastifyRequest) => door.open(request, { scope: 'trade', rate: 'orders' });

  app.post('/orders/:variety', async (request, reply) => {
    const caller = await trades(request);
    const variety = readVariety(request);
    const { side, tag, ...terms } = readTerms(fieldsIn(request.body), variety, deps);
    // The exchange takes no after-market order while it takes others.
    const isEarly = variety === 'amo' && market.phase(terms.code) !== 'closed';
    const requestId = readRequestId(request);
    const place = async (quantity: number | undefined, slice: number) => {
      caller.countOrder();
      const { id } = await caller.place({
        side,
        tag,
        fields: { ...terms, quantity, requestId: idOfSlice(requestId, slice) },
        isRepeatable: requestId !== undefined,
        refusal: isEarly && market.instrument(terms.code) ? 'phase_not_accepting' : undefined,
      });
      return id;
    };
    if (!isSliced(fieldsIn(request.body)))
      return sendJson(reply, success({ order_id: await place(terms.quantity, 0) }));
    const [first, ...others] = sliceQuantity(terms.quantity, deps.config.SHARES_PER_HAND);
    const id = await place(first, 0);
    const children = [];
    for (const [at, quantity] of others.entries()) children.push(await asChild(place(quantity, at + 1)));
    return sendJson(reply, success({ order_id: id, children }));
  });

  app.put('/orders/:variety/:id', async (request, reply) => {
    const caller = await trades(request);
    readVariety(request);
    const { id } = params(request) as { id: string };
    const fields = fieldsIn(request.body);
    await caller.ask('modifyOrder', {
      id,
      ...readChange(fields, await caller.ask('orderDetail', { id }), deps),
      requestId: readRequestId(request) ?? randomUUID(),
    });
    return sendJson(reply, success({ order_id: id }));
  });

  app.delete('/orders/:variety/:id', async (request, reply) => {
    const caller = await trades(request);
    readVariety(request);
    const { id } = params(request) as { id: string };
    const { state } = await caller.ask('orderDetail', { id });
    // The app's call answers a second cancel with the order as it is. A program hears that there is nothing to cancel.
    if (!isOpenState(state)) throw refusedAs({ refused: 'order_not_open', field: 'order_id' });
    await caller.ask('cancelOrder', { id });
    return sendJson(reply, success({ order_id: id }));
  });

  app.get('/orders', async (request, reply) => {
    const caller = await reads(request);
    const today = market.now().marketDate;
    const [ofToday, open] = await Promise.all([
      all(caller, 'orders', { from: today, to: today }),
      // Those that wait for a pre-open may be of an earlier day.
      all(caller, 'orders', { state: 'open' }),
    ]);
    const orders = [...new Map([...ofToday, ...open].map((order) => [order.id, order])).values()];
    const oldestFirst = orders.sort((a, b) => a.at - b.at || Number(a.id) - Number(b.id));
    return sendJson(reply, success(oldestFirst.map((order) => orderFacts(market, order))));
  });
  app.get('/orders/:id', async (request, reply) => {
    const caller = await reads(request);
    const detail = await caller.ask('orderDetail', params(request));
    return sendJson(reply, success(orderStates(market, detail)));
  });
  app.get('/orders/:id/trades', async (request, reply) => {
    const caller = await reads(request);
    const { fills } = await caller.ask('orderDetail', params(request));
    return sendJson(reply, success(fills.map((fill) => tradeFacts(market, fill))));
  });
  app.get('/trades', async (request, reply) => {
    const caller = await reads(request);
    const today = market.now().marketDate;
    const fills = await all(caller, 'fills', { from: today, to: today });
    return sendJson(reply, success(fills.toReversed().map((fill) => tradeFacts(market, fill))));
  });
}

const isSliced = (fields: Fields): boolean => textIn(fields, 'autoslice')?.toLowerCase() === 'true';

/** With `autoslice` an order above the most that one may have is several. */
function sliceQuantity(quantity: number | undefined, lotSize: number): readonly (number | undefined)[] {
  const most = Math.floor(MAX_ORDER_QUANTITY / lotSize);
  if (quantity === undefined || quantity <= most) return [quantity];
  const count = Math.ceil(quantity / most);
  if (count > MAX_SLICES) throw wrongField('quantity', `\`autoslice\` makes at most ${MAX_SLICES} orders`);
  return Array.from({ length: count }, (_slice, at) => Math.min(most, quantity - at * most));
}

/** A retry is safe for each slice: its id is made from that of the request. */
const idOfSlice = (requestId: string | undefined, slice: number): string => {
  if (requestId === undefined) return randomUUID();
  return slice === 0 ? requestId : Buffer.from(requestHash({ request: requestId, slice })).toString('base64url');
};

/** What became of a slice: those before it stand. */
const asChild = (placed: Promise<string>) =>
  placed.then(
    (id) => ({ order_id: id }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { error: { code: error.status, error_type: error.name, message: error.message, data: null } };
    },
  );

type Listing = Extract<CallName, 'orders' | 'fills' | 'positions' | 'closedPositions' | 'triggers'>;

/** All rows of a list, page after page. */
export async function all<N extends Listing>(
  caller: DoorCaller,
  name: N,
  of: Payload<N>,
): Promise<readonly Data<N>['list'][number][]> {
  const rows: Data<N>['list'][number][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await caller.ask(name, { ...of, size: PAGE, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.list);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}

function readVariety(request: FastifyRequest): string {
  const { variety = '' } = params(request);
  if (NOT_OFFERED.has(variety)) throw notOffered(`orders of the variety ${variety}`);
  if (!VARIETIES.has(variety)) throw wrongField('variety', '`variety` is one of regular, amo, iceberg');
  return variety;
}

/** Makes a retry safe: the same id and the same order are one order. */
export function readRequestId(request: FastifyRequest): string | undefined {
  const id = request.headers['x-request-id'];
  if (typeof id !== 'string' || id === '') return undefined;
  if (isNameOfRehearsed(id))
    throw wrongField('X-Request-Id', '`X-Request-Id` may not begin with `rehearsal-`: orders of assistants do');
  return id;
}

/** The share that fields name by exchange and symbol. */
export function codeIn(fields: Fields): string {
  if (!isExchange(neededText(fields, 'exchange'))) throw wrongField('exchange', '`exchange` is KHR');
  return neededText(fields, 'tradingsymbol');
}

/** Orders of the app are counted in lots. */
export function lots(shares: number | undefined, field: string, lotSize: number): number | undefined {
  if (shares === undefined || shares % lotSize === 0) return shares === undefined ? undefined : shares / lotSize;
  throw wrongField(field, `\`${field}\` is a multiple of ${lotSize}`);
}

/** An order's terms, as the app's calls take them. */
export function readTerms(fields: Fields, variety: string, { config, market }: Pick<Deps, 'config' | 'market'>) {
  refuseNonNumbers(fields);
  const lotSize = config.SHARES_PER_HAND;
  const type = wordIn(fields, 'order_type', TYPES);
  const isMarket = type === 'market' || type === 'sl_m';
  const bps = isMarket ? protectionIn(fields) : undefined;
  const tag = textIn(fields, 'tag');
  if (tag !== undefined && tag.length > MAX_TAG) throw wrongField('tag', `\`tag\` has at most ${MAX_TAG} characters`);
  const shares = sharesIn(fields, 'quantity');
  const shown = variety === 'iceberg' ? legIn(fields, shares) : sharesIn(fields, 'disclosed_quantity');
  const code = codeIn(fields);
  const side = wordIn(fields, 'transaction_type', SIDES);
  const trigger = isStop(type) ? priceIn(fields, 'trigger_price') : undefined;
  // A stop at the market finds its price when it triggers: with a protection of its own it is one with a limit.
  const isLimited = type === 'sl_m' && bps !== undefined && trigger !== undefined;
  return {
    code,
    side,
    type: isLimited ? 'sl' : type,
    product: wordIn(fields, 'product', PRODUCTS),
    ...validityIn(fields),
    quantity: lots(shares, 'quantity', lotSize),
    // Clients send a price of an order that has none, and a trigger of one that has no trigger.
    price: isLimited
      ? protectedFrom(trigger, { side, bps, tick: market.instrument(code)?.tick ?? 1 })
      : isMarket
        ? undefined
        : priceIn(fields, 'price'),
    triggerPrice: trigger,
    ...(type === 'market' && bps !== undefined && { protection: rupees(BigInt(bps)) }),
    disclosedQuantity: shown === shares ? undefined : lots(shown, 'disclosed_quantity', lotSize),
    tag,
  } as const;
}

/**
 * The protection of an order at the market, in basis points; undefined: Khara's own. One without any is taken from no
 * program, by the rules of April 2026.
 */
function protectionIn(fields: Fields): number | undefined {
  if ((textIn(fields, 'market_protection') ?? '-1') === '-1') return undefined;
  const percent = decimalIn(fields, 'market_protection', '-1 for the market’s own, or a percentage')!; // it is there
  if (percent > 0 && percent <= 100) return Math.max(1, Math.round(percent * 100));
  throw wrongField(
    'market_protection',
    '`market_protection` is -1 for the market’s own, or a percentage above 0 to 100. An order at the market needs one',
  );
}

/** The limit of a stop that is protected from its trigger on, in rupees. */
const protectedFrom = (
  trigger: string,
  { side, bps, tick }: { readonly side: 'buy' | 'sell'; readonly bps: number; readonly tick: number },
): string => rupees(BigInt(protectedPrice(side, asPrice(paise(trigger) ?? 0n), tick, tick, Infinity, bps)));

/** What an iceberg shows at a time: its quantity is cut into this number of legs. */
function legIn(fields: Fields, shares: number | undefined): number {
  const legs = wholeIn(fields, 'iceberg_legs', 'of legs') ?? 0;
  const leg = sharesIn(fields, 'iceberg_quantity') ?? 0;
  if (legs < 2 || legs > 10) throw wrongField('iceberg_legs', '`iceberg_legs` is a number from 2 to 10');
  if (leg === 0 || Math.ceil((shares ?? 0) / leg) !== legs)
    throw wrongField('iceberg_quantity', '`iceberg_quantity` is the quantity of each leg');
  return leg;
}

/**
 * A change as the app's call takes it. Clients send the whole order again: a price of an order that has none, and a
 * trigger of one that has no trigger, say nothing.
 */
function readChange(fields: Fields, order: Data<'orderDetail'>, { config, market }: Pick<Deps, 'config' | 'market'>) {
  refuseNonNumbers(fields);
  const lotSize = config.SHARES_PER_HAND;
  const isGiven = (name: string) => textIn(fields, name) !== undefined;
  const asked = isGiven('order_type') ? wordIn(fields, 'order_type', TYPES) : order.type;
  const isMarket = asked === 'market' || asked === 'sl_m';
  // Clients send -1 again with what else they change: the protection stays what it is.
  const bps = isMarket && isGiven('market_protection') ? protectionIn(fields) : undefined;
  const trigger = isStop(asked) ? priceIn(fields, 'trigger_price') : undefined;
  const stop = trigger ?? (isStop(order.type) ? order.triggerPrice : undefined) ?? undefined;
  const isLimited = asked === 'sl_m' && bps !== undefined && stop !== undefined;
  const type = isLimited ? 'sl' : asked;
  const { side, code } = order;
  return {
    type: isGiven('order_type') ? type : undefined,
    ...(isGiven('validity') && validityIn(fields)),
    quantity: lots(sharesIn(fields, 'quantity'), 'quantity', lotSize),
    price: isLimited
      ? protectedFrom(stop, { side, bps, tick: market.instrument(code)?.tick ?? 1 })
      : isMarket
        ? undefined
        : priceIn(fields, 'price'),
    triggerPrice: trigger,
    ...(type === 'market' && bps !== undefined && { protection: rupees(BigInt(bps)) }),
    disclosedQuantity: lots(sharesIn(fields, 'disclosed_quantity'), 'disclosed_quantity', lotSize),
  };
}

const isStop = (type: string): boolean => type === 'sl' || type === 'sl_m';
