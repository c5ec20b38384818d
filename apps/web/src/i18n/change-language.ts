import type { Language } from '@khara/contract';
import { currentLanguage, storeLanguage } from '#lib/language.ts';
import { bundlesOf, notifyReaders } from './bundles.ts';
import { loadTexts, type TextNamespace } from './index.ts';
import { SHELL } from './text-files.ts';

/**
 * Changes the language and keeps the choice: the namespaces in use are fetched first, so no page is ever half
 * translated. Fails, changing nothing, without them.
 */
export async function changeLanguage(language: Language): Promise<void> {
  const before = currentLanguage();
  if (before === language) return;
  const inUse = bundlesOf(before) as TextNamespace[]; // only loadTexts adds them
  await loadTexts([...new Set([...SHELL, ...inUse])], language);
  storeLanguage(language);
  document.documentElement.lang = language;
  notifyReaders();
}
