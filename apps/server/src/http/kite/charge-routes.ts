import type { FastifyInstance } from 'fastify';
import { MAX_BASKET_ORDERS, type Data } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import type { Door, DoorCaller } from './caller.ts';
import { sendJson, wrongField } from './failure.ts';
import { fieldsIn, neededText, priceIn, refuseNonNumbers, textIn, wordIn, type Fields } from './fields.ts';
import { EXCHANGE, numberIn } from './market-words.ts';
import { codeIn, readTerms } from './order-routes.ts';
import { PRODUCTS, SIDES } from './order-words.ts';

type Preview = Data<'previewOrder'>;

const MAX_ORDERS = 50;

const success = (data: unknown) => ({ status: 'success', data });

/** What orders would need and cost, without placing them. */
export function routeCharges(app: FastifyInstance, door: Door): void {
  const { deps } = door;
  const post = (url: string, answer: (caller: DoorCaller, orders: readonly Fields[], query: Fields) => unknown) =>
    app.post(url, async (request, reply) => {
      const caller = await door.open(request, { scope: 'read', rate: 'others' });
      const { body } = request;
      if (!Array.isArray(body)) throw wrongField('orders', 'The body is a JSON list of orders');
      if (body.length > MAX_ORDERS) throw wrongField('orders', `At most ${MAX_ORDERS} orders`);
      return sendJson(reply, success(await answer(caller, body.map(fieldsIn), fieldsIn(request.query))));
    });
  const readMargins = async (caller: DoorCaller, orders: readonly Fields[]) => {
    const margins = [];
    for (const order of orders) margins.push(await readMargin(caller, order, deps));
    return margins;
  };

  post('/margins/orders', async (caller, orders, query) => {
    const margins = await readMargins(caller, orders);
    return isCompact(query) ? margins.map(compact) : margins;
  });
  post('/margins/basket', async (caller, orders, query) => {
    if (orders.length > MAX_BASKET_ORDERS) throw wrongField('orders', `At most ${MAX_BASKET_ORDERS} orders`);
    const margins = await readMargins(caller, orders);
    const initial = sumMargins(margins);
    const final = { ...initial, ...(await readWholeBasket(caller, orders, deps)) };
    return {
      initial,
      final,
      orders: isCompact(query) ? margins.map(compact) : margins,
      charges: final.charges,
    };
  });
  post('/charges/orders', async (caller, orders) => {
    const notes = [];
    for (const order of orders) notes.push(await readNote(caller, order, deps));
    return notes;
  });
}

/** What orders need one after the other: the second sale of the same shares has none left to close. */
async function readWholeBasket(caller: DoorCaller, orders: readonly Fields[], deps: Door['deps']) {
  const asked = orders.map((fields) => {
    const { tag: _tag, ...terms } = readTerms(fields, 'regular', deps);
    return terms;
  });
  if (asked.length === 0) return {};
  const { margin, charges } = await caller.ask('previewBasket', { orders: asked });
  return { var: numberIn(margin), total: numberIn(margin), charges: toCharges(charges) };
}

const isCompact = (query: Fields): boolean => textIn(query, 'mode') === 'compact';

const toCharges = (charges: Preview['charges']) => ({
  transaction_tax: numberIn(charges.stt),
  transaction_tax_type: 'stt',
  exchange_turnover_charge: numberIn(charges.exchange),
  sebi_turnover_charge: numberIn(charges.sebi),
  brokerage: numberIn(charges.brokerage),
  stamp_duty: numberIn(charges.stamp),
  gst: { igst: numberIn(charges.gst), cgst: 0, sgst: 0, total: numberIn(charges.gst) },
  total: numberIn(charges.total),
});

async function readMargin(caller: DoorCaller, fields: Fields, deps: Door['deps']) {
  const { tag: _tag, ...terms } = readTerms(fields, 'regular', deps);
  const preview = await caller.ask('previewOrder', terms);
  const isDelivery = terms.product === 'delivery';
  const needed = numberIn(preview.margin);
  return {
    type: 'equity',
    tradingsymbol: terms.code,
    exchange: EXCHANGE,
    span: 0,
    exposure: 0,
    option_premium: 0,
    additional: 0,
    bo: 0,
    cash: 0,
    var: needed,
    pnl: { realised: 0, unrealised: 0 },
    leverage: isDelivery || needed === 0 ? 1 : numberIn(preview.value) / needed,
    charges: toCharges(preview.charges),
    total: needed,
  };
}
type Margin = Awaited<ReturnType<typeof readMargin>>;

/** The short form, which clients ask for by default. */
const compact = ({ type, tradingsymbol, exchange, charges, total }: Margin) => ({
  type,
  tradingsymbol,
  exchange,
  charges,
  total,
});

function sumMargins(margins: readonly Margin[]) {
  const sum = (of: (margin: Margin) => number) =>
    numberIn(rupees(margins.reduce((all, margin) => all + (paise(of(margin)) ?? 0n), 0n)));
  return {
    type: '',
    tradingsymbol: '',
    exchange: '',
    span: 0,
    exposure: 0,
    option_premium: 0,
    additional: 0,
    bo: 0,
    cash: 0,
    var: sum((margin) => margin.var),
    pnl: { realised: 0, unrealised: 0 },
    leverage: 0,
    charges: {
      transaction_tax: sum(({ charges }) => charges.transaction_tax),
      transaction_tax_type: 'stt',
      exchange_turnover_charge: sum(({ charges }) => charges.exchange_turnover_charge),
      sebi_turnover_charge: sum(({ charges }) => charges.sebi_turnover_charge),
      brokerage: sum(({ charges }) => charges.brokerage),
      stamp_duty: sum(({ charges }) => charges.stamp_duty),
      gst: {
        igst: sum(({ charges }) => charges.gst.igst),
        cgst: 0,
        sgst: 0,
        total: sum(({ charges }) => charges.gst.total),
      },
      total: sum(({ charges }) => charges.total),
    },
    total: sum(({ total }) => total),
  };
}

/** A contract note's line for an order that was, or would be, executed at an average price. */
async function readNote(caller: DoorCaller, fields: Fields, deps: Door['deps']) {
  refuseNonNumbers(fields);
  const price = priceIn(fields, 'average_price');
  if (price === undefined) throw wrongField('average_price', '`average_price` is missing');
  const executed = { ...fields, order_type: 'LIMIT', price };
  const { tag: _tag, ...terms } = readTerms(executed, 'regular', deps);
  const preview = await caller.ask('previewOrder', terms);
  return {
    transaction_type: wordFor(SIDES, terms.side),
    tradingsymbol: codeIn(fields),
    exchange: EXCHANGE,
    variety: textIn(fields, 'variety') ?? 'regular',
    product: wordFor(PRODUCTS, wordIn(fields, 'product', PRODUCTS)),
    order_type: neededText(fields, 'order_type'),
    quantity: preview.quantity,
    price: Number(price),
    charges: toCharges(preview.charges),
  };
}

const wordFor = (words: Readonly<Record<string, string>>, meaning: string): string =>
  Object.keys(words).find((word) => words[word] === meaning) ?? meaning;
