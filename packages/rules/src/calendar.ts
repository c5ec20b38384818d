import { addDays, weekday, type Day } from './days.ts';

/**
 * A day on which the market opens although it would be closed. The muhurat session has its own clock times,
 * not known yet.
 */
export type SpecialSession = 'union_budget_full_day' | 'muhurat';

/** Trading and settlement days as data. A holiday declared late is one more entry. */
export type Calendar = {
  /** Years whose lists are published. Any other year is an assumption: weekends and the fixed-date holidays. */
  readonly publishedYears: readonly string[];
  /** No trading and no settlement. */
  readonly tradingHolidays: ReadonlyMap<Day, string>;
  /** The market is open, banks and depositories are not: nothing settles. */
  readonly settlementHolidays: ReadonlyMap<Day, string>;
  readonly specialSessions: ReadonlyMap<Day, SpecialSession>;
};

/** NSE cash market. Sources: docs/sources.md C1, C2 (15 January, announced six days ahead), C3, C4. */
export const NSE_CALENDAR: Calendar = {
  publishedYears: ['2026'],
  tradingHolidays: new Map([
    ['2026-01-15', 'Municipal corporation elections, Maharashtra'],
    ['2026-01-26', 'Republic Day'],
    ['2026-03-03', 'Holi'],
    ['2026-03-26', 'Ram Navami'],
    ['2026-03-31', 'Mahavir Jayanti'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-14', 'Ambedkar Jayanti'],
    ['2026-05-01', 'Maharashtra Day'],
    ['2026-05-28', 'Bakri Id'],
    ['2026-06-26', 'Muharram'],
    ['2026-09-14', 'Ganesh Chaturthi'],
    ['2026-10-02', 'Gandhi Jayanti'],
    ['2026-10-20', 'Dussehra'],
    ['2026-11-10', 'Diwali Balipratipada'],
    ['2026-11-24', 'Guru Nanak Jayanti'],
    ['2026-12-25', 'Christmas'],
  ]),
  settlementHolidays: new Map([
    ['2026-02-19', 'Shivaji Jayanti'],
    ['2026-03-19', 'Gudhi Padwa'],
    ['2026-04-01', 'Annual bank closing'],
    ['2026-08-26', 'Id-E-Milad'],
  ]),
  specialSessions: new Map([
    ['2026-02-01', 'union_budget_full_day'],
    ['2026-11-08', 'muhurat'],
  ]),
};

/**
 * Assumed for years without a published list: the holidays that fall on the same date every year, by month and date.
 */
const FIXED_DATE_HOLIDAYS: ReadonlyMap<string, string> = new Map([
  ['01-26', 'Republic Day'],
  ['04-14', 'Ambedkar Jayanti'],
  ['05-01', 'Maharashtra Day'],
  ['08-15', 'Independence Day'],
  ['10-02', 'Gandhi Jayanti'],
  ['12-25', 'Christmas'],
]);

/**
 * Whether the exchange has published this day's year; if not, the answers about it are an assumption and must
 * say so when shown.
 */
export const isPublished = (day: Day, calendar: Calendar = NSE_CALENDAR): boolean =>
  calendar.publishedYears.includes(day.slice(0, 4));

/** Name of the trading holiday, undefined on any other day. A weekend is not a holiday. */
export const holidayName = (day: Day, calendar: Calendar = NSE_CALENDAR): string | undefined =>
  calendar.tradingHolidays.get(day) ?? (isPublished(day, calendar) ? undefined : FIXED_DATE_HOLIDAYS.get(day.slice(5)));

export const specialSession = (day: Day, calendar: Calendar = NSE_CALENDAR): SpecialSession | undefined =>
  calendar.specialSessions.get(day);

/** A day with any trading at all, a muhurat session included. */
export const isTradingDay = (day: Day, calendar: Calendar = NSE_CALENDAR): boolean =>
  specialSession(day, calendar) !== undefined || isWorkingWeekday(day, calendar);

/** A trading day with the usual hours: what a practice market that skips nights and holidays runs through. */
export const hasRegularHours = (day: Day, calendar: Calendar = NSE_CALENDAR): boolean =>
  isTradingDay(day, calendar) && specialSession(day, calendar) !== 'muhurat';

/** Whether a text is the date of such a day. */
export function isRegularDate(text: string): boolean {
  try {
    return hasRegularHours(text);
  } catch {
    return false;
  }
}

/** A day on which shares and money change hands; special sessions at weekends settle later. */
export const isSettlementDay = (day: Day, calendar: Calendar = NSE_CALENDAR): boolean =>
  isWorkingWeekday(day, calendar) && !calendar.settlementHolidays.has(day);

export const nextTradingDay = (day: Day, calendar: Calendar = NSE_CALENDAR): Day =>
  seek(day, 1, (candidate) => isTradingDay(candidate, calendar));

export const previousTradingDay = (day: Day, calendar: Calendar = NSE_CALENDAR): Day =>
  seek(day, -1, (candidate) => isTradingDay(candidate, calendar));

/** The next trading day with the usual hours. */
export const nextRegularDay = (day: Day, calendar: Calendar = NSE_CALENDAR): Day =>
  seek(day, 1, (candidate) => hasRegularHours(candidate, calendar));

export const previousRegularDay = (day: Day, calendar: Calendar = NSE_CALENDAR): Day =>
  seek(day, -1, (candidate) => hasRegularHours(candidate, calendar));

/** Market days that an order waits for a price, the day on which it was set included. */
const TRIGGER_DAYS = 365;

/**
 * The last market date on which a trigger waits that was set on a day; years without a published list count as assumed.
 */
export function lastTriggerDay(day: Day, calendar: Calendar = NSE_CALENDAR): Day {
  let last = day;
  for (let days = 1; days < TRIGGER_DAYS; days += 1) last = nextRegularDay(last, calendar);
  return last;
}

/** Day on which a trade settles: the next settlement day (T+1 since 2023-01-27, docs/sources.md C4, C5). */
export const settlementDate = (tradeDay: Day, calendar: Calendar = NSE_CALENDAR): Day =>
  seek(tradeDay, 1, (candidate) => isSettlementDay(candidate, calendar));

/**
 * Number of the settlement of a trading day: its year, and which of the year's trading days it is. Source:
 * docs/sources.md C4.
 */
export function settlementNumber(tradeDay: Day, calendar: Calendar = NSE_CALENDAR): string {
  const year = tradeDay.slice(0, 4);
  let count = 1;
  for (let day = `${year}-01-01`; day < tradeDay; day = addDays(day, 1)) if (isTradingDay(day, calendar)) count += 1;
  return `${year}${String(count).padStart(3, '0')}`;
}

/** The n-th working day after a day: neither weekend, trading holiday nor bank holiday. */
function addWorkingDays(day: Day, days: number, calendar: Calendar = NSE_CALENDAR): Day {
  let reached = day;
  for (let count = 0; count < days; count += 1) reached = settlementDate(reached, calendar);
  return reached;
}

export type IpoTimeline = {
  readonly basisOfAllotment: Day;
  readonly unblockAndDematCredit: Day;
  readonly listing: Day;
};

/**
 * Working days after the close of an issue: allotment T+1, unblocking and credit T+2, listing T+3. Source:
 * docs/sources.md I3.
 */
export const ipoTimeline = (issueClose: Day, calendar: Calendar = NSE_CALENDAR): IpoTimeline => ({
  basisOfAllotment: addWorkingDays(issueClose, 1, calendar),
  unblockAndDematCredit: addWorkingDays(issueClose, 2, calendar),
  listing: addWorkingDays(issueClose, 3, calendar),
});

function isWorkingWeekday(day: Day, calendar: Calendar): boolean {
  const dayOfWeek = weekday(day);
  return dayOfWeek !== 0 && dayOfWeek !== 6 && holidayName(day, calendar) === undefined;
}

function seek(day: Day, direction: 1 | -1, wanted: (candidate: Day) => boolean): Day {
  let candidate = addDays(day, direction);
  while (!wanted(candidate)) candidate = addDays(candidate, direction);
  return candidate;
}
