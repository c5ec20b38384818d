import type { Language } from '@khara/contract';

/**
 * Numbers as text (design of numbers): the wire's decimal strings are shown digit by digit, so money is never a float on its way to the eye.
 * English and Hindi group the Indian way (12,34,567.89), Chinese in thousands.
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

export type NumberStyle = {
  /** Exactly so many decimals; by default as many as came. */
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

export const showPercent = (
  value: string | null | undefined,
  language: Language,
  sign: 'always' | 'negative' = 'always',
) => showNumber(value, language, { decimals: 2, suffix: '%', sign });

export const showCount = (value: number | null | undefined, language: Language): string => showNumber(value, language);

const INDIAN_STEPS = [
  { over: 12, unit: ' L Cr' },
  { over: 7, unit: ' Cr' },
  { over: 5, unit: ' L' },
  { over: 3, unit: ' K' },
] as const;
const CHINESE_STEPS = [
  { over: 12, hant: '兆', hans: '万亿' },
  { over: 8, hant: '億', hans: '亿' },
  { over: 4, hant: '萬', hans: '万' },
] as const;

/**
 * Short form for volume, traded value and market value only ("48.2 L", "₹749.0 Cr", "4,820 万"): never for money somebody owns or owes.
 * Cut, not rounded, to one decimal (two from lakh crore on), so it never claims more than there is.
 */
export function showCompact(value: string | number | null | undefined, language: Language, prefix = ''): string {
  if (value === null || value === undefined) return UNKNOWN;
  const match = PLAIN.exec(String(value));
  if (!match) return UNKNOWN;
  const [, minus = '', whole = '0'] = match;
  const digits = whole.replace(/^0+(?=\d)/, '');
  const step =
    language === 'en' || language === 'hi'
      ? INDIAN_STEPS.find(({ over }) => digits.length > over)
      : CHINESE_STEPS.find(({ over }) => digits.length > over);
  if (!step) return `${minus && MINUS}${prefix}${groupDigits(digits, language)}`;
  const cut = digits.length - step.over;
  const decimals = digits.slice(cut, cut + (step.over === 12 ? 2 : 1));
  const unit = 'unit' in step ? step.unit : language === 'zh-Hant' ? step.hant : step.hans;
  return `${minus && MINUS}${prefix}${groupDigits(digits.slice(0, cut), language)}.${decimals}${unit}`;
}
