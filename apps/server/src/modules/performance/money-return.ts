import { powerSumRoots, type PowerTerm } from './power-sum-roots.ts';

/*
 * The money-weighted return: the one rate at which what was put in would have become what it is worth.
 *
 * It is XIRR of a spreadsheet (OASIS, Open Document Format for Office Applications 1.3, part 4, function XIRR): the sum
 * of each flow times (1 + rate) ^ (days to the end / 365) is the end value. A spreadsheet looks for some root from a
 * guess; here all roots are found, and a rate that is not the only one is none. A rate at which the sum only touches
 * zero is one rate (decision 30).
 */

/** Money put in (above zero) or taken out (below zero) on a day of the calendar, counted from any first day. */
export type Flow = { readonly day: number; readonly paise: bigint };

type NoReturn =
  /** No money was put in. */
  | 'nothing_put_in'
  /** No money stayed from one market day to the next: there is no time in which a rate could work. */
  | 'one_day'
  /** No rate makes the end of the flows. */
  | 'no_solution'
  /** More than one rate does, or rates that differ make it to the paisa. */
  | 'several_solutions'
  /** One does, and it is more than a billionfold over the time in which money was there. */
  | 'too_large';

export type MoneyReturn =
  /** Rates as fractions: 0.05 is 5 %. Over the days on which money was there, and as a year of 365 days. */
  { readonly whole: number; readonly yearly: number } | { readonly reason: NoReturn };

const DAYS_OF_YEAR = 365;

/** Decimal places of the growth beyond which no rate is given. */
const LARGEST = 9;

/** Where the flows end. */
export type End = {
  /** Of the calendar, with no flow after it. */
  readonly day: number;
  /** What all of it was worth on the day. */
  readonly paise: bigint;
  /** Days of the calendar until then on which money was there: only in them a rate works. */
  readonly workedDays: number;
};

/**
 * The one rate of the flows. Its rate of a day is compounded over the days on which money was there, so nothing grows
 * while nothing is invested (decision 30). Flows may come in any order.
 */
export function moneyReturn(flows: readonly Flow[], { day: end, paise: endPaise, workedDays }: End): MoneyReturn {
  const byDay = new Map<number, bigint>();
  for (const { day, paise } of flows) byDay.set(day, (byDay.get(day) ?? 0n) + paise);
  const moved = [...byDay].filter(([, paise]) => paise !== 0n).sort(([a], [b]) => a - b);
  const first = moved[0];
  if (!first || moved.every(([, paise]) => paise <= 0n)) return { reason: 'nothing_put_in' };
  const days = end - first[0];
  if (days <= 0 || workedDays <= 0) return { reason: 'one_day' };

  // What moves on the last day has no time to work: it only changes what the rest has to become.
  const left = endPaise - (byDay.get(end) ?? 0n);
  const before = moved.filter(([day]) => day < end);
  const isOneSided = before.every(([, units]) => units > 0n);
  // Nothing came back and nothing is left: no finite rate says so, and it is a loss of all.
  if (left === 0n && isOneSided) return { whole: -1, yearly: -1 };
  const terms: PowerTerm[] = before.map(([day, units]) => ({ power: (end - day) / days, amount: Number(units) }));
  if (left !== 0n) terms.push({ power: 0, amount: Number(-left) });
  const isFirstPositive = terms[0]!.amount > 0;
  if (terms.every(({ amount }) => amount > 0 === isFirstPositive)) return { reason: 'no_solution' };

  const { roots, isUndecided } = powerSumRoots(terms);
  const [log] = roots;
  if (isUndecided || roots.length > 1) return { reason: 'several_solutions' };
  if (log === undefined) return { reason: 'no_solution' };
  const ofDay = log / days;
  if (ofDay * workedDays > LARGEST) return { reason: 'too_large' };
  return { whole: 10 ** (ofDay * workedDays) - 1, yearly: 10 ** (ofDay * DAYS_OF_YEAR) - 1 };
}
