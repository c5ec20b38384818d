import type { Language } from '@khara/contract';

/**
 * Numbers as text (design of numbers): the wire's decimal strings are shown digit by digit, so money is never
 * a float on its way to the eye. English and Hindi group the Indian way (12,34,567.89), Chinese in thousands.
 */

/** What an unknown value shows as. */
export const UNKNOWN = '–';
/** The true minus sign, as wide as a plus. */
export const MINUS = '−';
/** Hidden amounts have one width, whatever they hide. */
export const HIDDEN = '••••••';

export type Sign = 1 | 0 | -1;
const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The sign of a decimal text; zero in any spelling is 0. */
export function signOf(value: string): Sign {
  if (!/[1-9]/.test(value)) return 0;
  return value.startsWith('-') ? -1 : 1;
}

export function groupDigits(whole: string, language: Language): string {
  const first = whole.length - 3;
  if (first <= 0) return whole;
  const size = language === 'en' || language === 'hi' ? 2 : 3;
  const groups = [whole.slice(first)];
  for (let end = first; end > 0; end -= size) groups.unshift(whole.slice(Math.max(0, end - size), end));
  return groups.join(',');
}

/** The parts of a decimal: for amounts whose decimals are set smaller. Undefined when it is no plain decimal. */
export function splitDecimal(value: string, language: Language, decimals?: number) {
  const match = PLAIN.exec(value);
  if (!match) return undefined;
  const [, , whole = '0', fraction = ''] = match;
  const shown = decimals === undefined ? fraction : fraction.padEnd(decimals, '0').slice(0, decimals);
  return { sign: signOf(value), whole: groupDigits(whole.replace(/^0+(?=\d)/, ''), language), fraction: shown };
}

type NumberStyle = {
  /** Number of decimals; by default as many as came. */
  readonly decimals?: number;
  /** `always` puts a plus before what is above zero; zero never has a sign. */
  readonly sign?: 'always' | 'negative';
  /** Put before the number and after its sign: '₹'. */
  readonly prefix?: string;
  readonly suffix?: string;
};

/** "−₹75,241.29" from "-75241.29". */
export function showNumber(
  value: string | number | null | undefined,
  language: Language,
  style: NumberStyle = {},
): string {
  if (value === null || value === undefined) return UNKNOWN;
  const parts = splitDecimal(String(value), language, style.decimals);
  if (!parts) return UNKNOWN;
  const sign = parts.sign < 0 ? MINUS : parts.sign > 0 && style.sign === 'always' ? '+' : '';
  const fraction = parts.fraction ? `.${parts.fraction}` : '';
  return `${sign}${style.prefix ?? ''}${parts.whole}${fraction}${style.suffix ?? ''}`;
}

/** An amount of a currency: ₹ before with two decimals, USDT after with six. */
export function showMoney(
  value: string | null | undefined,
  language: Language,
  { currency = 'INR', sign = 'negative' }: { currency?: 'INR' | 'USDT'; sign?: 'always' | 'negative' } = {},
): string {
  return currency === 'INR'
    ? showNumber(value, language, { decimals: 2, prefix: '₹', sign })
    : showNumber(value, language, { decimals: 6, suffix: ' USDT', sign });
}

/** A share's price: no ₹, the decimals it came with. */
export const showPrice = (value: string | null | undefined, language: Language): string => showNumber(value, language);

/** By how much a price is another: with its sign, and zero without one. */
export const showPriceChange = (value: string | null | undefined, language: Language): string =>
  (signOf(value ?? '0') > 0 ? '+' : '') + showPrice(value, language);

export const showPercent = (
  value: string | null | undefined,
  language: Language,
  sign: 'always' | 'negative' = 'always',
) => showNumber(value, language, { decimals: 2, suffix: '%', sign });

export const showCount = (value: number | null | undefined, language: Language): string => showNumber(value, language);
