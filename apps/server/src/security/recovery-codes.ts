import { plainDigits } from '@khara/rules';
import type { Random } from '#src/kernel/random.ts';
import { randomText, UNAMBIGUOUS } from './random-id.ts';

const RECOVERY_CODES = 10;
const SELECTOR_LENGTH = 2;
const CODE_LENGTH = 12;
const GROUP = 4;

/**
 * A recovery code: two letters that say which of a member's codes it is, then ten that are its secret (some
 * 49 random bits). `text` is all of it as it is hashed, without hyphens.
 */
export type RecoveryCode = { readonly selector: string; readonly text: string };

/** Ten of them, no two with the same selector. */
export function generateRecoveryCodes(random: Random): readonly RecoveryCode[] {
  const codes = new Map<string, RecoveryCode>();
  while (codes.size < RECOVERY_CODES) {
    const text = randomText(random, CODE_LENGTH);
    const selector = text.slice(0, SELECTOR_LENGTH);
    if (!codes.has(selector)) codes.set(selector, { selector, text });
  }
  return [...codes.values()];
}

/** "ABCD-EFGH-JKMN": as it is shown. */
export const formatRecoveryCode = ({ text }: RecoveryCode): string =>
  Array.from({ length: CODE_LENGTH / GROUP }, (_, at) => text.slice(at * GROUP, (at + 1) * GROUP)).join('-');

/**
 * What was typed, read as a recovery code; undefined when it has not the form of one. Hyphens, spaces and
 * case do not count.
 */
export function readRecoveryCode(typed: string): RecoveryCode | undefined {
  const text = plainDigits(typed)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  if (text.length !== CODE_LENGTH || [...text].some((letter) => !UNAMBIGUOUS.includes(letter))) return undefined;
  return { selector: text.slice(0, SELECTOR_LENGTH), text };
}
