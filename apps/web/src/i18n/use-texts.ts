import { useEffect, useState } from 'react';
import { currentLanguage, useLanguage } from '#lib/language.ts';
import { hasBundle } from './bundles.ts';
import { loadTexts, type TextNamespace } from './index.ts';

/**
 * Fetches what a part needs that comes after its page (a sheet, a tour); true once it is here. Where it
 * cannot come, the part stays away.
 */
export function useTexts(namespace: TextNamespace): boolean {
  const language = useLanguage();
  const [here, setHere] = useState(() => hasBundle(currentLanguage(), namespace));
  useEffect(() => {
    loadTexts([namespace]).then(
      () => setHere(true),
      () => undefined,
    );
  }, [namespace, language]);
  return here;
}
