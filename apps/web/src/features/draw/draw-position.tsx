import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { showCount } from '#lib/number.ts';
import type { DrawCheck } from './check-draw.ts';
import css from './draw.module.css';

/**
 * Where the draw put the reader: the winning places in gold, and their own. Nothing where nothing was drawn.
 * Needs the namespace `draw`.
 */
export function DrawPosition({ check }: { readonly check: DrawCheck }) {
  const { t } = useTranslation('draw');
  const language = useLanguage();
  const { count, lastWinner, own, winners } = check;
  if (lastWinner === undefined || winners === count) return null; // each applicant got something: no place mattered
  const show = (value: number): string => showCount(value, language);
  const place = (rank: number): number => (100 * rank) / count; // for pixels only
  const rank = own?.rank;
  // The label stays within the card whichever end it is at.
  const shift = rank === undefined ? 0 : Math.min(88, Math.max(12, place(rank)));
  return (
    <Card>
      <div className={css.between}>
        <h2 className={css.title}>{t(rank === undefined ? 'placesTitle' : 'placeTitle')}</h2>
        <span className={css.small}>{t('winOf', { winners: show(winners), all: show(count) })}</span>
      </div>
      <div
        className={cx(css.line, rank !== undefined && css.marked)}
        role="img"
        aria-label={
          rank === undefined
            ? t('placesText', { last: show(lastWinner), all: show(count) })
            : t('placeText', { rank: show(rank), last: show(lastWinner), all: show(count) })
        }
      >
        {rank !== undefined && (
          <span className={css.you} style={{ left: `${shift}%` }}>
            {t('you', { rank: show(rank) })}
          </span>
        )}
        <div className={css.places}>
          <i style={{ width: `${place(lastWinner)}%` }} />
          {rank !== undefined && <u style={{ left: `${place(rank)}%` }} />}
        </div>
      </div>
      <div className={css.ends}>
        <span>1</span>
        <span>{t('lastToWin', { n: show(lastWinner) })}</span>
        <span>{show(count)}</span>
      </div>
    </Card>
  );
}
