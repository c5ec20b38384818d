import type { Random } from '#src/kernel/random.ts';

/** Letters and digits that are not taken for each other when they are read aloud: without 0, O, 1, I and L. */
export const UNAMBIGUOUS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const USABLE = 256 - (256 % UNAMBIGUOUS.length); // beyond it some letters would be likelier
const ID_LENGTH = 14;

/** `length` of those letters, each as likely as any other. */
export function randomText(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < USABLE && text.length < length) text += UNAMBIGUOUS[byte % UNAMBIGUOUS.length];
    }
  }
  return text;
}

/** An id that says nothing of how many there were before. */
export const randomId = (random: Random): string => randomText(random, ID_LENGTH);
