import { nextQuarterEnd, resultsDay, type Day } from '@khara/rules';
import { makeNextQuarter, type QuarterDraw } from './next-quarter.ts';
import type { HolderFlows, Quarter } from './quarter.ts';

/** What the quarters of a running market follow from. */
export type Publishing = {
  /** Results of a market date are published from the next one on. */
  readonly marketDate: Day;
  /** What chance has for results that come out on a day; undefined where the market did not run on it. */
  readonly drawOn: (on: Day) => QuarterDraw | undefined;
  /** What holders gave and got by ex-dates after one day, up to another. */
  readonly flowsIn: (after: Day, upTo: Day) => HolderFlows;
};

/** A day on which the market did not run surprises with nothing. */
const NO_SURPRISE: QuarterDraw = { surprise: 0, chance: 0 };

/**
 * All quarters that a company has published by a market date, oldest first: those of before, and one each results day.
 */
export function publishedAccounts(
  code: string,
  before: readonly Quarter[],
  { marketDate, drawOn, flowsIn }: Publishing,
): readonly Quarter[] {
  const quarters = [...before];
  for (let last = quarters.at(-1)!; ; last = quarters.at(-1)!) {
    const quarter = nextQuarterEnd(last.quarter);
    const on = resultsDay(code, quarter);
    if (on >= marketDate) return quarters;
    quarters.push(makeNextQuarter(last, drawOn(on) ?? NO_SURPRISE, flowsIn(last.quarter, quarter)));
  }
}
