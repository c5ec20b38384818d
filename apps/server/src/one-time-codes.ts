import { Secret, TOTP } from 'otpauth';
import type { Random } from './deps.ts';

/**
 * Codes of a second factor, for members and staff alike. RFC 6238 with what every authenticator app assumes: SHA-1, six digits, 30 s. A code counts in the
 * 30 seconds in which it is shown and not a moment longer (OWASP ASVS 5.0, 6.5.5): the server's clock, and that of the phone, have to be right.
 */
const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without 0, O, 1, I and L, which are read for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const SELECTOR_LENGTH = 2;
const CODE_LENGTH = 12;
const GROUP = 4;

export const newTotpSecret = (random: Random): Uint8Array => random.bytes(SECRET_BYTES);

const authenticator = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({ issuer: 'Khara', label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** What an authenticator app takes in: the secret in base32, and the address that its picture holds. */
export function shownOf(secret: Uint8Array, label: string): { readonly secret: string; readonly url: string } {
  const totp = authenticator(secret, label);
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The 30-second step that a code is of: the present one, if the code is right and that step was not used. */
export function stepOf(secret: Uint8Array, otp: string, now: number, lastStep: number): number | undefined {
  const token = otp.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  if (authenticator(secret, '').validate({ token, timestamp: now, window: 0 }) === null) return undefined;
  const step = Math.floor(now / STEP_MS);
  return step > lastStep ? step : undefined;
}

/**
 * A recovery code: two letters that say which of a member's codes it is, then ten that are its secret (some 49 random bits). `text` is all of it as it is
 * hashed, without hyphens.
 */
export type RecoveryCode = { readonly selector: string; readonly text: string };

/** Ten of them, no two with the same selector; each letter as likely as any other. */
export function drawRecoveryCodes(random: Random): readonly RecoveryCode[] {
  const drawn = new Map<string, RecoveryCode>();
  while (drawn.size < RECOVERY_CODES) {
    const text = drawText(random);
    const selector = text.slice(0, SELECTOR_LENGTH);
    if (!drawn.has(selector)) drawn.set(selector, { selector, text });
  }
  return [...drawn.values()];
}

/** "ABCD-EFGH-JKMN": as it is shown. */
export const shownCode = ({ text }: RecoveryCode): string =>
  Array.from({ length: CODE_LENGTH / GROUP }, (_, at) => text.slice(at * GROUP, (at + 1) * GROUP)).join('-');

/** What was typed, read as a recovery code; undefined when it has not the form of one. Hyphens, spaces and case do not count. */
export function readRecoveryCode(typed: string): RecoveryCode | undefined {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  if (text.length !== CODE_LENGTH || [...text].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return { selector: text.slice(0, SELECTOR_LENGTH), text };
}

function drawText(random: Random): string {
  const usable = 256 - (256 % ALPHABET.length); // beyond it some letters would be likelier
  let text = '';
  while (text.length < CODE_LENGTH) {
    for (const byte of random.bytes(CODE_LENGTH)) {
      if (byte < usable && text.length < CODE_LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
