import {
  blockWindowAtStep,
  closingLevels,
  type MarketStatus,
  openingInstant,
  type TradingDay,
} from '@khara/market-day';
import type { DayMargins } from './margins.ts';
import { isFund, unitValue } from '@khara/universe';
import type { Candle, Depth, Instrument, MarketView, Quote } from '#src/ports/market.ts';

export type ViewParts = {
  /** The day that runs. */
  readonly day: () => TradingDay;
  readonly now: () => MarketStatus;
  readonly margins: () => DayMargins;
};

/** Levels of a book that are asked for at most. */
const HELD_LEVELS = 50;

/** An instrument as it was shown last. No step is made while it is held, so only its newest minute can change. */
type ShownInstrument = {
  readonly quote: Quote | undefined;
  readonly depth: Depth | undefined;
  readonly lastMinute: Candle | undefined;
};

export type HeldView = MarketView & {
  /** Goes on showing these shares, and the indices, as they are now: what changes them next is not committed yet. */
  hold(codes: readonly string[]): void;
  /** What changed them since is committed, and shown. */
  release(): void;
};

/** The running market as readers outside the exchange see it, from memory. */
export function createView(parts: ViewParts): HeldView {
  const live = createLiveView(parts);
  let shown: ReadonlyMap<string, ShownInstrument> | undefined;
  const findHeld = (code: string) => shown?.get(code);
  const show = (code: string): ShownInstrument => ({
    quote: live.quote(code),
    depth: live.depth(code, HELD_LEVELS),
    lastMinute: live.minutes(code, -1)[0],
  });
  const quote = (code: string): Quote | undefined => {
    const held = findHeld(code);
    return held ? held.quote : live.quote(code);
  };

  return {
    ...live,
    hold(codes) {
      const moved = new Set(codes);
      // What a share trades moves the indices that it is in.
      if (moved.size > 0) for (const { code, kind } of live.instruments()) if (kind === 'index') moved.add(code);
      shown = new Map([...moved].map((code) => [code, show(code)]));
    },
    release() {
      shown = undefined;
    },
    quote,
    unitValue(code) {
      const issuer = live.instrument(code)?.issuer;
      if (!issuer || !isFund(issuer)) return undefined;
      const { universe, inputs } = parts.day();
      const index = universe.indices.find((one) => one.code === issuer.fund.index);
      const level = quote(issuer.fund.index)?.lastPrice;
      return index && level && unitValue(issuer, index, level, inputs.marketDay);
    },
    depth(code, levels) {
      const held = findHeld(code);
      if (!held) return live.depth(code, levels);
      const { depth } = held;
      return depth && { ...depth, bids: depth.bids.slice(0, levels), asks: depth.asks.slice(0, levels) };
    },
    queueAhead: (code, orderId) => (findHeld(code) ? undefined : live.queueAhead(orderId)),
    spark(code, points) {
      const prices = live.spark(code, points);
      const held = findHeld(code);
      if (!held) return prices;
      const { lastMinute } = held;
      return lastMinute === undefined ? [] : [...prices.slice(0, -1), lastMinute[4]];
    },
    todayMinutes(code) {
      const minutes = live.minutes(code, 0);
      const held = findHeld(code);
      if (!held) return minutes;
      const { lastMinute } = held;
      return lastMinute === undefined ? [] : [...minutes.filter(([at]) => at < lastMinute[0]), lastMinute];
    },
  };
}

/** The market as it is now, whatever is held. */
function createLiveView({ day, now, margins }: ViewParts) {
  const quotes = new QuoteCache();
  let known: DayInstruments | undefined;

  /**
   * Instruments and their numbers change with the day: new shares join at its start. Within it some may be suspended.
   */
  const knownToday = (): DayInstruments => {
    const today = day();
    const { suspended } = today;
    if (known?.day !== today || known.suspended !== suspended) {
      const made = listInstruments(today);
      const numbers = new Map(made.map(({ code }, number) => [code, number]));
      known = { day: today, suspended, instruments: made, numbers };
    }
    return known;
  };
  const instruments = (): readonly Instrument[] => knownToday().instruments;
  const shareNumber = (code: string): number | undefined => knownToday().numbers.get(code);

  return {
    now,
    instruments,
    instrument(code: string): Instrument | undefined {
      const number = shareNumber(code);
      return number === undefined ? undefined : instruments()[number];
    },
    margin: (code: string) => margins().of(code),
    phase(code: string) {
      const today = day();
      const share = today.shareNumber(code);
      return share === undefined ? 'closed' : today.phaseOfShare(share);
    },
    blockReference(code: string): number | undefined {
      const today = day();
      const share = today.shareNumber(code);
      if (share === undefined) return undefined;
      const window = blockWindowAtStep(today.inputs.plan, today.inputs.marketDate, today.step);
      if (window === 'morning') return today.spec.instruments[share]!.previousClose;
      return window && (today.blockReference(share) ?? today.market.quote(share).last);
    },
    protectedRange(code: string) {
      const today = day();
      const share = today.shareNumber(code);
      return share === undefined ? undefined : today.protectedRange(share);
    },
    queueAhead: (orderId: bigint) => day().market.queueAhead(Number(orderId)),
    quote(code: string): Quote | undefined {
      const number = shareNumber(code);
      return number === undefined ? undefined : quotes.quote(day(), number, code);
    },
    depth(code: string, levels: number): Depth | undefined {
      const today = day();
      const number = shareNumber(code);
      if (number === undefined || number >= today.tape.shares) return undefined;
      const { bids, asks, totalBid, totalAsk } = today.market.depth(number, levels);
      return {
        bids: bids.map(({ price, quantity, orders }) => [price, quantity, orders] as const),
        asks: asks.map(({ price, quantity, orders }) => [price, quantity, orders] as const),
        totalBid,
        totalAsk,
      };
    },
    spark(code: string, points: number): readonly number[] {
      const number = shareNumber(code);
      if (number === undefined) return [];
      const { tape, minute } = day();
      return tape.spark(number, points, minute);
    },
    /** Minutes from the one with this number among them on; below zero counts from the last. */
    minutes(code: string, from: number): readonly Candle[] {
      const number = shareNumber(code);
      const { tape, minute, inputs } = day();
      const minutes = number === undefined ? undefined : tape.minutes(number, minute);
      if (!minutes) return [];
      const { first, candles } = minutes;
      const opening = openingInstant(inputs.marketDate);
      const begin = from < 0 ? Math.max(0, candles.length + from) : from;
      return Array.from({ length: candles.length - begin }, (_, offset) => {
        const at = begin + offset;
        return [
          opening + (first + at) * 60_000,
          candles.open[at]!,
          candles.high[at]!,
          candles.low[at]!,
          candles.close[at]!,
          candles.volume[at]!,
        ];
      });
    },
  };
}

type DayInstruments = {
  readonly day: TradingDay;
  readonly suspended: readonly string[];
  readonly instruments: readonly Instrument[];
  readonly numbers: ReadonlyMap<string, number>;
};

/** Shares in the order of the universe, then the indices: an instrument's number is its place. */
const listInstruments = (day: TradingDay): readonly Instrument[] => [
  ...day.universe.issuers.map((issuer, number): Instrument => ({
    code: issuer.code,
    kind: 'share',
    issuer,
    written: day.written.issuers[number]!,
    asset: `EQ:${issuer.isin}`,
    tick: day.spec.instruments[number]!.tick,
    tradable: day.isTradable(number),
  })),
  ...day.universe.indices.map((index): Instrument => ({
    code: index.code,
    kind: 'index',
    index,
    tick: 1,
    tradable: false,
  })),
];

/** Quotes are asked for far more often than they change. */
class QuoteCache {
  #day: TradingDay | undefined;
  #phaseNo = -1;
  /** Closes of the indices once they are known: they change with a phase alone. */
  #closingLevels: readonly number[] | undefined;
  #kept: ({ readonly version: number; readonly quote: Quote } | undefined)[] = [];

  quote(day: TradingDay, number: number, code: string): Quote {
    if (this.#day !== day || this.#phaseNo !== day.phaseNo) {
      this.#day = day;
      this.#phaseNo = day.phaseNo;
      this.#kept = [];
      this.#closingLevels = closingLevels(day);
    }
    if (number >= day.tape.shares) {
      const quote = indexQuote(day, number, code);
      const close = this.#closingLevels?.[number - day.tape.shares];
      return close === undefined ? quote : { ...quote, lastPrice: close };
    }
    // Its price changes with the trades of another share.
    if (day.tape.isDemergedToday(number)) return shareQuote(day, number, code);
    const version = day.market.version(number);
    const kept = this.#kept[number];
    if (kept?.version === version) return kept.quote;
    const quote = shareQuote(day, number, code);
    this.#kept[number] = { version, quote };
    return quote;
  }
}

function shareQuote(day: TradingDay, number: number, code: string): Quote {
  const { lastQuantity, open, high, low, volume, valuePaise, averagePrice } = day.market.quote(number);
  const { lower, upper } = day.market.band(number);
  const auction = day.auctionState(number);
  const closing = day.closingPrice(number);
  const lastTradeAt = day.tape.tradedAt(number);
  return {
    code,
    ...priceBasis(day, number),
    volume,
    valuePaise,
    bandLow: lower,
    bandHigh: upper,
    ...(open === undefined ? {} : { openPrice: open }),
    ...(high === undefined ? {} : { highPrice: high }),
    ...(low === undefined ? {} : { lowPrice: low }),
    ...(averagePrice === undefined ? {} : { averagePrice }),
    ...(lastTradeAt === undefined ? {} : { lastTradeAt, lastQuantity }),
    ...(auction && { auction }),
    ...(closing && { closing }),
  };
}

type Basis = Pick<Quote, 'lastPrice' | 'previousClose'>;

/**
 * The day's change of a share that demerges is measured from the price that the special pre-open finds. A new share has
 * no price of its own yet: it is worth what the other one lost, and a paisa until that is found.
 */
function priceBasis({ tape, universe }: TradingDay, share: number): Basis {
  const lastPrice = tape.lastPrice(share);
  if (tape.isDemergedToday(share)) {
    const worth = Math.max(1, lastPrice);
    return { lastPrice: worth, previousClose: worth };
  }
  const isFound = universe.issuers[share]!.demerges !== undefined && tape.hasTraded(share);
  return { lastPrice, previousClose: isFound ? tape.openPrice(share) : tape.previousClose(share) };
}

/** An index has a level and its range, and what its constituents traded; no band holds it. */
function indexQuote({ tape }: TradingDay, number: number, code: string): Quote {
  const level = {
    code,
    lastPrice: tape.lastPrice(number),
    previousClose: tape.previousClose(number),
    volume: tape.volume(number),
    valuePaise: tape.valuePaise(number),
    bandLow: 0,
    bandHigh: 0,
  };
  const lastTradeAt = tape.tradedAt(number);
  if (lastTradeAt === undefined) return level;
  const range = {
    openPrice: tape.openPrice(number),
    highPrice: tape.highPrice(number),
    lowPrice: tape.lowPrice(number),
  };
  return { ...level, ...range, lastTradeAt };
}
