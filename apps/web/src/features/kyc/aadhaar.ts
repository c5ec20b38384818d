import { isAadhaar, plainDigits } from '@khara/rules';

const LENGTH = 12;

export const readDigits = (typed: string): string => plainDigits(typed).replace(/\D/g, '').slice(0, LENGTH);

/** "2341 2341 2346", the way the number stands on a card. */
export const groupDigits = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/** A number that could be one, from random digits: no card was looked at for it. */
export function generateAadhaar(random: (below: number) => number): string {
  const body = `${2 + random(8)}${Array.from({ length: LENGTH - 2 }, () => random(10)).join('')}`;
  // For each body there is one check digit.
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isAadhaar)!;
}
