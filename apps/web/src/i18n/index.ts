import type { Language } from '@khara/contract';
import common from '@khara/texts/en/common';
import errors from '@khara/texts/en/errors';
import nav from '@khara/texts/en/nav';
import { provideMessages } from '#api/messages.ts';
import { currentLanguage } from '#lib/language.ts';
import { textAddress } from './addresses.ts';
import { addBundle, hasBundle } from './bundles.ts';
import type { TextNamespace } from './keys.ts';
import { say } from './say.ts';

export type { TextNamespace } from './keys.ts';

/**
 * In every page's first load. English is part of the code, as what stands until (or if never) another language arrives.
 */
export const SHELL = ['common', 'nav', 'errors'] as const satisfies TextNamespace[];

const loaded = new Map<string, Promise<void>>();

async function loadOne(language: Language, namespace: TextNamespace): Promise<void> {
  if (hasBundle(language, namespace)) return;
  const answer = await fetch(textAddress(language, namespace));
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  addBundle(language, namespace, await answer.json());
}

/**
 * Fetches the texts a page needs, in the current language by default. A page's route names them, so they come
 * together with its code.
 */
export async function loadTexts(namespaces: readonly TextNamespace[], language = currentLanguage()): Promise<void> {
  await Promise.all(
    namespaces.map((namespace) => {
      const key = `${language}/${namespace}`;
      let loading = loaded.get(key);
      if (!loading) {
        loading = loadOne(language, namespace).catch((error: unknown) => {
          loaded.delete(key); // so that a retry asks again
          throw error;
        });
        loaded.set(key, loading);
      }
      return loading;
    }),
  );
}

for (const [namespace, texts] of Object.entries({ common, errors, nav })) addBundle('en', namespace, texts);
provideMessages(say);

/** Ready to render once this resolves. */
export async function startTexts(): Promise<void> {
  document.documentElement.lang = currentLanguage();
  await loadTexts(SHELL);
}
