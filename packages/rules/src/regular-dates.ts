import { hasRegularHours, nextRegularDay } from './calendar.ts';
import { addDays, type Day } from './days.ts';

/** When something is done again and again: by market days, or by weeks or months of the calendar. */
export type RegularDates = {
  readonly unit: 'market_days' | 'weeks' | 'months';
  /** Units between two dates. */
  readonly every: number;
  readonly firstOn: Day;
};

/**
 * The dates, oldest first, without end. Of months without the first one's day it is the last day. Market days are those
 * with the usual hours; other dates may be holidays.
 */
export function* regularDates({ unit, every, firstOn }: RegularDates): Generator<Day, never> {
  let day = unit === 'market_days' && !hasRegularHours(firstOn) ? nextRegularDay(firstOn) : firstOn;
  for (let count = 1; ; count += 1) {
    yield day;
    if (unit === 'weeks') day = addDays(firstOn, 7 * every * count);
    else if (unit === 'months') day = monthsAfter(firstOn, every * count);
    else for (let days = 0; days < every; days += 1) day = nextRegularDay(day);
  }
}

/** The first of the dates after a day. */
export function regularDateAfter(dates: RegularDates, day: Day): Day {
  const all = regularDates(dates);
  let date = all.next().value;
  while (date <= day) date = all.next().value;
  return date;
}

function monthsAfter(day: Day, months: number): Day {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const last = addDays(`${Math.floor((month + 1) / 12)}-${String(((month + 1) % 12) + 1).padStart(2, '0')}-01`, -1);
  const wanted = first.slice(0, 8) + day.slice(8);
  return wanted < last ? wanted : last;
}
