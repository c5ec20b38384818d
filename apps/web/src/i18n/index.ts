import type { Language } from '@khara/contract';
import common from '@khara/texts/en/common';
import errors from '@khara/texts/en/errors';
import nav from '@khara/texts/en/nav';
import { provideMessages } from '#api/messages.ts';
import { currentLanguage } from '#lib/language.ts';
import { textAddress } from './addresses.ts';
import { addBundle, hasBundle, type Texts } from './bundles.ts';
import type { TextNamespace } from './keys.ts';
import { say } from './say.ts';
import { SHELL, textFiles } from './text-files.ts';

export type { TextNamespace } from './keys.ts';

const loaded = new Map<string, Promise<void>>();

async function loadFile(language: Language, file: string): Promise<void> {
  const answer = await fetch(textAddress(language, file));
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  for (const [namespace, texts] of Object.entries<Texts>(await answer.json())) addBundle(language, namespace, texts);
}

/**
 * Fetches the texts a page needs, in the current language by default. A page's route names them, so they come
 * together with its code.
 */
export async function loadTexts(namespaces: readonly TextNamespace[], language = currentLanguage()): Promise<void> {
  const missing = namespaces.filter((namespace) => !hasBundle(language, namespace));
  await Promise.all(
    textFiles(missing).map((file) => {
      const key = `${language}/${file}`;
      let loading = loaded.get(key);
      if (!loading) {
        loading = loadFile(language, file).catch((error: unknown) => {
          loaded.delete(key); // so that a retry asks again
          throw error;
        });
        loaded.set(key, loading);
      }
      return loading;
    }),
  );
}

// English of the shell is part of the code, as what stands until (or if never) another language arrives.
for (const [namespace, texts] of Object.entries({ common, errors, nav })) addBundle('en', namespace, texts);
provideMessages(say);

/** Ready to render once this resolves. */
export async function startTexts(): Promise<void> {
  document.documentElement.lang = currentLanguage();
  await loadTexts(SHELL);
}
