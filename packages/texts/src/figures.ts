import type { TextLanguage } from './language.ts';

/*
 * Figures and dates as a language writes them, for whatever the server puts into words. English and Hindi
 * group the Indian way (12,34,567), Chinese in thousands; digits are 0 to 9 everywhere. Intl reads decimal
 * text exactly: nothing here is a float.
 */

const LOCALES = { en: 'en-IN', hi: 'hi-IN-u-nu-latn', 'zh-Hant': 'zh-Hant', 'zh-Hans': 'zh-Hans' } as const;
/** India writes the day before the month, and so does British English, which does not abbreviate it. */
const DATES = { ...LOCALES, en: 'en-GB' } as const;

/** Decimal text ("-75241.29") grouped, with as many decimals as it has, or a given number. */
export function decimalIn(language: TextLanguage, text: string, decimals = text.split('.')[1]?.length ?? 0): string {
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // The type of Intl's decimal text is a template of numbers; what comes here was written by @khara/money.
  return new Intl.NumberFormat(LOCALES[language], places).format(text as Intl.StringNumericLiteral);
}

/** A whole number, grouped. */
export const countIn = (language: TextLanguage, count: number | bigint): string =>
  new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0 }).format(count);

/** What large sums are counted in: ten millions in India, hundred millions in Chinese. */
const UNITS = {
  en: [10_000_000n, ' Cr'],
  hi: [10_000_000n, ' करोड़'],
  'zh-Hant': [100_000_000n, '億'],
  'zh-Hans': [100_000_000n, '亿'],
} as const;

/**
 * What was traded, in whole rupees: "₹2,81,264 Cr", and less than ten of the unit in full. Never of money
 * that a member owns.
 */
export function tradedIn(language: TextLanguage, rupees: bigint): string {
  const [unit, name] = UNITS[language];
  return `₹${rupees < 10n * unit ? countIn(language, rupees) : `${countIn(language, rupees / unit)}${name}`}`;
}

/** A calendar date ("2026-11-25") in words: "25 November 2026", or without its year. */
export const dateIn = (language: TextLanguage, date: string, { withYear = true } = {}): string =>
  new Intl.DateTimeFormat(DATES[language], {
    day: 'numeric',
    month: 'long',
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${date}T00:00:00Z`));

const INDIA = { en: 'India time', hi: 'भारतीय समय', 'zh-Hant': '印度時間', 'zh-Hans': '印度时间' } as const;

/**
 * A real instant, in ms, on India's clock and with its name: "25 November 2026, 14:33 India time". What the
 * server writes does not know its reader's clock.
 */
export function momentIn(language: TextLanguage, at: number): string {
  const inIndia = { timeZone: 'Asia/Kolkata' } as const;
  const day = { ...inIndia, day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { ...inIndia, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const [date, clock] = [day, time].map((each) => new Intl.DateTimeFormat(DATES[language], each).format(at));
  const isChinese = language === 'zh-Hant' || language === 'zh-Hans';
  return isChinese ? `${date} ${clock}（${INDIA[language]}）` : `${date}, ${clock} ${INDIA[language]}`;
}
