import { nextRegularDay } from './calendar.ts';
import { addDays, type Day } from './days.ts';

/*
 * When companies publish their results. A quarter is named by its last day, as accounts are: "quarter ended
 * 30 September 2026".
 */

/**
 * Trading days after the end of a quarter: the first and the last on which companies publish. A company has 45 days of
 * the calendar (SEBI LODR, regulation 33); the last quarter's 60 are not used.
 */
const SEASON = { from: 8, days: 21 } as const;

/** The last quarter that ended before a day. */
export function lastQuarterEnd(day: Day): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = Math.floor((month - 1) / 3) * 3 + 1;
  return addDays(`${year}-${String(first).padStart(2, '0')}-01`, -1);
}

/** The quarter that begins with the day after this one's last. */
export const nextQuarterEnd = (quarter: Day): Day => lastQuarterEnd(addDays(quarter, 100));

/** 0 = April to June, with which the year of accounts begins, to 3 = January to March. */
export const quarterOfYear = (quarter: Day): number => (Number(quarter.slice(5, 7)) / 3 + 2) % 4;

/**
 * On which trading day after a quarter a company publishes: the same in each, from the letters of its code.
 * The calendar is no secret. It publishes on the days whose `placeInQuarter` this is.
 */
export function resultsPlace(code: string): number {
  let mixed = 0x811c9dc5; // FNV-1a: spreads companies over the season
  for (const letter of code) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
  return SEASON.from + ((mixed >>> 8) % SEASON.days);
}

/**
 * Which trading day with the usual hours a day is after the last quarter's end, from 1; 0 for any later than results.
 */
export function placeInQuarter(day: Day): number {
  let at = lastQuarterEnd(day);
  for (let place = 1; place < SEASON.from + SEASON.days; place += 1) {
    at = nextRegularDay(at);
    if (at >= day) return at === day ? place : 0;
  }
  return 0;
}

/** The day on which a company publishes a quarter's results. */
export function resultsDay(code: string, quarter: Day): Day {
  let day = quarter;
  for (let place = 0; place < resultsPlace(code); place += 1) day = nextRegularDay(day);
  return day;
}

/** The newest quarter whose results a company has published before a day. */
export function newestResults(code: string, before: Day): Day {
  const quarter = lastQuarterEnd(before);
  return resultsDay(code, quarter) < before ? quarter : lastQuarterEnd(quarter);
}

/** `placeInQuarter` of days of trading that follow one another. */
export function placesInQuarter(days: readonly Day[]): readonly number[] {
  const places: number[] = [];
  let quarter: Day | undefined;
  for (const day of days) {
    const ended = lastQuarterEnd(day);
    const before = places.at(-1) ?? 0;
    places.push(ended !== quarter ? placeInQuarter(day) : before === 0 ? 0 : before + 1);
    quarter = ended;
  }
  return places;
}
