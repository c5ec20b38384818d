import type { Language } from '@khara/contract';
import { fill, type Params } from '@khara/texts/fill';
import i18next from 'i18next';

/**
 * The texts that are here, by language and namespace, and how one is found: i18next knows plurals and what stands in
 * for a missing text. `use-translation.ts` notifies React of changes, whose types refuse a
 * wrong key and a forgotten place.
 */

const listeners = new Set<() => void>();
/**
 * How often the texts of a namespace have changed. What arrives for another page changes nothing of this one,
 * which would otherwise render again with every file.
 */
const versions = new Map<string, number>();

void i18next.init({
  initAsync: false, // ready at once: bundles are added by hand
  resources: {},
  fallbackLng: 'en',
  partialBundledLanguages: true,
});

export const hasBundle = (language: Language, namespace: string): boolean =>
  i18next.hasResourceBundle(language, namespace);

export function addBundle(language: Language, namespace: string, texts: object): void {
  i18next.addResourceBundle(language, namespace, texts);
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

/**
 * The text of `key`, which may name its namespace (`common:close`) and lies in `namespace` otherwise. A
 * `count` chooses `key_one` or `key_other` where the text has them. English where the language has none;
 * undefined when it is nowhere.
 */
export function findText(language: Language, namespace: string, key: string, params?: Params): string | undefined {
  const found = i18next.t(key, {
    ...params,
    lng: language,
    ns: namespace,
    defaultValue: '',
    returnObjects: true,
    skipInterpolation: true,
  });
  return typeof found === 'string' && found !== '' ? fill(found, params) : undefined;
}
