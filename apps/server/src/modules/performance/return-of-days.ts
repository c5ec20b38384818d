import type { DayValue } from './day-series.ts';
import { moneyReturn, type MoneyReturn } from './money-return.ts';
import { DAY_MS } from '@khara/rules';

const calendarDay = (marketDate: string): number => Date.parse(marketDate) / DAY_MS;

/**
 * The money-weighted return of market days in their order, by what all of it was worth at each close, in paise. A day
 * of the calendar counts when money was there at the close before it.
 */
export function returnOfDays(
  days: readonly Pick<DayValue, 'marketDate' | 'inPaise' | 'outPaise'>[],
  worth: readonly bigint[],
): MoneyReturn {
  const dates = days.map(({ marketDate }) => calendarDay(marketDate));
  const flows = days.map(({ inPaise, outPaise }, at) => ({ day: dates[at]!, paise: inPaise - outPaise }));
  const workedDays = dates.reduce(
    (sum, day, at) => (at > 0 && worth[at - 1]! > 0n ? sum + day - dates[at - 1]! : sum),
    0,
  );
  return moneyReturn(flows, { day: dates.at(-1)!, paise: worth.at(-1)!, workedDays });
}
