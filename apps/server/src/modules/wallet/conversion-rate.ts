import { createHmac } from 'node:crypto';
import { min, mulDiv } from '@khara/money';
import { hash, lp } from '@khara/proof';
import { nextRegularDay, previousRegularDay } from '@khara/rules';
import { memoize } from '#src/kernel/memoize.ts';
import type { Keys } from '#src/security/keys.ts';

/*
 * The published rate of the practice market's USDT. It is simulated: a walk with one step a trading day,
 * which a seed gives whose hash is in the log before that date begins, and the seed itself after it. It
 * cannot be set, nor computed before, and a step up is as likely as the same step down.
 * docs/decisions/0021-usdt-rate-is-a-sealed-walk.md has the reasons.
 */

/** The walk begins before this date, at this number of paise for one USDT. */
const FIRST_DATE = '2026-01-01';
const FIRST_PAISE = 8_850n;
/** A step is at most a two-hundredth of the rate, and never further than the nearer of these: there the walk ends. */
const STEPS_OF_RATE = 200n;
const LOWEST_PAISE = 4_000n;
const HIGHEST_PAISE = 20_000n;
/** Of the middle rate, on each side, in hundredths of a per cent. */
const SPREAD_BPS = 50n;

export type Rate = {
  readonly marketDate: string;
  /** Rupees for one USDT, in paise: the middle; what the desk asks for a USDT; what it gives for one. */
  readonly middlePaise: bigint;
  readonly buyPaise: bigint;
  readonly sellPaise: bigint;
};

/** The seed of a date's rate: 32 bytes that the installation's secret always gives again, and nothing else gives. */
export const seedOfRate = ({ installSecret }: Pick<Keys, 'installSecret'>, marketDate: string): Uint8Array =>
  createHmac('sha256', installSecret).update(`khara/usdt-rate/3\n${marketDate}`).digest();

/** What the log has of a seed before its date: SHA256(LP("khara/usdt-rate/seed/3") ‖ LP(date) ‖ seed). */
export const hashOfRateSeed = (marketDate: string, seed: Uint8Array): Uint8Array =>
  hash(lp('khara/usdt-rate/seed/3'), lp(marketDate), seed);

/** The rate of a market date, as this installation's secret gives it. */
export const rateOn = (keys: Pick<Keys, 'installSecret'>, marketDate: string): Rate =>
  around(marketDate, openWalk(keys.installSecret).middleOn(marketDate));

/**
 * The middle rate in paise after the step of a date, from that of the trading day before. The step is
 * SHA256(LP("khara/usdt-rate/3") ‖ LP(date) ‖ seed), its first eight bytes modulo 2n + 1, less n paise: n is a
 * two-hundredth of the rate, or the way to the nearer limit if that is less. So its mean is 0 wherever the walk stands.
 */
export function stepRate(beforePaise: bigint, date: string, seed: Uint8Array): bigint {
  const digest = hash(lp('khara/usdt-rate/3'), lp(date), seed);
  const number = new DataView(digest.buffer, digest.byteOffset, 8).getBigUint64(0);
  const most = min(beforePaise / STEPS_OF_RATE, min(beforePaise - LOWEST_PAISE, HIGHEST_PAISE - beforePaise));
  return beforePaise - most + (number % (2n * most + 1n));
}

/** What the desk asks and gives around a middle rate. */
export const around = (marketDate: string, middlePaise: bigint): Rate => ({
  marketDate,
  middlePaise,
  buyPaise: mulDiv(middlePaise, 10_000n + SPREAD_BPS, 10_000n, 'ceil'),
  sellPaise: mulDiv(middlePaise, 10_000n - SPREAD_BPS, 10_000n, 'floor'),
});

/** The walk of one secret, as far as it was asked for. */
class Walk {
  readonly #keys: Pick<Keys, 'installSecret'>;
  readonly #middles = new Map<string, bigint>();
  /** The trading day to which it has come. */
  #date = '';
  #next = nextRegularDay(FIRST_DATE);
  #middle = FIRST_PAISE;

  constructor(keys: Pick<Keys, 'installSecret'>) {
    this.#keys = keys;
  }

  /** A date that is no regular trading day has the rate of the one before. */
  middleOn(date: string): bigint {
    while (this.#next <= date) {
      this.#date = this.#next;
      this.#middle = stepRate(this.#middle, this.#date, seedOfRate(this.#keys, this.#date));
      this.#middles.set(this.#date, this.#middle);
      this.#next = nextRegularDay(this.#date);
    }
    if (date >= this.#date) return this.#middle;
    return this.#middles.get(date) ?? this.#before(date);
  }

  #before(date: string): bigint {
    const day = previousRegularDay(date);
    return day <= FIRST_DATE ? FIRST_PAISE : this.middleOn(day);
  }
}

const openWalk = memoize((installSecret: Uint8Array) => new Walk({ installSecret }));

/** Millionths of a USDT in one. */
export const ONE_USDT = 1_000_000n;

/** What a sum of USDT is worth in paise at a rate; what is left of a paisa is dropped. */
export const inPaise = (usdt: bigint, ratePaise: bigint): bigint => mulDiv(usdt, ratePaise, ONE_USDT, 'floor');
/** The USDT that a sum of paise buys at a rate; what is left of a millionth stays with the desk. */
export const inUsdt = (paise: bigint, ratePaise: bigint): bigint => mulDiv(paise, ONE_USDT, ratePaise, 'floor');
