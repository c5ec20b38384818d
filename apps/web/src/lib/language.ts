import type { Language } from '@khara/contract';
import { create } from 'zustand';
import { readStored, store } from './storage.ts';

/**
 * The languages as the wire and the storage know them. Written here again because the contract's table would
 * bring its schemas with it; a test holds the two together.
 */
export const LANGUAGE_CHOICES = [
  { tag: 'en', code: 'en', flag: 1, name: 'English' },
  { tag: 'hi', code: 'yd', flag: 2, name: 'हिन्दी' },
  { tag: 'zh-Hant', code: 'zh-Hant', flag: 3, name: '繁體中文' },
  { tag: 'zh-Hans', code: 'zh-Hans', flag: 4, name: '简体中文' },
] as const satisfies readonly { tag: Language; code: string; flag: number; name: string }[];

/** The stored flag: 1 is English, none is the default English, any value that is no flag is the second locale. */
export function languageOfFlag(flag: string | null): Language {
  if (flag === null) return 'en';
  return LANGUAGE_CHOICES.find((choice) => String(choice.flag) === flag)?.tag ?? 'hi';
}

const languageChoice = (language: Language) =>
  LANGUAGE_CHOICES.find(({ tag }) => tag === language) ?? LANGUAGE_CHOICES[0];
export const languageCode = (language: Language): string => languageChoice(language).code;
export const languageName = (language: Language): string => languageChoice(language).name;

export const useLanguageStore = create<{ readonly language: Language }>()(() => ({
  language: languageOfFlag(readStored('lang')),
}));
/** The reader's language in a component. */
export const useLanguage = (): Language => useLanguageStore((state) => state.language);
export const currentLanguage = (): Language => useLanguageStore.getState().language;

export function storeLanguage(language: Language): void {
  store('lang', String(languageChoice(language).flag));
  useLanguageStore.setState({ language });
}
