import { mulDiv } from '@khara/money';
import { hash, lp } from '@khara/proof';

/*
 * The published rate of the practice market's USDT. It is simulated: a function of the market date and nothing else, so that anybody can compute it for any
 * date and nobody can set it. docs/decisions/0011-the-rate-of-usdt-is-its-date.md has the reasons.
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

/** The rate of a market date: SHA256(LP("khara/usdt-rate/1") ‖ LP(date)), its first four bytes modulo 201, less 100, in paise around Rs 88.50. */
export function rateOn(marketDate: string): Rate {
  const drawn = hash(lp('khara/usdt-rate/1'), lp(marketDate));
  const number = BigInt(new DataView(drawn.buffer, drawn.byteOffset, 4).getUint32(0));
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
