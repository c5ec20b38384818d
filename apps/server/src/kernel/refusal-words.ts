import type { Language, Refusal } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { formatMessage, type Params } from './format-message.ts';

/**
 * Why something was refused, in its reader's language. A limit belongs into the sentence: what a text has a place for
 * comes from `params`, as its reader writes figures.
 */
export function refusalWords(language: Language, refused: Refusal, params: Params): string {
  const { refusals, orders } = textsFor(language);
  const limits: Readonly<Record<string, string>> = orders.limits;
  // The one that says most first.
  const texts = ['_margin_later', '_later', '_margin', '_more', ''].flatMap((kind) => {
    const text = limits[`${refused}${kind}`];
    return text === undefined ? [] : formatMessage(text, params, language);
  });
  // A place that is left has no figure: then the words without one.
  return texts.find((text) => !text.includes('{{')) ?? formatMessage(refusals[refused], params, language);
}

/** Those facts of a refusal that a sentence can have. */
export const paramsIn = (details: Readonly<Record<string, unknown>> = {}): Params =>
  Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
