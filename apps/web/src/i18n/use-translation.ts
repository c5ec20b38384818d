import type { Params } from '@khara/texts/fill';
import { useMemo, useSyncExternalStore } from 'react';
import { currentLanguage } from '#lib/language.ts';
import { findText, onTexts, textsVersion } from './bundles.ts';
import type { TextNamespace, Translate } from './keys.ts';

type UseTranslation = {
  <const N extends readonly [TextNamespace, ...TextNamespace[]]>(
    namespaces: N,
  ): { readonly t: Translate<N[number], N[0]> };
  <N extends TextNamespace = 'common'>(namespace?: N): { readonly t: Translate<N> };
};

function useTexts(namespaces: TextNamespace | readonly TextNamespace[] = 'common') {
  const all = typeof namespaces === 'string' ? [namespaces] : namespaces;
  const now = () => textsVersion(all);
  const version = useSyncExternalStore(onTexts, now, now); // the last for tests, which render without a browser
  const first = all[0] ?? 'common';
  return useMemo(() => {
    void version; // a new function for new texts
    return { t: (key: string, params?: Params) => findText(currentLanguage(), first, key, params) ?? key };
  }, [version, first]);
}

/**
 * Texts in a component: `const { t } = useTranslation(['orders', 'common']); t('title');
 * t('common:close')`. Keys without a namespace are the first one's. `t` is a new function when a text of
 * these namespaces arrived or the language changed, and the same one otherwise. A text that is nowhere is
 * shown as its key.
 */
// The keys' types: checked against the English texts, not against strings.
export const useTranslation = useTexts as unknown as UseTranslation;
