/*
 * XIRR by whole numbers alone: the growth of a day is a number of 60 decimal places, and its powers are products. An
 * oracle that shares no logarithm, power or double with the product.
 */

const ONE = 10n ** 60n;
const HALVINGS = 260;

type DatedPaise = { readonly day: number; readonly paise: bigint };

/**
 * What `flows` are worth at `end` beyond `worth`, in 10^-60 paise, when a day multiplies money by `factor` of 10^60.
 */
export function excessAt(factor: bigint, flows: readonly DatedPaise[], end: number, worth: bigint): bigint {
  return flows.reduce((sum, { day, paise }) => sum + paise * power(factor, end - day), -worth * ONE);
}

/** The yearly rate at which the excess changes its sign, found by halving, where there is one change. */
export function exactReturn(flows: readonly DatedPaise[], end: number, worth: bigint): number {
  // Far below, all powers would round to nothing.
  let [low, high] = [(9n * ONE) / 10n, 2n * ONE];
  const isBelow = excessAt(low, flows, end, worth) < 0n;
  if (excessAt(high, flows, end, worth) < 0n === isBelow)
    throw new Error('no change of sign between factors 0.9 and 2');
  for (let turn = 0; turn < HALVINGS; turn += 1) {
    const middle = (low + high) / 2n;
    if (excessAt(middle, flows, end, worth) < 0n === isBelow) low = middle;
    else high = middle;
  }
  return yearlyOf(low);
}

/** A yearly rate as a fraction, of a daily factor. */
const yearlyOf = (factor: bigint): number => Number(power(factor, 365) - ONE) / Number(ONE);

/** A daily factor of a growth over some days, near enough to look on both sides of it. */
export const dailyFactor = (log10: number, days: number): bigint =>
  (BigInt(Math.round(10 ** (log10 / days) * 1e15)) * ONE) / 10n ** 15n;

function power(factor: bigint, times: number): bigint {
  let [result, square] = [ONE, factor];
  for (let rest = times; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * square) / ONE;
    square = (square * square) / ONE;
  }
  return result;
}
