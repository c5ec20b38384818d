import type { Data } from '@khara/contract';
import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';

export type BillLine = Data<'bill'>['list'][number];
export type BillDay = {
  readonly marketDate: string;
  readonly lines: readonly BillLine[];
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
    lines: day.lines,
    total: goesOn && index === days.length - 1 ? undefined : sum(day.lines),
  }));
}

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
