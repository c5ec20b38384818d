import type { Random } from './deps.ts';

/** Letters and digits that are not taken for each other when they are read aloud. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Fourteen of them at random: an id that says nothing of how many there were before. */
export const drawId = (random: Random): string =>
  Array.from(random.bytes(14), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
