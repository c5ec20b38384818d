import type { BlockWindow, Phase } from '@khara/rules';
import type { Index, Issuer } from '@khara/universe';

/** An instrument as everybody but the exchange sees it. Prices in paise as safe integers: they come from the exchange, which counts in them. */
export type Instrument = {
  readonly code: string;
  readonly kind: 'share' | 'index';
  readonly issuer?: Issuer;
  readonly index?: Index;
  /** `EQ:<isin>`, the asset of the ledger; absent for an index. */
  readonly asset?: string;
  readonly tickPaise: number;
  readonly tradable: boolean;
};

/** The market's state of one instrument now. `lastPaise` is the previous close until the first trade of the day. */
export type Quote = {
  readonly code: string;
  readonly lastPaise: number;
  readonly previousClosePaise: number;
  readonly openPaise?: number;
  readonly highPaise?: number;
  readonly lowPaise?: number;
  readonly averagePaise?: number;
  readonly volume: number;
  readonly valuePaise: bigint;
  /** The band as it is now: it shifts in the day for shares with derivatives, and is another one in the closing auction. */
  readonly bandLowPaise: number;
  readonly bandHighPaise: number;
  /** Real ms of the last trade; undefined before the first of the day. */
  readonly lastTradeAt?: number;
  /** While a call auction collects orders; absent for an index. */
  readonly auction?: AuctionState;
  /** From the end of trading on; absent for an index and before. */
  readonly closing?: ClosingPrice;
};

/** A call auction that is collecting orders. `indicativePaise` and its quantity are absent while nothing could execute. */
export type AuctionState = {
  readonly kind: 'opening' | 'closing';
  /** What decides between equal prices: the previous close, the last price after a halt, or the reference of the closing auction. */
  readonly referencePaise: number;
  readonly indicativePaise?: number;
  readonly indicativeQuantity?: number;
  /** Shares left over at that price: more to buy above zero, more to sell below. */
  readonly imbalance?: number;
};

/**
 * The official close and how it was made: by the closing auction; at its reference price when the auction found none; as the average of the last half
 * hour (15:00 to 15:30) or of what was traded after 15:00; at the last trade of the day; at the previous close when nothing traded.
 */
export type ClosingPrice = {
  readonly pricePaise: number;
  readonly from: 'auction' | 'auction_reference' | 'average' | 'last_trade' | 'previous_close';
};

export type Depth = {
  /** [price in paise, quantity, orders], best first */
  readonly bids: readonly (readonly [number, number, number])[];
  readonly asks: readonly (readonly [number, number, number])[];
  readonly totalBid: number;
  readonly totalAsk: number;
};

export type MarketSession = 'pre_open' | 'open' | 'closing_auction' | 'post_close' | 'halted' | 'closed';

/** Where a share stands in its day: a phase of the clock (packages/rules, `phaseRules` says what it takes), or `halted` by the market-wide breaker. */
export type TradingPhase = Phase | 'halted';

export type MarketStatus = {
  readonly profile: 'compressed' | 'nse';
  /** The session of the market as a whole. From 15:15 to 15:30 it is `closing_auction`, and shares without derivatives go on trading: ask `MarketView.phase`. */
  readonly session: MarketSession;
  /** The phase of shares with derivatives, which close through an auction, and of the others. */
  readonly phase: TradingPhase;
  readonly phaseOfOthers: TradingPhase;
  /** Real ms at which one of the two changes next, at the latest: the random stop of an auction's order entry cannot be known before. */
  readonly nextPhaseAt: number;
  /** Market time of day, "15:12:00", at which intraday positions are squared off: in shares that close through an auction, and in the others. */
  readonly squareOff: { readonly auctioned: string; readonly others: string };
  /** The window for blocks that is on. */
  readonly blockWindow?: BlockWindow;
  /** While the market-wide breaker holds trading, and in the auction that reopens it. */
  readonly halt?: HaltStatus;
  /** Codes of shares that were suspended since the market day began; absent when none was. */
  readonly suspended?: string[];
  /** "2026-11-23T14:32:08+05:30" */
  readonly marketTime: string;
  readonly marketDate: string;
  /** Real ms. */
  readonly nextChangeAt: number;
  /** Market seconds per real second. */
  readonly speed: number;
};

/** The market-wide breaker at work. */
export type HaltStatus = {
  /** Per cent that the index moved against its previous close. */
  readonly level: 10 | 15 | 20;
  /** Code of the index. */
  readonly index: string;
  /** Market time at which continuous trading goes on; absent when it does not go on today. */
  readonly resumesAt?: string;
};

/** [t of the market instant in ms, o, h, l, c in paise, volume] */
export type Candle = readonly [number, number, number, number, number, number];

/** The market as it is now, from memory: never a query. A step of the market day is 250 ms of real time, counted from 08:45 of market time. */
export interface MarketView {
  now(): MarketStatus;
  /** Where a share stands in its day; `closed` for an index and an unknown code. */
  phase(code: string): TradingPhase;
  /** Reference price in paise of the block window that is on: the previous close in the morning, the average of 13:45 to 14:00 in the afternoon. */
  blockReference(code: string): number | undefined;
  instruments(): readonly Instrument[];
  instrument(code: string): Instrument | undefined;
  quote(code: string): Quote | undefined;
  depth(code: string, levels: number): Depth | undefined;
  /** Prices of the day in paise, oldest first, evenly spaced, at most `points`. */
  spark(code: string, points: number): readonly number[];
  /** Minutes of the running market day, oldest first. */
  todayMinutes(code: string): readonly Candle[];
}

/** Tells what changed in the market as it happens; for the socket. Each returns a function that ends it. */
export interface MarketFeed {
  /** After every step with the codes whose quote or depth may have changed. */
  onQuotes(listener: (codes: readonly string[]) => void): () => void;
  /** When a phase changes (so also when the session does), when trading is halted or goes on, and when a new market day begins. */
  onSession(listener: (now: MarketStatus) => void): () => void;
}
