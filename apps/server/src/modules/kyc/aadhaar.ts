import { createHmac } from 'node:crypto';
import { plainDigits } from '@khara/rules';
import validator from 'validator';
import type { Deps } from '#src/kernel/deps.ts';

/**
 * The twelve digits of an Aadhaar number, if it is one: it starts with 2 to 9, and its last digit is right by
 * Verhoeff's scheme (UIDAI).
 */
export function readAadhaar(typed: string | number): string | undefined {
  const digits = plainDigits(String(typed)).replaceAll(/[\s\p{Pd}]/gu, '');
  return /^[2-9]\d{11}$/.test(digits) && validator.isIdentityCard(digits, 'IN') ? digits : undefined;
}

/**
 * What tells the same number from another; the number cannot be found from it without the secret of the installation.
 */
export const hashOfAadhaar = ({ keys }: Pick<Deps, 'keys'>, digits: string): Buffer =>
  createHmac('sha256', keys.installSecret).update('khara/aadhaar/1\0').update(digits).digest();

export const maskAadhaar = (lastFour: string): string => `XXXX XXXX ${lastFour}`;
