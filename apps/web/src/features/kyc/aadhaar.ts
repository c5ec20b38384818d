import { plainDigits } from '@khara/rules';
import isIdentityCard from 'validator/es/lib/isIdentityCard';

const LENGTH = 12;

export const digitsOf = (typed: string): string => plainDigits(typed).replace(/\D/g, '').slice(0, LENGTH);

/** "2341 2341 2346", the way the number stands on a card. */
export const groupDigits = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/** "XXXX XXXX 2346": what is shown once the number is typed. */
export const maskDigits = (digits: string): string => `XXXX XXXX ${digits.slice(-4)}`;

/** Twelve digits, the first 2 to 9, the last one right by Verhoeff's scheme (UIDAI). The server checks again. */
export const isAadhaar = (digits: string): boolean => /^[2-9]\d{11}$/.test(digits) && isIdentityCard(digits, 'IN');

/** A number that could be one, from random digits: no card was looked at for it. */
export function generateAadhaar(random: (below: number) => number): string {
  const body = `${2 + random(8)}${Array.from({ length: LENGTH - 2 }, () => random(10)).join('')}`;
  const found = Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isAadhaar);
  // One of ten always fits; the library also refuses a number that reads the same backwards.
  return found ?? generateAadhaar(random);
}
