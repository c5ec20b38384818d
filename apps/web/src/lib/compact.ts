import type { Language } from '@khara/contract';
import { groupDigits, MINUS, UNKNOWN } from './number.ts';

/**
 * Units by the number of digits below them. Chinese has one system: ten thousands, and from nine digits on
 * hundred millions.
 */
const STEPS: Readonly<Record<Language, readonly (readonly [number, string])[]>> = {
  en: [
    [12, ' L Cr'],
    [7, ' Cr'],
    [5, ' L'],
    [3, ' K'],
  ],
  hi: [
    [12, ' लाख करोड़'],
    [7, ' करोड़'],
    [5, ' लाख'],
    [3, ' हज़ार'],
  ],
  'zh-Hant': [
    [8, '億'],
    [4, '萬'],
  ],
  'zh-Hans': [
    [8, '亿'],
    [4, '万'],
  ],
};
const PLAIN = /^(-?)(\d+)(?:\.\d+)?$/;

/**
 * Short form for volume, traded value and market value only ("48.2 L", "₹749.0 Cr", "4,820.0万"): never for
 * money that a member owns or owes. Cut, not rounded, to one decimal (two from lakh crore on), so it never
 * claims more than there is.
 */
export function showCompact(value: string | number | null | undefined, language: Language, prefix = ''): string {
  if (value === null || value === undefined) return UNKNOWN;
  const match = PLAIN.exec(String(value));
  if (!match) return UNKNOWN;
  const [, minus = '', whole = '0'] = match;
  const digits = whole.replace(/^0+(?=\d)/, '');
  const [below, unit] = STEPS[language].find(([under]) => digits.length > under) ?? [0, ''];
  const sign = `${minus && MINUS}${prefix}`;
  if (below === 0) return sign + groupDigits(digits, language);
  const cut = digits.length - below;
  const decimals = digits.slice(cut, cut + (below === 12 ? 2 : 1));
  return `${sign}${groupDigits(digits.slice(0, cut), language)}.${decimals}${unit}`;
}
