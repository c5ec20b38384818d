import type { Language } from '@khara/contract';
import { fill, type Params } from '@khara/texts/fill';

/**
 * The texts that are here, by language and namespace, and how one is found. It is all that the product's texts ask of a library (places, one and many,
 * English where another language has not come), in a fifteenth of the bytes.
 */

type Bundle = { readonly [key: string]: string | Bundle };

const bundles = new Map<string, Bundle>();
const listeners = new Set<() => void>();
let version = 0;

const placeOf = (language: Language, namespace: string): string => `${language}/${namespace}`;

export const hasBundle = (language: Language, namespace: string): boolean => bundles.has(placeOf(language, namespace));

export function addBundle(language: Language, namespace: string, texts: Bundle): void {
  bundles.set(placeOf(language, namespace), texts);
  tellReaders();
}

/** Namespaces of a language that are here. */
export const bundlesOf = (language: Language): readonly string[] =>
  [...bundles.keys()]
    .filter((place) => place.startsWith(`${language}/`))
    .map((place) => place.slice(language.length + 1));

/** Everybody who shows a text looks again: something arrived, or the language changed. */
export function tellReaders(): void {
  version += 1;
  for (const listener of listeners) listener();
}
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const textsVersion = (): number => version;

function find(language: Language, namespace: string, path: string): string | undefined {
  let found: string | Bundle | undefined = bundles.get(placeOf(language, namespace));
  for (const step of path.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const plurals = new Map<Language, Intl.PluralRules>();
function pluralOf(language: Language, count: number): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(count);
}

/**
 * The text of `key`, which may name its namespace (`common:close`) and lies in `namespace` otherwise. A `count` chooses `key_one` or `key_other` where the
 * text has them. Undefined when it is nowhere.
 */
export function findText(language: Language, namespace: string, key: string, params?: Params): string | undefined {
  const colon = key.indexOf(':');
  const [from, path] = colon < 0 ? [namespace, key] : [key.slice(0, colon), key.slice(colon + 1)];
  for (const tongue of new Set<Language>([language, 'en'])) {
    const count = params?.['count'];
    const counted = count === undefined ? undefined : find(tongue, from, `${path}_${pluralOf(tongue, Number(count))}`);
    const text = counted ?? find(tongue, from, path);
    if (text !== undefined) return fill(text, params);
  }
  return undefined;
}
