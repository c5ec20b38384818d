import { MARKET } from '@khara/rules';
import { Stream } from './random.ts';

/*
 * What moves everything at once. A day's return has an overnight part (the opening gap) and a part of the
 * session, both in parts per million; heat is how restless the day was, 1000 = usual. Days are counted
 * backwards: 0 is the last day before the market's first.
 */

export type Factor = {
  readonly overnight: Int32Array;
  readonly session: Int32Array;
  readonly heat: Int32Array;
  /** How much is traded against a usual day, in thousandths. */
  readonly busy: Int32Array;
};

/** Added by each sector on top of the market. */
export const SECTOR_VOLATILITY_BPS = 800;

/**
 * The one crash of the years: how many days before the first market day it is over, how long it lasts and how long the
 * way back takes, what the market loses and wins on such a day, and how restless it is meanwhile. The way back gives
 * back what was lost.
 */
const CRASH = {
  over: { least: 380, days: 300 },
  fall: { days: 24, ppm: -13_000, heat: 1_800 },
  recovery: { days: 130, ppm: 2_400, heat: 1_250 },
} as const;

/** A year's volatility in basis points as a day's in parts per million: divided by the root of 250 trading days. */
export const dailyPpm = (annualBps: number): number => Math.round((annualBps * 100_000) / 15_811);

/** The market's own, with the crash; the years of a shorter history may have none. */
export function marketFactor(seed: Uint8Array, days: number): Factor {
  const stream = new Stream(seed, 'market');
  const over = CRASH.over.least + new Stream(seed, 'crash').below(CRASH.over.days);
  const made = factor(stream, days, dailyPpm(MARKET.volatilityBps), (back) => {
    if (back >= over && back < over + CRASH.fall.days) return CRASH.fall;
    if (back < over && back >= over - CRASH.recovery.days) return CRASH.recovery;
    return { ppm: 0, heat: 1_000 };
  });
  for (let back = 0; back < days; back += 1) made.session[back]! += MARKET.premiumPpm;
  return made;
}

export const sectorFactor = (seed: Uint8Array, sectorKey: string, days: number): Factor =>
  factor(new Stream(seed, 'sector', sectorKey), days, dailyPpm(SECTOR_VOLATILITY_BPS), () => ({ ppm: 0, heat: 1_000 }));

/** `times`: what happens on a day besides, and how restless it makes the day. */
function factor(
  stream: Stream,
  days: number,
  sigmaPpm: number,
  times: (back: number) => { readonly ppm: number; readonly heat: number },
): Factor {
  const column = () => new Int32Array(days);
  const made = { overnight: column(), session: column(), heat: column(), busy: column() };
  const restlessness = new Restlessness(stream);
  let crowd = 0;
  for (let day = 0; day < days; day += 1) {
    const { ppm, heat: more } = times(day);
    const heat = Math.round((restlessness.next() * more) / 1_000);
    made.heat[day] = heat;
    // A third of what happens does so before the opening.
    made.overnight[day] = overnightPart(stream, sigmaPpm, heat) + Math.round(ppm / 3);
    made.session[day] = sessionPart(stream, sigmaPpm, heat) + ppm - Math.round(ppm / 3);
    crowd = Math.round((crowd * 85 + stream.normal() * 50) / 100);
    made.busy[day] = Math.max(
      350,
      920 + Math.round((crowd * 200) / 1_000) + Math.round((Math.min(heat, 2_500) - 1_000) / 8),
    );
  }
  return made;
}

/** A quarter of the variance falls between two sessions. */
export const overnightPart = (stream: Stream, sigmaPpm: number, heat: number): number =>
  Math.round((sigmaPpm * shock(stream) * heat) / 3_150_000);
export const sessionPart = (stream: Stream, sigmaPpm: number, heat: number): number =>
  Math.round((sigmaPpm * shock(stream) * heat) / 1_830_000);

/** Thousandths of a deviation; one in forty is far out. */
const shock = (stream: Stream): number => stream.normal() * (stream.below(40) === 0 ? 2.5 : 1);

/**
 * Calm and nervous times that last: a state of weeks (a half-life of eleven days) and one of months, and now and then
 * a day of its own.
 */
export class Restlessness {
  readonly #stream: Stream;
  #weeks: number;
  #months: number;

  constructor(stream: Stream) {
    this.#stream = stream;
    this.#weeks = stream.normal();
    this.#months = stream.normal();
  }

  /** 1000 = usual; between about 450 and 8000. */
  next(): number {
    this.#weeks = Math.round((this.#weeks * 94 + this.#stream.normal() * 34) / 100);
    this.#months = Math.round((this.#months * 985 + this.#stream.normal() * 172) / 1_000);
    const state = this.#weeks + this.#months;
    const lasting = Math.max(
      450,
      960 + Math.round((state * 360) / 1_000) + Math.round((state * state * 90) / 1_000_000),
    );
    return this.#stream.below(50) === 0 ? Math.round((lasting * 22) / 10) : lasting;
  }
}
