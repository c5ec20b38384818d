import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { IconButton } from '#ui/button.tsx';
import css from './lesson.module.css';

/** Counts a show of hands for an answer, beside its button. A sum only. */
export function HandCount({
  choice,
  hands,
  onCount,
}: {
  readonly choice: string;
  readonly hands: number;
  readonly onCount: (by: 1 | -1) => void;
}) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  return (
    <div className={css.hands} role="group" aria-label={t('hall.hands', { choice })}>
      <IconButton icon="minus" label={t('hall.fewer', { choice })} onClick={() => onCount(-1)} />
      <output>{showCount(hands, language)}</output>
      <IconButton icon="plus" label={t('hall.more', { choice })} onClick={() => onCount(1)} />
    </div>
  );
}
