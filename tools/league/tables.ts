import { type Fill, fromMiddle, HALF_HOURS, timeOfHalfHour } from './run.ts';
import type { Entry } from './summary.ts';

/* The tables beside a report, from paise. Money in rupees; seeds by their place, for they may be sealed still. */

const rupees = (amount: number): string => (amount / 100).toFixed(2);
/** A price may lie between two paise. */
const price = (at: number | undefined): string => (at === undefined ? '' : (at / 100).toFixed(3));
/** Names of files may hold anything. */
const text = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const csv = (head: string, rows: readonly string[]): string => `${[head, ...rows].join('\n')}\n`;

const rowsOf = <Row>(entries: readonly Entry[], list: (run: Entry['runs'][number]) => readonly Row[]) =>
  entries.flatMap(({ name, runs }) =>
    runs.flatMap((run, seed) => list(run).map((row, at) => ({ row, at, begin: `${text(name)},${seed + 1}` }))),
  );

/** What each program was worth on each seed at each half hour. */
export const equityTable = (entries: readonly Entry[]): string =>
  csv(
    'program,seed,day,time,net_value',
    rowsOf(entries, ({ equity }) => equity).map(({ row, at, begin }) => {
      const half = at - 1;
      const when = at === 0 ? '1,' : `${Math.floor(half / HALF_HOURS) + 1},${timeOfHalfHour(half)}`;
      return `${begin},${when},${rupees(row)}`;
    }),
  );

/** Every fill, numbered over all of the league. */
export const fillsTable = (entries: readonly Entry[]): string =>
  csv(
    'fill,program,seed,day,time,code,side,quantity,price,how,rested_seconds,ahead,from_middle,price_without',
    rowsOf(entries, ({ fills }) => fills).map(({ row, begin }, at) => `${at + 1},${begin},${fillRow(row)}`),
  );

function fillRow(fill: Fill): string {
  const { day, time, code, side, quantity, how, restedSeconds = '', ahead = '', without } = fill;
  const middle = price(fromMiddle(fill));
  return [
    day + 1,
    time,
    code,
    side,
    quantity,
    rupees(fill.price),
    how,
    restedSeconds,
    ahead,
    middle,
    price(without),
  ].join(',');
}

/** The number of the first fill in which two tables of fills differ; undefined where they are the same. */
export function firstDifference(before: string, now: string): number | undefined {
  if (before === now) return undefined;
  const [lines, others] = [before.split('\n'), now.split('\n')];
  return lines.findIndex((line, at) => line !== others[at]);
}
