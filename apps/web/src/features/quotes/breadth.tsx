import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { Triangle } from '#ui/icons.tsx';
import { showCount } from '#lib/number.ts';
import css from './breadth.module.css';

type Props = { readonly rising: number; readonly unchanged: number; readonly falling: number };

/** How many of a list rise and fall: a bar, and the same in words. */
export function Breadth({ rising, unchanged, falling }: Props) {
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
      </div>
    </section>
  );
}
