import { mulDiv } from '@khara/money';

/* What follows from a member's value, day by day. Money is exact; rates alone are floats. */

/** A market day at its close. */
export type DayValue = {
  readonly marketDate: string;
  readonly valuePaise: bigint;
  /** Put in and taken out on the day, both at least zero. */
  readonly inPaise: bigint;
  readonly outPaise: bigint;
  /** Close of the index in hundredths of a point; undefined while there is none. */
  readonly index: bigint | undefined;
};

/** Of each day: money was there at its beginning, or came on it. On the others nothing is invested. */
export const workedOn = (days: readonly Pick<DayValue, 'valuePaise' | 'inPaise'>[]): readonly boolean[] =>
  days.map(({ inPaise }, at) => (days[at - 1]?.valuePaise ?? 0n) + inPaise > 0n);

/**
 * How the choices did, whatever money came and went: growth of each day, multiplied. Money that comes in works from the
 * beginning of its day, money that goes out until the end of it. One factor for each day, as growth since the first.
 */
export function cumulateGrowth(days: readonly DayValue[]): readonly number[] {
  let before = 0n;
  let grown = 1;
  return days.map(({ valuePaise, inPaise, outPaise }) => {
    const worked = before + inPaise;
    // Who owes more than is there has lost all: no growth is below none.
    if (worked > 0n) grown *= Math.max(0, Number(valuePaise + outPaise)) / Number(worked);
    before = valuePaise;
    return grown;
  });
}

export type Falls = {
  /** The deepest fall below an earlier peak, as a fraction: 0 or less. */
  readonly deepest: number;
  /** Market days from that peak until it was reached again, or until now. */
  readonly days: number;
  /** Market days that ended below an earlier peak. */
  readonly under: number;
};

/** Falls of the growth, so that a withdrawal is none and a deposit hides none. The first day begins at 1. */
export function findFalls(growth: readonly number[]): Falls {
  let peak = 1;
  let peakAt = -1;
  let deepest = 0;
  let deepestFrom = -1;
  let days = 0;
  let under = 0;
  growth.forEach((value, at) => {
    if (value < peak) {
      under += 1;
      if (value / peak - 1 < deepest) {
        deepest = value / peak - 1;
        deepestFrom = peakAt;
      }
    }
    if (deepestFrom === peakAt && deepest < 0) days = at - peakAt;
    if (value >= peak) {
      peak = value;
      peakAt = at;
    }
  });
  return { deepest, days, under };
}

/** Parts of a unit of the index that are counted. */
const UNIT = 1_000_000_000_000n;

/**
 * What the same money would be worth in the index: each flow buys or sells at the close of its day. Undefined when the
 * index has no close on a day with a flow, or when a withdrawal takes more than would have been there.
 */
export function sameInIndex(days: readonly DayValue[]): readonly bigint[] | undefined {
  let units = 0n;
  let level: bigint | undefined;
  const values: bigint[] = [];
  for (const { inPaise, outPaise, index } of days) {
    level = index ?? level;
    const flow = inPaise - outPaise;
    if (flow !== 0n) {
      if (level === undefined) return undefined;
      units += mulDiv(flow, UNIT, level, 'floor');
      if (units < 0n) return undefined;
    }
    values.push(level === undefined ? 0n : mulDiv(units, level, UNIT, 'half_up'));
  }
  return values;
}
