import { currentLanguage } from '#lib/language.ts';
import { textsVersion } from './bundles.ts';
import { sayText } from './say.ts';

/*
 * Words and sentences that the code puts one after the other, with the punctuation of the reader's language:
 * a Chinese comma is not a Latin one.
 */

const [A, B] = ['\u0001', '\u0002'];
/** Patterns that were found, by their texts: rows of prices join their words many times a second. */
const patterns = new Map<string, string>();

function join(how: 'list' | 'sentences' | 'label' | 'paragraph', a: string, b: string): string {
  const key = how + currentLanguage() + textsVersion(['common']);
  let pattern = patterns.get(key);
  if (pattern === undefined) patterns.set(key, (pattern = sayText(`common:joined.${how}`, { a: A, b: B })));
  return pattern.replace(A, () => a).replace(B, () => b);
}

/** "Buy, delivery". */
export const listed = (...parts: readonly string[]): string =>
  parts.length === 0 ? '' : parts.reduce((a, b) => join('list', a, b));

/** "Wrong password. 3 tries are left." */
export const sentences = (a: string, b: string): string => join('sentences', a, b);

/** "Blocked: names differ". */
export const labelled = (a: string, b: string): string => join('label', a, b);

/** "Support cannot lift them. Selling always works.": each has its own full stop. */
export const paragraph = (...whole: readonly string[]): string =>
  whole.length === 0 ? '' : whole.reduce((a, b) => join('paragraph', a, b));

/** Between two sentences that are elements: nothing in Chinese. */
export const sentenceGap = (): string => paragraph('', '');
