import type { Language } from '@khara/contract';
import { fill, type Params } from '@khara/texts/fill';

/**
 * The texts that are here, by language and namespace, and how one is found. `use-translation.ts` notifies React of
 * changes, whose types refuse a wrong key and a forgotten place.
 */

export type Texts = { readonly [key: string]: string | Texts };

const bundles = new Map<Language, Map<string, Texts>>();
const listeners = new Set<() => void>();
/**
 * How often the texts of a namespace have changed. What arrives for another page changes nothing of this one,
 * which would otherwise render again with every file.
 */
const versions = new Map<string, number>();
const plurals = new Map<Language, Intl.PluralRules>();

export const hasBundle = (language: Language, namespace: string): boolean =>
  bundles.get(language)?.has(namespace) === true;

/** The namespaces of a language that are here. */
export const bundlesOf = (language: Language): readonly string[] => [...(bundles.get(language)?.keys() ?? [])];

export function addBundle(language: Language, namespace: string, texts: Texts): void {
  let own = bundles.get(language);
  if (!own) bundles.set(language, (own = new Map()));
  own.set(namespace, texts);
  notifyReaders([namespace]);
}

/** Who shows a text of these namespaces looks again: something arrived. All of them: the language changed. */
export function notifyReaders(namespaces: Iterable<string> = [...versions.keys()]): void {
  for (const namespace of namespaces) versions.set(namespace, (versions.get(namespace) ?? 0) + 1);
  for (const listener of listeners) listener();
}
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** Grows with every change to the texts of these namespaces. */
export const textsVersion = (namespaces: readonly string[]): number =>
  namespaces.reduce((sum, namespace) => sum + (versions.get(namespace) ?? 0), 0);

/** The form of a text that a count asks for: `one` or `other`. */
function pluralOf(language: Language, count: number): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(count);
}

/** Text that stands under a path of keys, in the form of `count` where it has forms. */
function textAt(language: Language, namespace: string, path: string, count: unknown): string | undefined {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let texts: Texts | string | undefined = bundles.get(language)?.get(namespace);
  for (const key of keys) texts = typeof texts === 'object' ? texts[key] : undefined;
  if (typeof texts !== 'object') return undefined;
  const counted = typeof count === 'number' ? texts[`${last}_${pluralOf(language, count)}`] : undefined;
  const found = counted ?? texts[last];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/**
 * The text of `key`, which may name its namespace (`common:close`) and lies in `namespace` otherwise. A
 * `count` chooses `key_one` or `key_other` where the text has them. English where the language has none;
 * undefined when it is nowhere.
 */
export function findText(language: Language, namespace: string, key: string, params?: Params): string | undefined {
  const named = key.indexOf(':');
  const [home, path] = named < 0 ? [namespace, key] : [key.slice(0, named), key.slice(named + 1)];
  const found = textAt(language, home, path, params?.['count']) ?? textAt('en', home, path, params?.['count']);
  return found === undefined ? undefined : fill(found, params);
}
