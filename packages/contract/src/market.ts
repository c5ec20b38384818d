import * as z from 'zod/mini';
import { call } from './call.ts';
import { MARKET_PHASES } from './config.ts';
import { FileAnswer } from './file.ts';
import {
  Bool,
  Count,
  Id,
  IdIn,
  Instant,
  listOf,
  MarginRate,
  MarketDate,
  Page,
  Percent,
  Price,
  StockCode,
  Whole,
  plain,
} from './wire.ts';

export const QUOTE_LISTS = ['all', 'gainers', 'losers', 'active', 'watchlist', 'indices'] as const;
export const INTERVALS = ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];

const quote = {
  code: z.string(),
  /** In the language asked for. */
  name: z.string(),
  exchange: z.string(),
  price: Price,
  changeAmount: Price,
  changePercent: Percent,
  /** Null until the first trade of the day. */
  open: z.nullable(Price),
  high: z.nullable(Price),
  low: z.nullable(Price),
  prevClose: Price,
  volume: Count,
  /** Traded value of the day in rupees. */
  value: Price,
  /** In rupees; null for an index. */
  marketCap: z.nullable(Price),
  /** Null of a loss, of a fund and of an index. */
  pe: z.nullable(Price),
  /** What stands in the place of the P/E of a loss, in the language asked for: "loss". */
  peWord: z.optional(z.string()),
  collected: z.boolean(),
  tradable: z.boolean(),
  /** Its first market day is today: there is no close before, and `prevClose` is the issue price. */
  listedToday: z.optional(z.literal(true)),
  /** Of a share that is not listed yet, the market date on which it is. */
  listsOn: z.optional(MarketDate),
  /** Its stage of surveillance, as exchanges write it: "LT-ASM IV"; absent for most. */
  stage: z.optional(z.string()),
  /** Units of an exchange-traded fund. */
  isFund: z.optional(z.literal(true)),
  at: Instant,
};
export const Quote = z.object({
  ...quote,
  sector: z.optional(z.string()),
  /** Prices of the day, oldest first, at most 24; asked for with `spark`. */
  spark: z.optional(z.array(Price)),
});

/** [price, quantity, orders] */
const Level = z.tuple([Price, Count, Count]);
export const Depth = z.object({ bids: z.array(Level), asks: z.array(Level), totalBid: Count, totalAsk: Count });

const HeldHere = z.object({
  positionId: Id,
  quantity: Count,
  buyingPrice: Price,
  marketValue: Price,
  totalProfit: Price,
  profitPercent: Percent,
  /** Absent in an answer of an earlier version, which a device may have kept. */
  todayProfit: z.optional(Price),
  /** The lowest price at which selling all of it loses nothing after all charges; may be absent as `todayProfit`. */
  breakEven: z.optional(Price),
});

/** A call auction while it collects orders; without an indicative price nothing could execute. */
const Auction = z.object({
  kind: z.enum(['opening', 'closing']),
  referencePrice: Price,
  indicativePrice: z.nullable(Price),
  /** Shares that would trade. */
  indicativeQuantity: Count,
  /** Shares left over at that price: more to buy above zero, more to sell below. */
  imbalance: z.optional(z.int()),
});
/** The official close, from the end of trading on, and how it was made. */
const ClosingPrice = z.object({
  price: Price,
  from: z.enum(['auction', 'auction_reference', 'average', 'last_trade', 'previous_close']),
});

/** What an exchange-traded fund follows, and what one unit is worth by it. */
const Fund = z.object({
  index: z.string(),
  indexName: z.string(),
  /** Of the index, when `unitValue` was made from it: both move together. */
  indexLevel: Price,
  /** The indicative net asset value of one unit. */
  unitValue: Price,
  /** Percent of its value that the fund keeps in a year. */
  expensePercent: Percent,
  units: Count,
  /** Members of the index. */
  members: Count,
  /** The ten largest holdings, by their part of the fund in percent. */
  holdings: z.array(z.object({ code: z.string(), name: z.string(), weightPercent: Percent })),
});

export const StockDetail = z.object({
  ...quote,
  isin: z.nullable(z.string()),
  sector: z.nullable(z.string()),
  sectorKey: z.nullable(z.string()),
  description: z.string(),
  tickSize: Price,
  lotSize: Count,
  /** Of a share, as NSE names them: EQ, BE and ST (trade-for-trade), SM (a small company). Null of an index. */
  series: z.nullable(z.string()),
  /** The last market date of trading trade-for-trade: delivery only, nothing nets. Null: it does not. */
  tradeForTradeUntil: z.nullable(MarketDate),
  /** Of a share. */
  margin: z.nullable(MarginRate),
  /** Its stage of surveillance (packages/rules), what that asks for, and the market day of its beginning. */
  surveillance: z.nullable(z.object({ stage: z.string(), marginPercent: Count, since: Count })),
  /** Per cent of a fixed band; null where it flexes, and of an index. */
  bandPercent: z.nullable(Count),
  bandLow: z.nullable(Price),
  bandHigh: z.nullable(Price),
  high52: Price,
  low52: Price,
  averagePrice: z.nullable(Price),
  depth: z.nullable(Depth),
  lastTradeAt: z.nullable(Instant),
  untradableReason: z.nullable(z.string()),
  kind: z.enum(['share', 'index']),
  /** Where it stands in its day, and whether its day ends with a closing auction. */
  phase: z.enum(MARKET_PHASES),
  closesByAuction: z.boolean(),
  auction: z.optional(Auction),
  closing: z.optional(ClosingPrice),
  /** Of the block window that is on. */
  blockReference: z.optional(Price),
  position: z.optional(HeldHere),
  fund: z.optional(Fund),
});

export const marketCalls = {
  marketList: call({
    path: '/app/market/marketList',
    method: 'POST',
    access: 'guest',
    doc: 'Quotes: all by code, gainers, losers, active by traded value, the watchlist, indices. `breadth` counts the whole list; what has not traded that day is neither rising, unchanged nor falling.',
    body: {
      type: z.optional(z.enum(QUOTE_LISTS, { error: 'invalid_input' })),
      keyword: z.optional(
        z.string({ error: 'invalid_input' }).check(plain, z.maxLength(64, { error: 'invalid_input' })),
      ),
      sector: z.optional(z.string({ error: 'invalid_input' }).check(z.maxLength(40, { error: 'invalid_input' }))),
      spark: z.optional(Bool),
      /** Of the type `watchlist`: another list than the first. */
      listId: z.optional(IdIn),
      ...Page,
    },
    data: z.extend(listOf(Quote), {
      breadth: z.object({ rising: Count, unchanged: Count, falling: Count, untraded: Count }),
    }),
    refusals: ['invalid_input'],
  }),
  marketDetail: call({
    path: '/app/market/marketDetail',
    method: 'POST',
    access: 'guest',
    doc: "One instrument with depth, statistics, and the reader's position in it.",
    body: { code: StockCode },
    data: StockDetail,
    refusals: ['unknown_code'],
  }),
  candles: call({
    path: '/app/market/marketStatics',
    method: 'POST',
    access: 'guest',
    doc: 'Candles [t, o, h, l, c, v], oldest first; t is the ms of the market instant. `to` is exclusive and pages backwards. Candles from before a split, a bonus, a rights issue or a demerger have prices of today: `adjustments` [t, numerator, denominator], oldest first, say by what prices from before t were divided.',
    body: {
      code: StockCode,
      interval: z.enum(INTERVALS, { error: 'invalid_input' }),
      to: z.optional(Whole),
      limit: z.optional(Whole),
    },
    data: z.object({
      candles: z.array(z.tuple([Instant, Price, Price, Price, Price, Count])),
      adjustments: z.array(z.tuple([Instant, Count, Count])),
    }),
    refusals: ['unknown_code', 'invalid_input'],
  }),
  orderLog: call({
    path: '/app/market/orderLog',
    method: 'POST',
    access: 'guest',
    doc: 'The order log of a closed market day (the newest without a date) as JSON lines: what the day depended on, every order, change and cancel under pseudonyms of the day, and the hashes of its record. `npm run replay-day` plays it again.',
    body: { marketDate: z.optional(MarketDate) },
    data: FileAnswer,
    refusals: ['no_order_log'],
    answersFile: true,
    specified: false,
  }),
  toggleWatch: call({
    path: '/app/market/collectMarket',
    method: 'GET',
    access: 'member',
    doc: 'Puts an instrument on the watchlist, or takes it off. A repeat with the same `r` within a minute returns the first answer.',
    body: { code: StockCode },
    data: z.object({ collected: z.boolean() }),
    refusals: ['unknown_code'],
  }),
};
