import type { Language } from '@khara/contract';
import type { Texts } from '@khara/texts';
import common from '@khara/texts/en/common';
import errors from '@khara/texts/en/errors';
import nav from '@khara/texts/en/nav';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storeLanguage, useLanguageStore } from '#api/language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Texts;
  }
}

export type TextNamespace = keyof Texts;

/** In every page's first load. English is part of the code, as what stands until (or if never) another language arrives. */
const SHELL = ['common', 'nav', 'errors'] as const satisfies TextNamespace[];

const loaded = new Map<string, Promise<void>>();

async function loadOne(language: Language, namespace: TextNamespace): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return;
  const answer = await fetch(`${import.meta.env.BASE_URL}assets/texts/${language}/${namespace}-${TEXTS_VERSION}.json`);
  if (!answer.ok) throw new Error(`texts ${language}/${namespace}: ${answer.status}`);
  i18next.addResourceBundle(language, namespace, await answer.json());
}

/** Fetches the texts a page needs, in the current language. A page's route names them, so they come together with its code. */
export async function loadTexts(namespaces: readonly TextNamespace[]): Promise<void> {
  const { language } = useLanguageStore.getState();
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

/** Ready to render once this resolves. */
export async function startTexts(): Promise<void> {
  const { language } = useLanguageStore.getState();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    ns: SHELL,
    defaultNS: 'common',
    resources: { en: { common, errors, nav } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  document.documentElement.lang = language;
  await loadTexts(SHELL);
}

/** Changes the language and keeps the choice: the namespaces in use are fetched first, so no page is ever half translated. */
export async function changeLanguage(language: Language): Promise<void> {
  const before = useLanguageStore.getState().language;
  if (before === language) return;
  const inUse = Object.keys(i18next.store.data[before] ?? {}) as TextNamespace[]; // only we add bundles
  storeLanguage(language);
  await loadTexts([...new Set([...SHELL, ...inUse])]);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
