/**
 * How long guessing a password would take, in three words. A hint and no rule: the server's rules are its
 * length and its list of common passwords.
 */
type Strength = 'weak' | 'fair' | 'strong';

/** Kinds of characters, and how many of each there are to guess among. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\d/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^\da-zA-Z]/u, 33],
];
/** Bits of a guess: online guessing is throttled, so these are modest. */
const FAIR_BITS = 40;
const STRONG_BITS = 60;

/** Words that stand in for nothing: the product's name, "password", years. Each counts as one character. */
const GUESSED = /khara|passw?o?r?d|(?:19|20)\d\d/gi;

/** Repeats and rows (aaaa, 1234, abcd) count as one character: they are what is tried first. */
export function passwordStrength(password: string): Strength {
  const characters = [...password.replace(GUESSED, '0')];
  const steps = characters.map(
    (character, at) => (character.codePointAt(0) ?? 0) - (characters[at - 1]?.codePointAt(0) ?? 0),
  );
  const unforeseen = characters.filter(
    (_, at) => at < 2 || steps[at] !== steps[at - 1] || Math.abs(steps[at] ?? 0) > 1,
  );
  const among = KINDS.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  const bits = among === 0 ? 0 : unforeseen.length * Math.log2(among);
  return bits >= STRONG_BITS ? 'strong' : bits >= FAIR_BITS ? 'fair' : 'weak';
}
