import { MARKET, staticBand, type Band, type Day } from '@khara/rules';
import { ownBandOf, type Issuer } from '@khara/universe';
import { emptyCandles, type Candles } from './candles.ts';
import { dailyPpm, overnightPart, Restlessness, SECTOR_VOLATILITY_BPS, sessionPart, type Factor } from './factors.ts';
import { Stream } from './random.ts';

/** Fewest shares traded on a generated day: every minute of it then has a trade. */
const MIN_VOLUME = 1_000;
/** No part of a day moves a price by more, in parts per million, where no band holds it. */
const LARGEST_MOVE_PPM = 95_000;
/**
 * Results move the price overnight, in hundredths of a usual daily deviation: by what the profit differs from what was
 * expected, and by what accounts do not say; and what is traded then, in thousandths of the usual.
 */
const RESULTS = { surprise: 110, chance: 160, busy: 2_600 } as const;
/**
 * In a share with a fixed band one day in this number is one of a rumour, an order, a default: the price goes
 * this many parts per million, often as far as the band.
 */
const WILD = { oneIn: 210, least: 110_000, more: 180_000, busy: 3_000 } as const;

/**
 * Daily candles of one share, oldest first, so made that the last close is the reference price of the
 * universe. The walk goes backwards from there: a day's open follows from its close and the session's return,
 * the close before it from the opening gap. Prices stand on today's tick. A share with a fixed band stays inside it,
 * and closes at its limit where it would have gone further.
 */
export function shareDays(
  seed: Uint8Array,
  issuer: Issuer,
  days: number,
  {
    market,
    sector,
    resultsOn,
  }: {
    readonly market: Factor;
    readonly sector: Factor;
    /** The quarter of which results came out that many days back. */
    readonly resultsOn: (back: number) => Day | undefined;
  },
): Candles {
  const stream = new Stream(seed, 'share', issuer.code);
  const wild = new Stream(seed, 'wild', issuer.code);
  const restlessness = new Restlessness(stream);
  const sigma = ownSigmaPpm(issuer);
  const totalSigma = dailyPpm(issuer.annualVolatilityBps);
  const bandPercent = ownBandOf(issuer);
  const tick = issuer.tickPaise;
  const candles = emptyCandles(days);
  let close = issuer.referencePricePaise;
  for (let back = 0; back < days; back += 1) {
    // The market's restlessness is felt in each share.
    const heat = Math.round((restlessness.next() * (500 + market.heat[back]! / 2)) / 1_000);
    const at = days - 1 - back;
    const quarter = resultsOn(back);
    const results =
      quarter === undefined ? 0 : resultsGap(pastResults(seed, issuer.code, quarter).surprise, wild, totalSigma);
    const event = bandPercent !== undefined && wild.below(WILD.oneIn) === 0 ? wildMove(wild) : 0;
    const session =
      scaled(market.session[back]!, issuer.betaHundredths) +
      sector.session[back]! +
      sessionPart(stream, sigma, heat) +
      event;
    const overnight =
      scaled(market.overnight[back]!, issuer.betaHundredths) +
      sector.overnight[back]! +
      overnightPart(stream, sigma, heat) +
      results;
    const { open, previous, band } = dayBefore({ close, session, overnight, tick }, bandPercent);
    const sway = Math.min(LARGEST_MOVE_PPM / 2, Math.round((totalSigma * (heat + market.heat[back]!)) / 2_000));
    candles.close[at] = close;
    candles.open[at] = open;
    candles.high[at] = Math.min(up(Math.max(open, close), wick(stream, sway), tick), band?.upper ?? Infinity);
    candles.low[at] = Math.max(down(Math.min(open, close), wick(stream, sway), tick), band?.lower ?? 0);
    const crowd = Math.max(quarter === undefined ? 0 : RESULTS.busy, event === 0 ? 0 : WILD.busy, 1_000);
    candles.volume[at] = volume(stream, issuer, {
      heat,
      session,
      totalSigma,
      busy: (market.busy[back]! * crowd) / 1_000,
    });
    close = previous;
  }
  return candles;
}

const scaled = (ppm: number, betaHundredths: number): number => Math.round((ppm * betaHundredths) / 100);

const either = (stream: Stream): number => (stream.below(2) === 0 ? 1 : -1);
const resultsGap = (surprise: number, stream: Stream, sigma: number): number =>
  Math.round((sigma * (RESULTS.surprise * surprise + RESULTS.chance * stream.normal())) / 100_000);

/**
 * What chance had in store for a quarter of a company before the first market day: as `drawResults` of
 * packages/exchange.
 */
export function pastResults(
  seed: Uint8Array,
  code: string,
  quarter: Day,
): { readonly surprise: number; readonly chance: number } {
  const stream = new Stream(seed, 'results', code, quarter);
  return { surprise: stream.normal(), chance: stream.next() >>> 1 };
}
const wildMove = (stream: Stream): number => either(stream) * (WILD.least + stream.below(WILD.more));

/** What market and sector leave of the share's own volatility; variances add. */
function ownSigmaPpm(issuer: Issuer): number {
  const marketBps = Math.round((issuer.betaHundredths * MARKET.volatilityBps) / 100);
  const own = issuer.annualVolatilityBps ** 2 - marketBps ** 2 - SECTOR_VOLATILITY_BPS ** 2;
  return dailyPpm(Math.max(wholeRoot(Math.max(0, own)), 400));
}

/** Largest whole number whose square is not above `n`. */
function wholeRoot(n: number): number {
  let root = Math.floor(Math.sqrt(n));
  while (root * root > n) root -= 1;
  while ((root + 1) * (root + 1) <= n) root += 1;
  return root;
}

type Moves = {
  readonly close: number;
  readonly session: number;
  readonly overnight: number;
  readonly tick: number;
};

/** Where a day that closed so opened, and the close before it, with the band around that where there is one. */
function dayBefore(
  { close, session, overnight, tick }: Moves,
  bandPercent: number | undefined,
): { readonly open: number; readonly previous: number; readonly band?: Band } {
  if (bandPercent === undefined) {
    const open = before(close, kept(session, LARGEST_MOVE_PPM), tick);
    return { open, previous: before(open, kept(overnight, LARGEST_MOVE_PPM), tick) };
  }
  const limit = bandPercent * 10_000;
  let previous = before(close, kept(session + overnight, limit), tick);
  let band = staticBand(previous, bandPercent, tick);
  // The limits are rounded inward: the next price whose band has the close.
  while (band.upper < close || band.lower > close) {
    previous += band.upper < close ? tick : -tick;
    band = staticBand(previous, bandPercent, tick);
  }
  const open = before(close, kept(session, limit), tick);
  return { open: Math.min(Math.max(open, band.lower), band.upper), previous, band };
}

const kept = (ppm: number, most: number): number => Math.max(-most, Math.min(most, ppm));

/** The price that becomes `price` by a return: on the tick, at least two ticks and one rupee. */
function before(price: number, ppm: number, tick: number): number {
  const earlier = Math.round((price * 1_000_000) / (1_000_000 + ppm) / tick) * tick;
  return Math.max(earlier, 2 * tick, Math.ceil(100 / tick) * tick);
}

/** How far the day went beyond its open and close, in parts per million. */
const wick = (stream: Stream, sway: number): number => Math.round((Math.abs(stream.normal()) * sway) / 2_000);
const up = (price: number, ppm: number, tick: number): number =>
  price + Math.floor((price * ppm) / 1_000_000 / tick) * tick;
const down = (price: number, ppm: number, tick: number): number =>
  price - Math.min(Math.floor((price * ppm) / 1_000_000 / tick) * tick, price - tick);

/** More shares change hands on restless days, on days that went far, and when all of the market trades more. */
function volume(
  stream: Stream,
  issuer: Issuer,
  day: { readonly heat: number; readonly session: number; readonly totalSigma: number; readonly busy: number },
): number {
  const chance = 550 + stream.below(450) + stream.below(450);
  const restless = Math.min(4_000, 600 + Math.round((day.heat * 3) / 10));
  const far = Math.min(3_000, 700 + Math.round((Math.abs(day.session) * 350) / day.totalSigma));
  const usual = (issuer.averageDailyVolume * chance) / 1_000;
  return Math.max(MIN_VOLUME, Math.floor((((((usual * restless) / 1_000) * far) / 1_000) * day.busy) / 1_000));
}
