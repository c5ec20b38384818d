import { plainDigits } from './plain-text.ts';

/**
 * Formats of the identifiers that Indian finance uses. A format says nothing about existence: that is proved
 * by a penny drop or a registry, never by a pattern. Sources: docs/sources.md, Identifiers.
 */

/** ISO 6166: two letters, nine letters or digits, a Luhn check digit over the text with letters as 10 to 35. */
export function isIsin(value: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(value)) return false;
  const digits = [...value].map((character) => Number.parseInt(character, 36)).join('');
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Multiplication of the dihedral group D5, on which Verhoeff's check digit is built. */
const VERHOEFF_PRODUCT = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
] as const;

const VERHOEFF_PERMUTATION = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
] as const;

/** Verhoeff's check over all digits, the check digit being the last. */
function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    check = VERHOEFF_PRODUCT[check]?.[VERHOEFF_PERMUTATION[place % 8]?.[digit] ?? 0] ?? 0;
  }
  return check === 0;
}

/** Twelve digits without spaces, the first 2 to 9, with Verhoeff's check digit. */
export const isAadhaar = (value: string): boolean => /^[2-9][0-9]{11}$/.test(value) && passesVerhoeff(value);

/** PAN: five letters, the fourth the kind of holder, four digits, a letter. */
export const isPan = (value: string): boolean => /^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$/.test(value);

/** PAN of a person, as KYC of a retail client needs it. */
export const isPersonalPan = (value: string): boolean => isPan(value) && value[3] === 'P';

export const isIfsc = (value: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(value);

export const isUpiId = (value: string): boolean => /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(value);

/**
 * Categories of intermediaries that have validated UPI ids, by the suffix before the @: the published list,
 * Annexure B of the circular of 11 June 2025, in force since 1 October 2025. A suffix that is not on it has
 * no category.
 */
export const VALIDATED_UPI_CATEGORIES = {
  brk: 'stock broker',
  bti: 'banker to an issue',
  dp: 'depository participant',
  ra: 'research analyst',
  ia: 'investment adviser',
  invit: 'infrastructure investment trust',
  mf: 'mutual fund',
  pms: 'portfolio manager',
  sreit: 'small and medium REIT',
  reit: 'real estate investment trust',
} as const;

/**
 * Collect handle of a SEBI-registered intermediary: `name.category@valid<bank>`, the category being one of
 * the published list. The name may have dots of its own. The product never shows one: what it shows ends in
 * `@sandbox`, which is no validated handle. Which banks have one is NPCI's to say, so any name of a bank
 * passes.
 */
export function isValidatedUpiId(value: string): boolean {
  const [, category = ''] = /^[a-z0-9][a-z0-9.-]*\.([a-z]+)@valid[a-z][a-z0-9]*$/.exec(value) ?? [];
  return isUpiId(value) && Object.hasOwn(VALIDATED_UPI_CATEGORIES, category);
}

/** Indian mobile number without country code. */
export const isMobile = (value: string): boolean => /^[6-9][0-9]{9}$/.test(value);

/** What stands between the digits of a number that is typed or copied: blanks, dashes, brackets, points. */
const BETWEEN_DIGITS = /[\s().\p{Pd}]/gu;

/**
 * The ten digits of an Indian mobile number as people type or paste it, in digits of any script: alone,
 * behind 0, +91, 91 or 0091, and with a 0 after that. Undefined when it is none. Which series the regulator
 * has given out changes every month, so it is not asked.
 */
export const readMobile = (typed: string): string | undefined =>
  /^(?:(?:\+|00)?91)?0?([6-9]\d{9})$/.exec(plainDigits(typed).replace(BETWEEN_DIGITS, ''))?.[1];

export const isBankAccount = (value: string): boolean => /^[0-9]{9,18}$/.test(value);

/** Only the last four digits of an Aadhaar number may be shown or logged. */
export const maskAadhaar = (value: string): string => `XXXX XXXX ${value.slice(-4)}`;

export const maskBankAccount = (value: string): string => keepLastFour(value);

export const maskPan = (value: string): string => keepLastFour(value);

const keepLastFour = (value: string): string => 'X'.repeat(Math.max(0, value.length - 4)) + value.slice(-4);
