/*
 * The money-weighted return: the one rate at which what was put in would have become what it is worth.
 *
 * It is XIRR of a spreadsheet (OASIS, Open Document Format for Office Applications 1.3, part 4, function XIRR): the sum
 * of each flow times (1 + rate) ^ (days to the end / 365) is the end value. A spreadsheet looks for some root from a
 * guess; here all roots are counted, and a rate that is not the only one is none.
 */

/** Money put in (above zero) or taken out (below zero) on a day of the calendar, counted from any first day. */
export type Flow = { readonly day: number; readonly paise: bigint };

type NoReturn =
  /** No money was put in. */
  | 'nothing_put_in'
  /** All of it happened on one day: there is no time in which a rate could work. */
  | 'one_day'
  /** No rate makes the end of the flows. */
  | 'no_solution'
  /** More than one rate does. */
  | 'several_solutions';

export type MoneyReturn =
  /** Rates as fractions: 0.05 is 5 %. Over the whole time, and as a year of 365 days. */
  { readonly whole: number; readonly yearly: number } | { readonly reason: NoReturn };

const DAYS_OF_YEAR = 365;

/** Growth over the whole time is looked for between these: a loss of all but a billionth, and a billionfold. */
const LOWEST = -9;
const HIGHEST = 9;
const GRID = 3_600;
const HALVINGS = 200;

/** The return from the first flow to `end`, when all of it was worth `endPaise`. Flows may come in any order. */
export function moneyReturn(flows: readonly Flow[], end: number, endPaise: bigint): MoneyReturn {
  const byDay = new Map<number, bigint>();
  for (const { day, paise } of flows) byDay.set(day, (byDay.get(day) ?? 0n) + paise);
  const moved = [...byDay].filter(([, paise]) => paise !== 0n).sort(([a], [b]) => a - b);
  const first = moved[0];
  if (!first || moved.every(([, paise]) => paise <= 0n)) return { reason: 'nothing_put_in' };
  const days = end - first[0];
  if (days <= 0) return { reason: 'one_day' };

  // Nothing came back and nothing is left: no finite rate says so, and it is a loss of all.
  if (endPaise === 0n && moved.every(([, paise]) => paise > 0n)) return { whole: -1, yearly: -1 };
  const terms = moved.map(([day, units]) => ({ power: (end - day) / days, amount: Number(units) }));
  terms.push({ power: 0, amount: Number(-endPaise) });
  /** What the flows would be worth at the end beyond what they are, when the whole time multiplies money by 10^log. */
  const excess = (log: number): number =>
    terms.reduce((sum, { power, amount }) => sum + amount * 10 ** (log * power), 0);

  const roots: number[] = [];
  let low = LOWEST;
  let atLow = excess(low);
  for (let step = 1; step <= GRID; step += 1) {
    const high = LOWEST + ((HIGHEST - LOWEST) * step) / GRID;
    const atHigh = excess(high);
    if (atLow === 0) roots.push(low);
    else if (atLow < 0 !== atHigh < 0 && atHigh !== 0) roots.push(bisect(excess, low, high));
    low = high;
    atLow = atHigh;
  }
  const [log] = roots;
  if (log === undefined) return { reason: 'no_solution' };
  if (roots.length > 1) return { reason: 'several_solutions' };
  return { whole: 10 ** log - 1, yearly: 10 ** ((log * DAYS_OF_YEAR) / days) - 1 };
}

function bisect(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isBelow = f(low) < 0;
  for (let turn = 0; turn < HALVINGS; turn += 1) {
    const middle = (low + high) / 2;
    if (f(middle) < 0 === isBelow) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
