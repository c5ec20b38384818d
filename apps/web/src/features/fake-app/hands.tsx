import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { IconButton } from '#ui/button.tsx';
import type { Hands } from './lesson.ts';
import css from './lesson.module.css';

/** Counts a show of hands for the two answers of a page. Sums only. */
export function HandCount({
  answers,
  hands,
  onCount,
}: {
  readonly answers: readonly [string, string];
  readonly hands: Hands;
  readonly onCount: (answer: 0 | 1, by: 1 | -1) => void;
}) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  return (
    <div className={css.hands}>
      {([0, 1] as const).map((answer) => (
        <div key={answer} role="group" aria-label={t('hall.hands', { choice: answers[answer] })}>
          <span>{answers[answer]}</span>
          <IconButton
            icon="minus"
            label={t('hall.fewer', { choice: answers[answer] })}
            onClick={() => onCount(answer, -1)}
          />
          <output>{showCount(hands[answer], language)}</output>
          <IconButton
            icon="plus"
            label={t('hall.more', { choice: answers[answer] })}
            onClick={() => onCount(answer, 1)}
          />
        </div>
      ))}
    </div>
  );
}
