import { sayText } from './say.ts';

/*
 * Words and sentences that the code puts one after the other, with the punctuation of the reader's language:
 * a Chinese comma is not a Latin one.
 */

/** "Buy, delivery". */
export const listed = (...parts: readonly string[]): string =>
  parts.length === 0 ? '' : parts.reduce((a, b) => sayText('common:joined.list', { a, b }));

/** "Wrong password. 3 tries are left." */
export const sentences = (a: string, b: string): string => sayText('common:joined.sentences', { a, b });

/** "Blocked: names differ". */
export const labelled = (a: string, b: string): string => sayText('common:joined.label', { a, b });
