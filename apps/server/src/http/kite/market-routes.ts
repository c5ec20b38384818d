import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interval } from '@khara/contract';
import { addDays, MINUTE_MS } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import type { Depth, Instrument, Quote } from '#src/ports/market.ts';
import type { Door, DoorCaller } from './caller.ts';
import { sendJson, wrongField } from './failure.ts';
import { fieldsIn, listIn, neededText, textIn, wholeIn, wordIn, type Fields } from './fields.ts';
import {
  toClockText,
  EXCHANGE,
  inRupees,
  parseInstant,
  instrumentOfToken,
  isExchange,
  toMarketInstant,
  namedInstrument,
  numberIn,
  listedNumber,
  instrumentToken,
} from './market-words.ts';
import { SIDES } from './order-words.ts';

const MAX_QUOTES = 500;
const MAX_PRICES = 1000;
const DEPTH_LEVELS = 5;

const success = (data: unknown) => ({ status: 'success', data });

/** Instruments, quotes and histories: what each reader may see of the market. */
export function routeMarket(app: FastifyInstance, door: Door): void {
  const { deps } = door;
  const { market, clock } = deps;

  const instruments = async (request: FastifyRequest, reply: FastifyReply) => {
    await door.open(request, { scope: 'read', rate: 'others' });
    const { exchange } = request.params as { exchange?: string }; // the router gives texts
    return sendCsv(request, reply, instrumentsCsv(deps, exchange === undefined || isExchange(exchange)));
  };
  app.get('/instruments', instruments);
  app.get('/instruments/:exchange', instruments);

  /** An answer for each instrument that is named, by the name that was sent; unknown ones are left out. */
  const each = (
    url: string,
    rate: 'quotes' | 'others',
    most: number,
    show: (of: Instrument, quote: Quote) => unknown,
  ) =>
    app.get(url, async (request, reply) => {
      await door.open(request, { scope: 'read', rate });
      const names = listIn(fieldsIn(request.query), 'i');
      if (names.length === 0) throw wrongField('i', '`i` is missing: name instruments as i=KHR:AAMRAI');
      if (names.length > most) throw wrongField('i', `\`i\` names at most ${most} instruments`);
      const answers = names.flatMap((name) => {
        const instrument = namedInstrument(market, name);
        const quote = instrument && market.quote(instrument.code);
        return instrument && quote ? [[name, show(instrument, quote)] as const] : [];
      });
      return sendJson(reply, success(Object.fromEntries(answers)));
    });
  each('/quote', 'quotes', MAX_QUOTES, (instrument, quote) => toQuote(deps, instrument, quote));
  each('/quote/ohlc', 'others', MAX_PRICES, (instrument, quote) => ({
    instrument_token: instrumentToken(instrument),
    last_price: inRupees(quote.lastPrice),
    ohlc: toOhlc(quote),
  }));
  each('/quote/ltp', 'others', MAX_PRICES, (instrument, quote) => ({
    instrument_token: instrumentToken(instrument),
    last_price: inRupees(quote.lastPrice),
  }));

  app.get('/instruments/trigger_range/:side', async (request, reply) => {
    await door.open(request, { scope: 'read', rate: 'others' });
    const side = wordIn(fieldsIn(request.params), 'side', SIDES);
    const names = listIn(fieldsIn(request.query), 'i');
    const ranges = names.flatMap((name) => {
      const instrument = namedInstrument(market, name);
      const quote = instrument && market.quote(instrument.code);
      if (!quote || instrument.kind !== 'share') return [];
      const { bandLow, bandHigh, lastPrice } = quote;
      // A stop to buy stands above the last price, one to sell below it.
      const [lower, upper] = side === 'buy' ? [lastPrice, bandHigh] : [bandLow, lastPrice];
      const range = {
        instrument_token: instrumentToken(instrument),
        lower: inRupees(lower),
        upper: inRupees(upper),
        percentage: lastPrice === 0 ? 0 : ((upper - lower) / lastPrice) * 100,
      };
      return [[name, range] as const];
    });
    return sendJson(reply, success(Object.fromEntries(ranges)));
  });

  app.get('/instruments/historical/:token/:interval', async (request, reply) => {
    const caller = await door.open(request, { scope: 'read', rate: 'histories' });
    const params = fieldsIn(request.params);
    const token = wholeIn(params, 'token', 'of an instrument');
    const instrument = token === undefined ? undefined : instrumentOfToken(market, token);
    if (!instrument) throw wrongField('instrument_token', 'There is no such instrument');
    const span = readSpan(params, fieldsIn(request.query), Date.parse(market.now().marketTime));
    const candles = await readCandles(caller, instrument.code, span);
    const wantsInterest = textIn(fieldsIn(request.query), 'oi') === '1';
    return sendJson(reply, success({ candles: wantsInterest ? candles.map((candle) => [...candle, 0]) : candles }));
  });

  function toQuote(of: Pick<Deps, 'market'>, instrument: Instrument, quote: Quote) {
    const { lastPrice, previousClose, lastTradeAt, volume, averagePrice, bandLow, bandHigh } = quote;
    const depth = of.market.depth(instrument.code, DEPTH_LEVELS);
    const now = clock.now();
    const time = (realMs: number) => toClockText(toMarketInstant(of.market, now, realMs));
    return {
      instrument_token: instrumentToken(instrument),
      timestamp: time(now),
      last_trade_time: lastTradeAt === undefined ? null : time(lastTradeAt),
      last_price: inRupees(lastPrice),
      last_quantity: quote.lastQuantity ?? 0,
      buy_quantity: depth?.totalBid ?? 0,
      sell_quantity: depth?.totalAsk ?? 0,
      volume,
      average_price: inRupees(averagePrice),
      oi: 0,
      oi_day_high: 0,
      oi_day_low: 0,
      net_change: inRupees(lastPrice - previousClose),
      lower_circuit_limit: inRupees(bandLow),
      upper_circuit_limit: inRupees(bandHigh),
      ohlc: toOhlc(quote),
      depth: { buy: toLevels(depth?.bids), sell: toLevels(depth?.asks) },
    };
  }
}

const toOhlc = ({ openPrice, highPrice, lowPrice, previousClose }: Quote) => ({
  open: inRupees(openPrice),
  high: inRupees(highPrice),
  low: inRupees(lowPrice),
  close: inRupees(previousClose),
});

/** Always five levels: what is not there is zero. */
const toLevels = (levels: Depth['bids'] = []) =>
  Array.from({ length: DEPTH_LEVELS }, (_level, at) => {
    const [price = 0, quantity = 0, orders = 0] = levels[at] ?? [];
    return { price: inRupees(price), quantity, orders };
  });

const COLUMNS =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange';

function instrumentsCsv({ market, config }: Pick<Deps, 'market' | 'config'>, isOurs: boolean): string {
  const lines = (isOurs ? market.instruments() : []).map((instrument) => {
    const { code, kind, issuer, index, tick } = instrument;
    const name = issuer?.names.en ?? index?.names.en ?? code;
    return [
      instrumentToken(instrument),
      listedNumber(instrument),
      code,
      /[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
      inRupees(market.quote(code)?.lastPrice),
      '',
      0,
      inRupees(kind === 'share' ? tick : 1),
      kind === 'share' ? (issuer?.lotSize ?? 1) * config.SHARES_PER_HAND : 0,
      'EQ',
      kind === 'share' ? EXCHANGE : 'INDICES',
      EXCHANGE,
    ].join(',');
  });
  // Clients take an empty last line for an instrument.
  return [COLUMNS, ...lines].join('\n');
}

/** Clients compare the type whole: no charset stands behind it. */
export function sendCsv(request: FastifyRequest, reply: FastifyReply, csv: string): FastifyReply {
  void reply.header('content-type', 'text/csv').header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(Buffer.from(csv));
  return reply.header('content-encoding', 'gzip').send(gzipSync(csv));
}

type Spacing = {
  /** The candles that it is made of. */
  readonly of: Interval;
  /** Minutes of one, where they are joined from smaller ones. */
  readonly joined?: number;
  /** Days in one answer, at most. */
  readonly days: number;
};

const SPACINGS: Readonly<Record<string, Spacing>> = {
  MINUTE: { of: '1m', days: 30 },
  '3MINUTE': { of: '1m', joined: 3, days: 90 },
  '5MINUTE': { of: '5m', days: 90 },
  '10MINUTE': { of: '5m', joined: 10, days: 90 },
  '15MINUTE': { of: '15m', days: 180 },
  '30MINUTE': { of: '15m', joined: 30, days: 180 },
  '60MINUTE': { of: '1h', days: 365 },
  HOUR: { of: '1h', days: 365 },
  DAY: { of: '1d', days: 2000 },
};

type Span = { readonly spacing: Spacing; readonly from: number; readonly to: number };

const toDay = (instant: number): string => toClockText(instant).slice(0, 10);

/** What is asked for. What has not happened yet is cut off. */
function readSpan(params: Fields, query: Fields, now: number): Span {
  const spacing = wordIn(params, 'interval', SPACINGS);
  const from = parseInstant('from', neededText(query, 'from'));
  const to = parseInstant('to', neededText(query, 'to'), true);
  if (from > to) throw wrongField('from', '`from` is after `to`');
  if (addDays(toDay(from), spacing.days) < toDay(to))
    throw wrongField('from', `At most ${spacing.days} days of this interval in one request`);
  return { spacing, from, to: Math.min(to, now) };
}

type Candle = readonly [time: string, open: number, high: number, low: number, close: number, volume: number];
type Raw = { readonly t: number; open: number; high: number; low: number; close: number; volume: number };

const PAGE = 1000;
const DAY_MINUTES = 1440;
const INDIA_MINUTES = 330;
/** 09:15, from which spans of minutes are counted. */
const OPENING = 555;

async function readCandles(caller: DoorCaller, code: string, { spacing, from, to }: Span): Promise<readonly Candle[]> {
  const isDay = spacing.of === '1d';
  const found: Raw[] = []; // newest first
  for (let before = to + 1; ;) {
    const { candles } = await caller.ask('candles', { code, interval: spacing.of, to: before, limit: PAGE });
    for (const [t, open, high, low, close, volume] of candles.toReversed())
      found.push({ t, open: numberIn(open), high: numberIn(high), low: numberIn(low), close: numberIn(close), volume });
    const oldest = candles[0]?.[0];
    if (oldest === undefined || candles.length < PAGE || oldest < from) break;
    before = oldest;
  }
  // A day begins at midnight to those who ask for days.
  const since = isDay ? parseInstant('from', toDay(from)) : from;
  const wanted = found.filter(({ t }) => t >= since).reverse();
  return (spacing.joined === undefined ? wanted : joined(wanted, spacing.joined)).map((candle) => [
    candleTime(candle.t, isDay),
    candle.open,
    candle.high,
    candle.low,
    candle.close,
    candle.volume,
  ]);
}

const candleTime = (instant: number, isDay: boolean): string => {
  const [day = '', time = ''] = toClockText(instant).split(' ');
  return `${day}T${isDay ? '00:00:00' : time}+0530`;
};

/** Candles of several minutes each, counted from the opening. */
function joined(candles: readonly Raw[], minutes: number): Raw[] {
  const spans: Raw[] = [];
  for (const candle of candles) {
    const minute = (Math.floor(candle.t / MINUTE_MS) + INDIA_MINUTES) % DAY_MINUTES;
    const begins = candle.t - ((((minute - OPENING) % minutes) + minutes) % minutes) * MINUTE_MS;
    const last = spans.at(-1);
    if (last?.t === begins) {
      last.high = Math.max(last.high, candle.high);
      last.low = Math.min(last.low, candle.low);
      last.close = candle.close;
      last.volume += candle.volume;
    } else spans.push({ ...candle, t: begins });
  }
  return spans;
}
