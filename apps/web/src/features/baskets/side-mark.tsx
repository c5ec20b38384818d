import { useTranslation } from '#i18n/use-translation.ts';
import css from './baskets.module.css';

/** B or S, green or red; its whole word is its name. Needs `waiting`. */
export function SideMark({ side }: { readonly side: 'buy' | 'sell' }) {
  const { t } = useTranslation('waiting');
  return (
    <span className={css.side} data-side={side} title={t(side)}>
      {t(side).slice(0, 1)}
    </span>
  );
}
