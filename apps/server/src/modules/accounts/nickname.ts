import type { Random } from '#src/kernel/random.ts';

const CONSONANTS = 'bcdghjklmnprstvz';
const VOWELS = 'aeiou';

const of = (letters: string, byte: number): string => letters[byte % letters.length] ?? '';

/**
 * A name for a member without one: two syllables by chance, "Khara Meno". The inviter reads it, so it says
 * nothing of the phone.
 */
export function generateNickname(random: Random): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = random.bytes(4);
  const word = of(CONSONANTS, first) + of(VOWELS, second) + of(CONSONANTS, third) + of(VOWELS, fourth);
  return `Khara ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
