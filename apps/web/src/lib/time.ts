import type { Language } from '@khara/contract';

/**
 * Times as text: 24 hours, market dates as "Tue 25 Nov". Market time is given as a date whose UTC fields are
 * India's clock (api/market-clock.ts), real instants are the reader's own clock.
 */

/** As `Intl` knows the languages, with the digits that the app writes. */
export const LOCALES = {
  en: 'en-GB',
  hi: 'hi-IN-u-nu-latn',
  'zh-Hant': 'zh-Hant-TW',
  'zh-Hans': 'zh-Hans-CN',
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(LOCALES[language], options)));
  return found;
}

const NO_BREAK = '\u00a0';
const two = (value: number) => String(value).padStart(2, '0');

/** "14:32" of market time. */
export const showMarketTime = (fields: number | undefined): string => {
  if (fields === undefined) return '–';
  const date = new Date(fields);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
};
/** "14:32:08" of market time. */
export const showMarketSeconds = (fields: number | undefined): string =>
  fields === undefined ? '–' : `${showMarketTime(fields)}:${two(new Date(fields).getUTCSeconds())}`;

/** "Tue 25 Nov" of a market date ("2026-11-25") or of market time in ms. */
export function showMarketDate(day: string | number | undefined, language: Language): string {
  if (day === undefined) return '–';
  const fields = typeof day === 'number' ? day : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(fields)) return '–';
  const options = { timeZone: 'UTC' } as const;
  const weekday = format(language, { ...options, weekday: 'short' }).format(fields);
  if (language === 'zh-Hant' || language === 'zh-Hans') {
    return `${format(language, { ...options, month: 'long', day: 'numeric' }).format(fields)} ${weekday}`;
  }
  return `${weekday} ${format(language, { ...options, day: 'numeric', month: 'short' }).format(fields)}`;
}

/** "9 Oct 2007" of a date that may be years ago. */
export const showDateWithYear = (day: string, language: Language): string =>
  format(language, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );

/**
 * "Wed 25 Nov, 14:33" of market time. In a narrow column it breaks before the time only.
 */
export const showMarketMoment = (fields: number, language: Language): string =>
  dayWithTime(showMarketDate(fields, language).replaceAll(' ', NO_BREAK), showMarketTime(fields), language);

/** "14:33" of a real instant, on the reader's clock. */
export const showTime = (at: number, language: Language): string =>
  format(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
export const showTimeSeconds = (at: number, language: Language): string =>
  format(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(at);
/** A day and a time, already shown: "25 Nov, 14:33", and with a space in Chinese, whose date ends by itself. */
export const dayWithTime = (day: string, time: string, language: Language): string =>
  language === 'zh-Hant' || language === 'zh-Hans' ? `${day} ${time}` : `${day}, ${time}`;
/** "25 Nov, 14:33" of a real instant. */
export const showMoment = (at: number, language: Language): string =>
  dayWithTime(showDay(at, language), showTime(at, language), language);
/** "25 Nov, 14:33:08" of a real instant: where seconds tell what came first. */
export const showMomentSeconds = (at: number, language: Language): string =>
  dayWithTime(showDay(at, language), showTimeSeconds(at, language), language);

/** "25 Nov" of a real instant. */
export const showDay = (at: number, language: Language): string =>
  format(language, { day: 'numeric', month: 'short' }).format(at);
/** "4:12" of real time left. */
export function showCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The reader's own day of a real instant, "2026-11-25". */
export function localDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
