import { createHmac } from 'node:crypto';
import { mulDiv } from '@khara/money';
import { hash, lp } from '@khara/proof';
import type { Keys } from '#src/security/keys.ts';

/*
 * The published rate of the practice market's USDT. It is simulated: a function of the market date and of a
 * seed whose hash is in the log before that date begins, and the seed itself after it. It cannot be set, nor
 * computed before. docs/decisions/0096-usdt-rate-sealed.md has the reasons.
 */

/** Rupees for one USDT around which it moves, in paise, and how far. */
const BASE_PAISE = 8_850n;
const SWING_PAISE = 100n;
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
  createHmac('sha256', installSecret).update(`khara/usdt-rate/2\n${marketDate}`).digest();

/** What the log has of a seed before its date: SHA256(LP("khara/usdt-rate/seed/2") ‖ LP(date) ‖ seed). */
export const hashOfRateSeed = (marketDate: string, seed: Uint8Array): Uint8Array =>
  hash(lp('khara/usdt-rate/seed/2'), lp(marketDate), seed);

/** The rate of a market date, as this installation's secret gives it. */
export const rateOn = (keys: Pick<Keys, 'installSecret'>, marketDate: string): Rate =>
  rateOf(marketDate, seedOfRate(keys, marketDate));

/**
 * The rate that a seed gives: SHA256(LP("khara/usdt-rate/2") ‖ LP(date) ‖ seed), its first four bytes modulo
 * 201, less 100, in paise around Rs 88.50.
 */
export function rateOf(marketDate: string, seed: Uint8Array): Rate {
  const digest = hash(lp('khara/usdt-rate/2'), lp(marketDate), seed);
  const number = BigInt(new DataView(digest.buffer, digest.byteOffset, 4).getUint32(0));
  const middlePaise = BASE_PAISE - SWING_PAISE + (number % (2n * SWING_PAISE + 1n));
  return {
    marketDate,
    middlePaise,
    buyPaise: mulDiv(middlePaise, 10_000n + SPREAD_BPS, 10_000n, 'ceil'),
    sellPaise: mulDiv(middlePaise, 10_000n - SPREAD_BPS, 10_000n, 'floor'),
  };
}

/** Millionths of a USDT in one. */
const ONE_USDT = 1_000_000n;

/** What a sum of USDT is worth in paise at a rate; what is left of a paisa is dropped. */
export const inPaise = (usdt: bigint, ratePaise: bigint): bigint => mulDiv(usdt, ratePaise, ONE_USDT, 'floor');
/** The USDT that a sum of paise buys at a rate; what is left of a millionth stays with the desk. */
export const inUsdt = (paise: bigint, ratePaise: bigint): bigint => mulDiv(paise, ONE_USDT, ratePaise, 'floor');
