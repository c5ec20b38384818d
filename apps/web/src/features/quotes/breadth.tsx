import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { Triangle } from '#ui/icons.tsx';
import { showCount } from '#lib/number.ts';
import css from './breadth.module.css';

type Props = Data<'marketList'>['breadth'];

/** How many of a list rise and fall: a bar, and the same in words. What has not traded yet has words alone. */
export function Breadth({ rising, unchanged, falling, untraded }: Props) {
  const { t } = useTranslation('market');
  const language = useLanguage();
  return (
    <section className={css.breadth}>
      <div className={css.bar} aria-hidden="true">
        {rising > 0 && <i className={css.rising} style={{ flexGrow: rising }} />}
        {unchanged > 0 && <i className={css.unchanged} style={{ flexGrow: unchanged }} />}
        {falling > 0 && <i className={css.falling} style={{ flexGrow: falling }} />}
      </div>
      <div className={css.words}>
        <span className={cx(css.word, css.up)}>
          <Triangle direction="up" />
          {t('rising', { n: showCount(rising, language) })}
        </span>
        <span>{t('unchanged', { n: showCount(unchanged, language) })}</span>
        <span className={cx(css.word, css.down)}>
          <Triangle direction="down" />
          {t('falling', { n: showCount(falling, language) })}
        </span>
        {untraded > 0 && <span>{t('untraded', { n: showCount(untraded, language) })}</span>}
      </div>
    </section>
  );
}
