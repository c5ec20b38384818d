import { Stream } from './random.ts';

/*
 * What moves everything at once. A day's return has an overnight part (the opening gap) and a part of the
 * session, both in parts per million; heat is how restless the day was, 1000 = usual. Days are counted
 * backwards: 0 is the last day before the market's first.
 */

export interface Factor {
  readonly overnight: Int32Array;
  readonly session: Int32Array;
  readonly heat: Int32Array;
}

/**
 * Volatility of the market as a whole, basis points a year (packages/universe: beta x 14 is the market's part
 * of a share's).
 */
export const MARKET_VOLATILITY_BPS = 1_400;
/** Added by each sector on top of the market. */
export const SECTOR_VOLATILITY_BPS = 800;
/** Growth a day of a share with a beta of one: about 11 % a year. */
const DRIFT_PPM = 420;

/** A year's volatility in basis points as a day's in parts per million: divided by the root of 250 trading days. */
export const dailyPpm = (annualBps: number): number => Math.round((annualBps * 100_000) / 15_811);

export const marketFactor = (seed: Uint8Array, days: number): Factor =>
  factor(new Stream(seed, 'market'), days, dailyPpm(MARKET_VOLATILITY_BPS), DRIFT_PPM);

export const sectorFactor = (seed: Uint8Array, sectorKey: string, days: number): Factor =>
  factor(new Stream(seed, 'sector', sectorKey), days, dailyPpm(SECTOR_VOLATILITY_BPS), 0);

function factor(stream: Stream, days: number, sigmaPpm: number, driftPpm: number): Factor {
  const made = { overnight: new Int32Array(days), session: new Int32Array(days), heat: new Int32Array(days) };
  const restlessness = new Restlessness(stream);
  for (let day = 0; day < days; day += 1) {
    const heat = restlessness.next();
    made.heat[day] = heat;
    made.overnight[day] = overnightPart(stream, sigmaPpm, heat);
    made.session[day] = sessionPart(stream, sigmaPpm, heat) + driftPpm;
  }
  return made;
}

/** A quarter of the variance falls between two sessions. */
export const overnightPart = (stream: Stream, sigmaPpm: number, heat: number): number =>
  Math.round((sigmaPpm * stream.normal() * heat) / 2_400_000);
export const sessionPart = (stream: Stream, sigmaPpm: number, heat: number): number =>
  Math.round((sigmaPpm * stream.normal() * heat) / 1_390_000);

/**
 * Calm and nervous times that last: an autoregressive state with a half-life of eleven days, and now and then
 * a day of its own.
 */
export class Restlessness {
  readonly #stream: Stream;
  #state: number;

  constructor(stream: Stream) {
    this.#stream = stream;
    this.#state = stream.normal();
  }

  /** 1000 = usual; between about 500 and 6000. */
  next(): number {
    this.#state = Math.round((this.#state * 94 + this.#stream.normal() * 34) / 100);
    const state = this.#state;
    const lasting = Math.max(
      450,
      1_000 + Math.round((state * 400) / 1_000) + Math.round((state * state * 80) / 1_000_000),
    );
    return this.#stream.below(50) === 0 ? Math.round((lasting * 22) / 10) : lasting;
  }
}
