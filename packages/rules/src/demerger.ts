import { mulDiv } from '@khara/money';

/*
 * A demerger: a company gives a part of its business to a new one, and its holders get `a` shares of that one for every
 * `b` that they hold. It is no sale: cost and date of acquisition go over with the shares.
 */

export type DemergerTerms = {
  readonly a: number;
  readonly b: number;
  /**
   * Net book value of what goes over against the net worth before, in hundredths of a per cent, as the company
   * publishes it: so much of what the shares cost is the cost of the new ones. Source: docs/sources.md A11.
   */
  readonly costBps: number;
};

/** Shares of one purchase. */
export type Lot = {
  readonly quantity: number;
  /** Paise. */
  readonly cost: bigint;
};

export type DemergedLots = {
  /** What stays the cost of each lot of the old shares, in their order, in paise. */
  readonly oldCosts: readonly bigint[];
  /**
   * Whole new shares of each lot, in the same order, with what they cost in paise. A new share that comes of several
   * lots has the date of the last of them.
   */
  readonly newLots: readonly Lot[];
  /** Of the part of a share that is left, and paid in cash: its `b`-ths, and what it cost. */
  readonly fraction: { readonly parts: number; readonly cost: bigint };
};

const WHOLE_BPS = 10_000n;

/** What of a cost goes over to the new shares, half up to the paisa; the rest stays. Source: docs/sources.md A11. */
export const costOfNewShares = (cost: bigint, { costBps }: Pick<DemergerTerms, 'costBps'>): bigint =>
  mulDiv(cost, BigInt(costBps), WHOLE_BPS, 'half_up');

/**
 * The lots of one holding, oldest first, on the other side of a demerger. The parts of a new share that one lot leaves
 * go on to the next lot with their cost, so that no share and no paisa is lost.
 */
export function demergeLots(lots: readonly Lot[], terms: DemergerTerms): DemergedLots {
  const { a, b } = terms;
  let parts = 0; // b-ths of a new share that have made no whole one yet, and their cost
  let carried = 0n;
  const oldCosts: bigint[] = [];
  const newLots: Lot[] = [];
  for (const { quantity, cost } of lots) {
    const over = costOfNewShares(cost, terms);
    oldCosts.push(cost - over);
    parts += quantity * a;
    if (!Number.isSafeInteger(parts)) throw new RangeError(`${quantity} shares are too many to demerge`);
    carried += over;
    const left = parts % b;
    const costLeft = parts === 0 ? carried : mulDiv(carried, BigInt(left), BigInt(parts), 'half_up');
    newLots.push({ quantity: (parts - left) / b, cost: carried - costLeft });
    parts = left;
    carried = costLeft;
  }
  return { oldCosts, newLots, fraction: { parts, cost: carried } };
}

/**
 * What holders get for their parts of shares, which are sold together: the net proceeds in proportion,
 * rounded down to the paisa. Parts are `b`-ths of a share; whole shares of all of them together are sold. A
 * choice of schemes, recalled.
 */
export function cashForParts(
  parts: readonly number[],
  { b, netProceedsPaise }: { readonly b: number; readonly netProceedsPaise: (shares: number) => bigint },
): readonly bigint[] {
  const all = parts.reduce((sum, part) => sum + part, 0);
  if (all === 0) return parts.map(() => 0n);
  const proceeds = netProceedsPaise(Math.floor(all / b));
  return parts.map((part) => mulDiv(proceeds, BigInt(part), BigInt(all), 'floor'));
}

/**
 * At what an index counts what went over, until it is traded: the close before the ex-date less the price that the
 * special pre-open of the ex-date finds. So an index moves by neither. Source: docs/sources.md A12.
 */
export const constantPrice = (closeBefore: number, discovered: number): number => Math.max(0, closeBefore - discovered);
