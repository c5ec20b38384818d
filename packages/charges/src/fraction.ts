/** An exact amount of paise. The denominator is above zero. */
export type Fraction = {
  readonly n: bigint;
  readonly d: bigint;
};

export const ZERO: Fraction = { n: 0n, d: 1n };

export const add = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };

/** Half up to a multiple of `unit`, of an amount that is not negative. */
export const halfUp = ({ n, d }: Fraction, unit = 1n): bigint => ((2n * n + d * unit) / (2n * d * unit)) * unit;

/**
 * Shares `total` out in proportion to the weights, by largest remainder: whole paise that sum to it. Of equal
 * remainders the earlier weight comes first; without any weight the first takes all.
 */
export function shareOut(total: bigint, weights: readonly Fraction[]): readonly bigint[] {
  const sum = weights.reduce(add, ZERO);
  if (sum.n === 0n) return weights.map((_, at) => (at === 0 ? total : 0n));
  const exact = weights.map(({ n, d }) => ({ n: total * n * sum.d, d: d * sum.n }));
  const shares = exact.map(({ n, d }) => n / d);
  const left = Number(total - shares.reduce((whole, one) => whole + one, 0n));
  const byRemainder = exact
    .map(({ n, d }, at) => ({ at, n: n % d, d }))
    .toSorted((a, b) => Number(b.n * a.d > a.n * b.d) - Number(b.n * a.d < a.n * b.d) || a.at - b.at);
  for (const { at } of byRemainder.slice(0, left)) shares[at]! += 1n;
  return shares;
}
