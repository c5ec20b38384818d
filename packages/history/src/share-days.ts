import type { Issuer } from '@khara/universe';
import { emptyCandles, type Candles } from './candles.ts';
import {
  dailyPpm,
  MARKET_VOLATILITY_BPS,
  overnightPart,
  Restlessness,
  SECTOR_VOLATILITY_BPS,
  sessionPart,
  type Factor,
} from './factors.ts';
import { Stream } from './random.ts';

/** Fewest shares traded on a generated day: every minute of it then has a trade. */
const LEAST_VOLUME = 1_000;
/** No part of a day moves a price by more, in parts per million. */
const LARGEST_MOVE_PPM = 95_000;

/**
 * Daily candles of one share, oldest first, so made that the last close is the reference price of the
 * universe. The walk goes backwards from there: a day's open follows from its close and the session's return,
 * the close before it from the opening gap. Prices stand on today's tick.
 */
export function shareDays(seed: Uint8Array, issuer: Issuer, days: number, market: Factor, sector: Factor): Candles {
  const stream = new Stream(seed, 'share', issuer.code);
  const restlessness = new Restlessness(stream);
  const sigma = ownSigmaPpm(issuer);
  const totalSigma = dailyPpm(issuer.annualVolatilityBps);
  const tick = issuer.tickPaise;
  const candles = emptyCandles(days);
  let close = issuer.referencePricePaise;
  for (let back = 0; back < days; back += 1) {
    const heat = restlessness.next();
    const at = days - 1 - back;
    const session =
      scaled(market.session[back]!, issuer.betaHundredths) + sector.session[back]! + sessionPart(stream, sigma, heat);
    const overnight =
      scaled(market.overnight[back]!, issuer.betaHundredths) +
      sector.overnight[back]! +
      overnightPart(stream, sigma, heat);
    const open = before(close, session, tick);
    const sway = Math.min(LARGEST_MOVE_PPM / 2, Math.round((totalSigma * (heat + market.heat[back]!)) / 2_000));
    candles.close[at] = close;
    candles.open[at] = open;
    candles.high[at] = up(Math.max(open, close), wick(stream, sway), tick);
    candles.low[at] = down(Math.min(open, close), wick(stream, sway), tick);
    candles.volume[at] = volume(stream, issuer, heat, session, totalSigma);
    close = before(open, overnight, tick);
  }
  return candles;
}

const scaled = (ppm: number, betaHundredths: number): number => Math.round((ppm * betaHundredths) / 100);

/** What market and sector leave of the share's own volatility; variances add. */
function ownSigmaPpm(issuer: Issuer): number {
  const marketBps = Math.round((issuer.betaHundredths * MARKET_VOLATILITY_BPS) / 100);
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

/** The price that becomes `price` by a return: on the tick, at least two ticks and one rupee. */
function before(price: number, ppm: number, tick: number): number {
  const kept = Math.max(-LARGEST_MOVE_PPM, Math.min(LARGEST_MOVE_PPM, ppm));
  const earlier = Math.round((price * 1_000_000) / (1_000_000 + kept) / tick) * tick;
  return Math.max(earlier, 2 * tick, Math.ceil(100 / tick) * tick);
}

/** How far the day went beyond its open and close, in parts per million. */
const wick = (stream: Stream, sway: number): number => Math.round((Math.abs(stream.normal()) * sway) / 2_000);
const up = (price: number, ppm: number, tick: number): number =>
  price + Math.floor((price * ppm) / 1_000_000 / tick) * tick;
const down = (price: number, ppm: number, tick: number): number =>
  price - Math.min(Math.floor((price * ppm) / 1_000_000 / tick) * tick, price - tick);

/** More shares change hands on restless days and on days that went far. */
function volume(stream: Stream, issuer: Issuer, heat: number, sessionPpm: number, sigmaPpm: number): number {
  const chance = 550 + stream.below(450) + stream.below(450);
  const restless = Math.min(4_000, 600 + Math.round((heat * 3) / 10));
  const far = Math.min(3_000, 700 + Math.round((Math.abs(sessionPpm) * 350) / sigmaPpm));
  const usual = (issuer.averageDailyVolume * chance) / 1_000;
  return Math.max(LEAST_VOLUME, Math.floor((((usual * restless) / 1_000) * far) / 1_000));
}
