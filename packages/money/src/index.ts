/**
 * Money as integers in minor units (paise, or millionths of a USDT), and the only place where its text form
 * is read or written. Nothing here, or behind it, is ever a float.
 */

/** Decimals of each currency's wire form. */
export const DECIMALS = { INR: 2, USDT: 6 } as const;
export type Currency = keyof typeof DECIMALS;

const DECIMAL_TEXT = /^(-?)(\d{1,15})(?:\.(\d{1,18}))?$/;

/**
 * Reads a decimal ("1520.35", "-3", 12.5) as an integer of `decimals` places.
 * Undefined when it is not a plain decimal or has more places than `decimals`: an amount is refused, never rounded.
 * A number is read through its shortest text form, so 0.1 means one tenth and 1e21 is refused.
 */
export function parseDecimal(value: string | number, decimals: number): bigint | undefined {
  const match = DECIMAL_TEXT.exec(typeof value === 'number' ? String(value) : value.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > decimals) return undefined;
  const units = BigInt(whole + kept.padEnd(decimals, '0'));
  return sign === '-' ? -units : units;
}

/** Shows an integer of `decimals` places as a plain decimal: `showDecimal(152035n, 2)` is "1520.35". */
export function showDecimal(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

/** Rupees as text from paise: `rupees(152035n)` is "1520.35". */
export const rupees = (paise: bigint): string => showDecimal(paise, DECIMALS.INR);

/** The same for a price, which the exchange counts in paise as a safe integer: `priceText(152035)` is "1520.35". */
export function priceText(price: number): string {
  const digits = String(Math.abs(price)).padStart(3, '0');
  return `${price < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * A price as the exchange counts it, in paise as a safe integer. Throws on what can be none: a price is
 * small, a value need not be.
 */
export function asPrice(price: bigint): number {
  if (price < 0n || price > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${price} is no price`);
  return Number(price);
}

/** Paise from rupees as text or number; undefined when it is no amount in whole paise. */
export const paise = (value: string | number): bigint | undefined => parseDecimal(value, DECIMALS.INR);

/** How a division keeps or gives away its remainder. */
export type Rounding = 'floor' | 'ceil' | 'half_up' | 'exact';

/**
 * a · b / c in whole units. `half_up` rounds a half away from zero, as exchanges round charges; `floor` and
 * `ceil` go towards minus and plus infinity; `exact` throws on a remainder. Throws when `c` is not positive.
 */
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  if (c <= 0n) throw new RangeError('mulDiv: the divisor must be positive');
  const product = a * b;
  const quotient = product / c;
  const remainder = product % c; // has the sign of the product
  if (remainder === 0n) return quotient;
  switch (rounding) {
    case 'floor':
      return remainder < 0n ? quotient - 1n : quotient;
    case 'ceil':
      return remainder > 0n ? quotient + 1n : quotient;
    case 'half_up': {
      const twice = 2n * (remainder < 0n ? -remainder : remainder);
      if (twice < c) return quotient;
      return remainder < 0n ? quotient - 1n : quotient + 1n;
    }
    case 'exact':
      throw new RangeError('mulDiv: not exact');
  }
}

/** A ratio as a percentage with two decimals ("-1.27"), half away from zero; "0.00" when there is no base. */
export function percent(part: bigint, base: bigint): string {
  if (base <= 0n) return '0.00';
  return showDecimal(mulDiv(part, 10_000n, base, 'half_up'), 2);
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
