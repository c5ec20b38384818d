import type { Language } from '@khara/contract';
import { useMemo } from 'react';
import { onePlace } from '#i18n/one-place.ts';
import { sayText } from '#i18n/say.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';

/** The words of market rows in the reader's language, found once for all rows: a row is painted many times a second. */
export type RowWords = {
  readonly language: Language;
  readonly suspended: string;
  readonly notListed: string;
  readonly listedToday: string;
  readonly fund: string;
  /** "up 1.24 per cent"; `percent` without its sign. */
  readonly moved: (direction: 'up' | 'down' | 'flat', percent: string) => string;
};

/** "up 1.24 per cent" by direction, in the reader's language. */
export const movedWords = () => ({
  up: onePlace((value) => sayText('common:say.up', { value })),
  down: onePlace((value) => sayText('common:say.down', { value })),
  flat: onePlace(() => sayText('common:say.unchanged')),
});

/** Needs the namespace `market`. */
export function useRowWords(): RowWords {
  const { t } = useTranslation(['market', 'common']);
  const language = useLanguage();
  return useMemo(() => {
    const moved = movedWords();
    return {
      language,
      suspended: t('suspended'),
      notListed: t('notListed'),
      listedToday: t('listedToday'),
      fund: t('fund'),
      moved: (direction, percent) => moved[direction](percent),
    };
  }, [t, language]);
}
