import { createHmac } from 'node:crypto';
import { isAadhaar, plainDigits } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';

/** The twelve digits of an Aadhaar number, if it is one. */
export function readAadhaar(typed: string | number): string | undefined {
  const digits = plainDigits(String(typed)).replaceAll(/[\s\p{Pd}]/gu, '');
  return isAadhaar(digits) ? digits : undefined;
}

/**
 * What tells the same number from another; the number cannot be found from it without the secret of the installation.
 */
export const hashOfAadhaar = ({ keys }: Pick<Deps, 'keys'>, digits: string): Buffer =>
  createHmac('sha256', keys.installSecret).update('khara/aadhaar/1\0').update(digits).digest();
