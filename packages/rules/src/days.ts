/**
 * A day in India as YYYY-MM-DD. Days compare as text. Arithmetic goes through plain day numbers, since
 * browsers that run this may lack Temporal and a Date would drag in a time zone.
 */
export type Day = string;

/** Days since 1970-01-01. Throws on anything that is no day of the calendar: a malformed day is our defect. */
export function dayNumber(day: Day): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) throw new RangeError(`${day} is no day`);
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Years begin in March here, so that the leap day is the last of its year and months have a regular length.
  const marchYear = month <= 2 ? year - 1 : year;
  const dayOfYear = floorDiv(153 * ((month + 9) % 12) + 2, 5) + date - 1;
  const number = 365 * marchYear + leapDays(marchYear) + dayOfYear - 719_468;
  if (month < 1 || month > 12 || date < 1 || dayFromNumber(number) !== day) throw new RangeError(`${day} is no day`);
  return number;
}

/** The day with this number of days since 1970-01-01. */
export function dayFromNumber(number: number): Day {
  const shifted = number + 719_468;
  const era = floorDiv(shifted, 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = floorDiv(
    dayOfEra - floorDiv(dayOfEra, 1_460) + floorDiv(dayOfEra, 36_524) - floorDiv(dayOfEra, 146_096),
    365,
  );
  const dayOfYear = dayOfEra - 365 * yearOfEra - leapDays(yearOfEra);
  const marchMonth = floorDiv(5 * dayOfYear + 2, 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const date = dayOfYear - floorDiv(153 * marchMonth + 2, 5) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(date, 2)}`;
}

export const addDays = (day: Day, days: number): Day => dayFromNumber(dayNumber(day) + days);

/** 0 = Sunday ... 6 = Saturday. */
export const weekday = (day: Day): number => (((dayNumber(day) + 4) % 7) + 7) % 7;

const leapDays = (year: number): number => floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400);
const floorDiv = (a: number, b: number): number => Math.floor(a / b);
const digits = (value: number, width: number): string => String(value).padStart(width, '0');

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** India is 5 h 30 min ahead of UTC, all year. */
export const INDIA_MS = 5 * HOUR_MS + 30 * MINUTE_MS;
/** The date in India at an instant in ms. */
export const dayInIndia = (at: number): Day => new Date(at + INDIA_MS).toISOString().slice(0, 10);
