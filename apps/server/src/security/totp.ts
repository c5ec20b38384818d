import { plainDigits } from '@khara/rules';
import { Secret, TOTP } from 'otpauth';
import type { Random } from '#src/kernel/random.ts';

/**
 * One-time codes of a second factor, for members and staff alike. RFC 6238 with what every authenticator app
 * assumes: SHA-1, six digits, 30 s. A code counts in the 30 seconds in which it is shown and not a moment
 * longer (OWASP ASVS 5.0, 6.5.5): the server's clock, and that of the phone, have to be right.
 */
const STEP_MS = 30_000;
const SECRET_BYTES = 20;

export const newTotpSecret = (random: Random): Uint8Array => random.bytes(SECRET_BYTES);

const authenticator = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({ issuer: 'Khara', label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** What an authenticator app takes in: the secret in base32, and the address that its picture holds. */
export function enrolmentDetails(secret: Uint8Array, label: string): { readonly secret: string; readonly url: string } {
  const totp = authenticator(secret, label);
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The 30-second step that a code is of: the present one, if the code is right and that step was not used. */
export function findStep(secret: Uint8Array, otp: string, now: number, lastStep: number): number | undefined {
  const token = plainDigits(otp).replaceAll(/[\s\p{Pd}]/gu, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  if (authenticator(secret, '').validate({ token, timestamp: now, window: 0 }) === null) return undefined;
  const step = Math.floor(now / STEP_MS);
  return step > lastStep ? step : undefined;
}
