import type { Data } from '@khara/contract';
import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';

export type BillLine = Data<'bill'>['list'][number];
/** What one event did to the money: its line, what it cost in the same entry, and what was owned around both. */
export type BillEvent = {
  readonly line: BillLine;
  readonly charges?: BillLine;
  readonly before: string;
  readonly after: string;
};
export type BillDay = {
  readonly marketDate: string;
  readonly events: readonly BillEvent[];
  /** What the day changed altogether; undefined while more of its lines may still come. */
  readonly total: string | undefined;
};

/**
 * Lines, newest first, by market day. The last day of a list that goes on is not summed: half a sum would be
 * a wrong one.
 */
export function byDay(lines: readonly BillLine[], goesOn: boolean): readonly BillDay[] {
  const days: { marketDate: string; lines: BillLine[] }[] = [];
  for (const line of lines) {
    const day = days.at(-1);
    if (day?.marketDate === line.marketDate) day.lines.push(line);
    else days.push({ marketDate: line.marketDate, lines: [line] });
  }
  return days.map((day, index) => ({
    marketDate: day.marketDate,
    events: readEvents(day.lines),
    total: goesOn && index === days.length - 1 ? undefined : sum(day.lines),
  }));
}

/** Charges stand with the first line of their entry, newest first, and by themselves where it has no other. */
export function readEvents(lines: readonly BillLine[]): readonly BillEvent[] {
  const alone = (line: BillLine): BillEvent => ({ line, before: line.before, after: line.after });
  return [...Map.groupBy(lines, readEntry).values()].flatMap((entry): BillEvent[] => {
    const charges = entry.find(({ businessType }) => businessType === 'charges');
    const [line, ...others] = entry.filter((one) => one !== charges);
    if (!line || !charges) return entry.map(alone);
    const [later, earlier] = entry.indexOf(line) < entry.indexOf(charges) ? [line, charges] : [charges, line];
    return [{ line, charges, before: earlier.before, after: later.after }, ...others.map(alone)];
  });
}

/** The entry of a line, whose id is that and its place in it. */
const readEntry = ({ id }: BillLine): string => id.split('-', 1)[0] ?? id;

function sum(lines: readonly BillLine[]): string | undefined {
  const decimals = DECIMALS[lines[0]?.currency ?? 'INR'];
  let total = 0n;
  for (const line of lines) {
    const changed = parseDecimal(line.changedAmount, decimals);
    if (changed === undefined) return undefined;
    total += changed;
  }
  return showDecimal(total, decimals);
}
