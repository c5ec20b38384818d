import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Data } from '@khara/contract';
import { mulDiv, paise, percent, rupees, showDecimal } from '@khara/money';
import type { MarketView } from '#src/ports/market.ts';
import type { Door, DoorCaller } from './caller.ts';
import { refusedAs, sendJson, wrongField } from './failure.ts';
import { fieldsIn, sharesIn, wordIn, type Fields } from './fields.ts';
import { clockText, EXCHANGE, inRupees, numberIn, instrumentToken } from './market-words.ts';
import { all, codeIn, lots, readRequestId } from './order-routes.ts';
import { productWord, PRODUCTS, SIDES } from './order-words.ts';

type Position = Data<'positions'>['list'][number];
type DayPosition = Data<'dayPositions'>['list'][number];

const success = (data: unknown) => ({ status: 'success', data });
/** Amounts are summed in paise: binary rupees would drift. */
const amountIn = (money: string | number | null | undefined): bigint => paise(money ?? 0) ?? 0n;
const amount = (of: bigint): number => numberIn(rupees(of));
/** An average, to the ten-thousandth of a rupee. */
const averagePrice = (value: bigint, count: number): number =>
  count === 0 ? 0 : Number(showDecimal(mulDiv(value, 100n, BigInt(count), 'half_up'), 4));

/** What a member holds, and what the day's trades made of it. */
export function routePortfolio(app: FastifyInstance, door: Door): void {
  const { market } = door.deps;
  const get = (url: string, answer: (caller: DoorCaller) => unknown) =>
    app.get(url, async (request, reply) => {
      const caller = await door.open(request, { scope: 'read', rate: 'others' });
      return sendJson(reply, success(await answer(caller)));
    });
  const holdings = async (caller: DoorCaller) => {
    const held = await all(caller, 'positions', { product: 'delivery' });
    return held.map((position) => toHolding(market, position));
  };

  get('/portfolio/holdings', holdings);
  get('/portfolio/holdings/summary', async (caller) => summarizeHoldings(await holdings(caller)));
  get('/portfolio/holdings/compact', async (caller) =>
    (await holdings(caller)).map(({ exchange, tradingsymbol, instrument_token, t1_quantity, quantity }) => ({
      exchange,
      tradingsymbol,
      instrument_token,
      t1_quantity,
      quantity,
    })),
  );
  get('/portfolio/holdings/auctions', () => []);
  get('/portfolio/positions', (caller) => readPositions(market, caller));
  app.route({
    method: 'PUT',
    url: '/portfolio/positions',
    handler: async (request, reply) => {
      const caller = await door.open(request, { scope: 'trade', rate: 'orders' });
      const change = readChange(fieldsIn(request.body), door.deps.config.SHARES_PER_HAND);
      await caller.ask('changeProduct', { ...change, requestId: readRequestId(request) ?? randomUUID() });
      return sendJson(reply, success(true));
    },
  });
}

/** The change of a position's product, as the app's call takes it: of what was bought today. */
function readChange(fields: Fields, lotSize: number) {
  const [from, product] = [wordIn(fields, 'old_product', PRODUCTS), wordIn(fields, 'new_product', PRODUCTS)];
  if (from === product) throw wrongField('new_product', '`new_product` is another than `old_product`');
  const day = wordIn(fields, 'position_type', { DAY: true, OVERNIGHT: false });
  const side = wordIn(fields, 'transaction_type', SIDES);
  const quantity = lots(sharesIn(fields, 'quantity'), 'quantity', lotSize);
  if (!day) throw refusedAs({ refused: 'above_convertible', field: 'position_type' });
  if (side === 'sell') throw refusedAs({ refused: 'short_position', field: 'transaction_type' });
  return { code: codeIn(fields), product, quantity };
}

function toHolding(market: MarketView, position: Position) {
  const { code, quantity, settledQuantity: settled } = position;
  const instrument = market.instrument(code);
  const last = numberIn(position.marketPrice);
  const close = inRupees(market.quote(code)?.previousClose);
  return {
    tradingsymbol: code,
    exchange: EXCHANGE,
    instrument_token: instrument ? instrumentToken(instrument) : 0,
    isin: instrument?.issuer?.isin ?? '',
    product: 'CNC',
    price: 0,
    quantity: settled,
    used_quantity: quantity - position.sellableQuantity,
    t1_quantity: quantity - settled,
    realised_quantity: settled,
    authorised_quantity: 0,
    authorised_date: `${clockText(market.now().marketTime).slice(0, 10)} 00:00:00`,
    authorisation: {},
    opening_quantity: settled,
    short_quantity: 0,
    collateral_quantity: 0,
    collateral_type: '',
    discrepancy: false,
    average_price: numberIn(position.buyingPrice),
    last_price: last,
    close_price: close,
    pnl: numberIn(position.totalProfit),
    day_change: amount(amountIn(last) - amountIn(close)),
    day_change_percentage: close === 0 ? 0 : ((last - close) / close) * 100,
    mtf: { quantity: 0, used_quantity: 0, average_price: 0, value: 0, initial_margin: 0 },
  };
}

const toPercent = (part: bigint, of: bigint): number => (of === 0n ? 0 : Number(percent(part, of)));

function summarizeHoldings(holdings: readonly ReturnType<typeof toHolding>[]) {
  let [invested, current, today] = [0n, 0n, 0n];
  for (const { quantity, t1_quantity: unsettled, last_price: last, day_change: change, pnl } of holdings) {
    const shares = BigInt(quantity + unsettled);
    const value = shares * amountIn(last);
    current += value;
    invested += value - amountIn(pnl);
    today += shares * amountIn(change);
  }
  const total = current - invested;
  return {
    total_pnl: amount(total),
    total_pnl_percent: toPercent(total, invested),
    today_pnl: amount(today),
    today_pnl_percent: toPercent(today, current - today),
    invested_amount: amount(invested),
    current_value: amount(current),
  };
}

/**
 * Positions of the day: what was bought and sold today. Shares held from earlier days are holdings. `net` has intraday
 * positions that an earlier day left, too.
 */
async function readPositions(market: MarketView, caller: DoorCaller) {
  const { list } = await caller.ask('dayPositions', {});
  return {
    net: list.map((position) => positionFacts(market, position)),
    day: list
      .filter(({ buyQuantity, sellQuantity }) => buyQuantity + sellQuantity > 0)
      .map((position) => positionFacts(market, { ...position, overnightQuantity: 0, overnightValue: '0' })),
  };
}

function positionFacts(
  market: MarketView,
  position: Pick<
    DayPosition,
    | 'code'
    | 'product'
    | 'overnightQuantity'
    | 'overnightValue'
    | 'buyQuantity'
    | 'buyValue'
    | 'sellQuantity'
    | 'sellValue'
  >,
) {
  const { code, product, overnightQuantity: before, buyQuantity: bought, sellQuantity: sold } = position;
  const [boughtPaise, soldPaise] = [amountIn(position.buyValue), amountIn(position.sellValue)];
  const beforePaise = amountIn(position.overnightValue);
  const instrument = market.instrument(code);
  const quote = market.quote(code);
  const last = quote?.lastPrice ?? 0;
  const quantity = before + bought - sold;
  const [buyQuantity, buyValue] = before > 0 ? [bought + before, boughtPaise + beforePaise] : [bought, boughtPaise];
  const [sellQuantity, sellValue] = before < 0 ? [sold - before, soldPaise + beforePaise] : [sold, soldPaise];
  const [openedValue, openedQuantity] = quantity > 0 ? [buyValue, buyQuantity] : [sellValue, sellQuantity];
  const value = BigInt(quantity) * BigInt(last);
  const profit = sellValue - buyValue + value;
  const unrealised =
    quantity === 0 ? 0n : value - mulDiv(openedValue, BigInt(quantity), BigInt(openedQuantity), 'half_up');
  return {
    tradingsymbol: code,
    exchange: EXCHANGE,
    instrument_token: instrument ? instrumentToken(instrument) : 0,
    product: productWord(product),
    quantity,
    overnight_quantity: before,
    multiplier: 1,
    average_price: quantity === 0 ? 0 : averagePrice(openedValue, openedQuantity),
    close_price: inRupees(quote?.previousClose),
    last_price: inRupees(last),
    value: amount(sellValue - buyValue),
    pnl: amount(profit),
    m2m: amount(profit),
    unrealised: amount(unrealised),
    realised: amount(profit - unrealised),
    buy_quantity: buyQuantity,
    buy_price: averagePrice(buyValue, buyQuantity),
    buy_value: amount(buyValue),
    buy_m2m: amount(buyValue),
    sell_quantity: sellQuantity,
    sell_price: averagePrice(sellValue, sellQuantity),
    sell_value: amount(sellValue),
    sell_m2m: amount(sellValue),
    day_buy_quantity: bought,
    day_buy_price: averagePrice(boughtPaise, bought),
    day_buy_value: amount(boughtPaise),
    day_sell_quantity: sold,
    day_sell_price: averagePrice(soldPaise, sold),
    day_sell_value: amount(soldPaise),
  };
}
