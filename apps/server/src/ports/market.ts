import type { AuctionState, ClosingPrice, MarketStatus, TradingPhase } from '@khara/market-day';
import type { Band, MarginFacts, MarginRate } from '@khara/rules';
import type { Index, Issuer } from '@khara/universe';

/**
 * An instrument as all rooms but the exchange see it. Prices in paise as safe integers: they come from the
 * exchange, which counts in them.
 */
export type Instrument = {
  readonly code: string;
  readonly kind: 'share' | 'index';
  readonly issuer?: Issuer;
  /** The issuer before splits and bonuses, as accounts begin with it. */
  readonly written?: Issuer;
  readonly index?: Index;
  /** `EQ:<isin>`, the asset of the ledger; absent for an index. */
  readonly asset?: string;
  readonly tick: number;
  readonly tradable: boolean;
};

/** The market's state of one instrument now. `lastPrice` is the previous close until the first trade of the day. */
export type Quote = {
  readonly code: string;
  readonly lastPrice: number;
  readonly previousClose: number;
  readonly openPrice?: number;
  readonly highPrice?: number;
  readonly lowPrice?: number;
  readonly averagePrice?: number;
  readonly volume: number;
  readonly valuePaise: bigint;
  /**
   * The band as it is now: it shifts in the day for shares with derivatives, and is another one in the closing auction.
   */
  readonly bandLow: number;
  readonly bandHigh: number;
  /** Real ms of the last trade; undefined before the first of the day. */
  readonly lastTradeAt?: number;
  /** Of the last trade, in shares; absent for an index and before the first trade of the day. */
  readonly lastQuantity?: number;
  /** While a call auction collects orders; absent for an index. */
  readonly auction?: AuctionState;
  /** From the end of trading on; absent for an index and before. */
  readonly closing?: ClosingPrice;
};

export type Depth = {
  /** [price in paise, quantity, orders], best first */
  readonly bids: readonly (readonly [number, number, number])[];
  readonly asks: readonly (readonly [number, number, number])[];
  readonly totalBid: number;
  readonly totalAsk: number;
};

/** [t of the market instant in ms, o, h, l, c in paise, volume] */
export type Candle = readonly [number, number, number, number, number, number];

/**
 * The market as it is now, from memory: never a query. A step of the market day is 250 ms of real time,
 * counted from 08:45 of market time.
 */
export type MarketView = {
  now(): MarketStatus;
  /** Where a share stands in its day; `closed` for an index and an unknown code. */
  phase(code: string): TradingPhase;
  /**
   * Reference price in paise of the block window that is on: the previous close in the morning, the average
   * of 13:45 to 14:00 in the afternoon.
   */
  blockReference(code: string): number | undefined;
  instruments(): readonly Instrument[];
  instrument(code: string): Instrument | undefined;
  quote(code: string): Quote | undefined;
  /** Limit price protection of a share now, paise; undefined outside continuous trading, and for an index. */
  protectedRange(code: string): Band | undefined;
  /** What an intraday position in a share needs today, and what that comes from; undefined for an index. */
  margin(code: string): (MarginFacts & MarginRate) | undefined;
  depth(code: string, levels: number): Depth | undefined;
  /**
   * Shares that are shown in front of an order in the book of this share. Undefined when it does not stand there, and
   * for the moment in which a change of the book is not committed.
   */
  queueAhead(code: string, orderId: bigint): number | undefined;
  /** What one unit of a fund is worth at the level of its index now, paise; undefined for all others. */
  unitValue(code: string): number | undefined;
  /** Prices of the day in paise, oldest first, evenly spaced, at most `points`. */
  spark(code: string, points: number): readonly number[];
  /** Minutes of the running market day, oldest first. */
  todayMinutes(code: string): readonly Candle[];
};

/** Tells what changed in the market as it happens; for the socket. Each returns a function that ends it. */
export type MarketFeed = {
  /** After every step with the codes whose quote or depth may have changed. */
  onQuotes(listener: (codes: readonly string[]) => void): () => void;
  /**
   * When a phase changes (so also when the session does), when trading is halted or goes on, and when a new
   * market day begins.
   */
  onSession(listener: (now: MarketStatus) => void): () => void;
};

/**
 * What a teacher's clock does: stands the market still, lets it go on, makes its steps without waiting up to the next
 * session or to the end of the day. None leaves a step out, and what a day comes to does not depend on them.
 */
export type ClockAct = 'pause' | 'resume' | 'next_phase' | 'close_day';

/** The clock of a market in compressed time, where this process runs it. What is said twice is done once. */
export type MarketClock = { act(act: ClockAct): void };
