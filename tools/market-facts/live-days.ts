import {
  createSessionMarket,
  newsOfDay,
  type CompanyNews,
  type InstrumentSpec,
  type MarketSpec,
  type SessionMarket,
} from '@khara/exchange';
import { resultsPlace } from '@khara/rules';
import { SECTOR_KEYS, type Issuer } from '@khara/universe';

/** Minutes of continuous trading, 09:15 to 15:30. */
export const MINUTES = 375;
/** 15:15: from here on shares with derivatives close through an auction. */
const CLOSING_AUCTION_MINUTE = 360;
/** An auction collects for about nine minutes. */
const AUCTION_MINUTES = 9;
/** Steps of continuous trading in a compressed day of 900 seconds. */
const CONTINUOUS_STEPS = 3_100;
const STEP_MS = (MINUTES * 60_000) / CONTINUOUS_STEPS;
const AUCTION_STEPS = Math.round((AUCTION_MINUTES * 60_000) / STEP_MS);
/** News of companies comes out from 09:20 to 15:00. */
const NEWS_MINUTES = { from: 5, to: 345 } as const;
const DEPTH_EVERY_MINUTES = 15;
/** A fixed band, wide enough to be met rarely. */
const BAND = 0.2;

/** One share in one day, by minute at its end; prices in paise, NaN where a side was empty. */
export type ShareDay = {
  readonly bid: Float64Array;
  readonly ask: Float64Array;
  /** Shares traded in the minute. */
  readonly volume: Float64Array;
  /** Rupees at the five best prices of both sides together, by sample. */
  readonly depth: readonly { readonly minute: number; readonly value: number }[];
  readonly previousClose: number;
  readonly tick: number;
  readonly opening: { readonly price: number; readonly volume: number };
  readonly closing: { readonly price: number; readonly volume: number } | undefined;
  readonly close: number;
  readonly volumeOfDay: number;
};

export type LivedDays = { readonly issuers: readonly Issuer[]; readonly days: readonly (readonly ShareDay[])[] };

/**
 * A number of market days of the given shares, one after another as the product runs them: an opening auction,
 * continuous trading, a closing auction for shares that have one, news of companies in between; closes and
 * the participants' beliefs carried over. The same seed gives the same days.
 */
export function liveDays(issuers: readonly Issuer[], count: number, seed: bigint): LivedDays {
  const days: ShareDay[][] = [];
  let spec: MarketSpec = {
    seed,
    dayIndex: 0,
    steps: CONTINUOUS_STEPS + 2 * AUCTION_STEPS,
    stepMarketMs: Math.round(STEP_MS),
    instruments: issuers.map((issuer) => instrument(issuer, issuer.referencePricePaise)),
  };
  for (let dayIndex = 0; dayIndex < count; dayIndex++) {
    const { shares, closes, factorState } = liveDay(withResults({ ...spec, dayIndex }), issuers);
    days.push(shares);
    spec = Object.assign({}, spec, {
      factorState,
      instruments: issuers.map((issuer, share) => instrument(issuer, closes[share]!)),
    });
  }
  return { issuers, days };
}

function liveDay(spec: MarketSpec, issuers: readonly Issuer[]) {
  const market = createSessionMarket(spec);
  const stepAt = (minute: number) => AUCTION_STEPS + stepsUntil(minute);
  const news = [...newsOfDay(spec, stepAt(NEWS_MINUTES.from), stepAt(NEWS_MINUTES.to))];
  const closesByAuction = (share: number) => issuers[share]!.casEligible;
  const shares = [...spec.instruments.keys()];
  const seen = shares.map(() => ({
    bid: new Float64Array(MINUTES).fill(NaN),
    ask: new Float64Array(MINUTES).fill(NaN),
    volume: new Float64Array(MINUTES),
    depth: [] as { minute: number; value: number }[],
  }));

  openAuctions(market, shares, 'opening');
  advance(market, AUCTION_STEPS, news);
  endAuctions(market, shares);
  const opening = shares.map((share) => auctionPrint(market, share, 0));
  const volumes = Float64Array.from(opening, ({ volume }) => volume);
  const beforeClose = new Map<number, number>();

  for (let minute = 0, step = 0; minute < MINUTES; minute++) {
    if (minute === CLOSING_AUCTION_MINUTE) {
      const auctioned = shares.filter(closesByAuction);
      for (const share of auctioned) beforeClose.set(share, market.quote(share).volume);
      openAuctions(market, auctioned, 'closing');
    }
    const until = stepsUntil(minute + 1);
    advance(market, until - step, news);
    step = until;
    for (const share of shares) {
      if (market.auction(share)) continue;
      const { bid = NaN, ask = NaN, volume } = market.quote(share);
      const of = seen[share]!;
      of.bid[minute] = bid;
      of.ask[minute] = ask;
      of.volume[minute] = volume - volumes[share]!;
      volumes[share] = volume;
      if (minute % DEPTH_EVERY_MINUTES === DEPTH_EVERY_MINUTES - 1)
        of.depth.push({ minute, value: valueOfDepth(market, share) });
    }
  }
  endAuctions(market, [...beforeClose.keys()]);
  const quotes = shares.map((share) => market.quote(share));
  const { closes, factorState } = market.close();
  return {
    closes,
    factorState,
    shares: shares.map((share): ShareDay => {
      const before = beforeClose.get(share);
      return {
        ...seen[share]!,
        previousClose: spec.instruments[share]!.previousClose,
        tick: spec.instruments[share]!.tick,
        opening: opening[share]!,
        closing: before === undefined ? undefined : { price: closes[share]!, volume: quotes[share]!.volume - before },
        close: closes[share]!,
        volumeOfDay: quotes[share]!.volume,
      };
    }),
  };
}

const stepsUntil = (minute: number): number => Math.round((minute * CONTINUOUS_STEPS) / MINUTES);

const advance = (market: SessionMarket, steps: number, news: CompanyNews[]): void => {
  for (let step = 0; step < steps; step++) {
    while (news[0]?.step === market.step) {
      const { instrument, bps } = news.shift()!;
      market.apply({ kind: 'shift_reference', instrument, bps, about: 'news' });
    }
    market.advance();
    market.events.clear();
  }
};

export const openAuctions = (
  market: SessionMarket,
  shares: readonly number[],
  auction: 'opening' | 'closing',
): void => {
  for (const instrument of shares) {
    const { last: reference } = market.quote(instrument);
    market.apply({ kind: 'open_auction', instrument, auction, reference, marketOrdersFirst: true });
  }
};

export const endAuctions = (market: SessionMarket, shares: readonly number[]): void => {
  for (const instrument of shares) market.apply({ kind: 'uncross', instrument });
};

const auctionPrint = (market: SessionMarket, share: number, before: number) => {
  const { last: price, volume } = market.quote(share);
  return { price, volume: volume - before };
};

const valueOfDepth = (market: SessionMarket, share: number): number => {
  const { bids, asks } = market.depth(share, 5);
  return [...bids, ...asks].reduce((sum, { price, quantity }) => sum + (price / 100) * quantity, 0);
};

/** With the companies that publish results on the day: the first day is the first of a quarter of 63. */
export const withResults = (spec: MarketSpec): MarketSpec => ({
  ...spec,
  instruments: spec.instruments.map((one) => ({
    ...one,
    hasResults: resultsPlace(one.code) === (spec.dayIndex % 63) + 1,
  })),
});

/** A share of the universe as a market day knows it, with a band of so much either way. */
export function instrument(issuer: Issuer, close: number, band = BAND): InstrumentSpec {
  const tick = issuer.tickPaise;
  const previousClose = Math.max(1, Math.round(close / tick)) * tick;
  return {
    code: issuer.code,
    tick,
    previousClose,
    lower: Math.max(1, Math.ceil((previousClose * (1 - band)) / tick)) * tick,
    upper: Math.floor((previousClose * (1 + band)) / tick) * tick,
    tradable: !issuer.suspended,
    lotSize: issuer.lotSize,
    sector: SECTOR_KEYS.indexOf(issuer.sectorKey),
    betaMilli: issuer.betaHundredths * 10,
    annualVolatilityBps: issuer.annualVolatilityBps,
    averageDailyVolume: issuer.averageDailyVolume,
  };
}
