import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import css from './limit-line.module.css';
import { useLimitWords, usePauseEnd } from './limit-words.ts';
import { useOwnLimits } from './use-own-limits.ts';

/** From here on a limit is nearly reached. */
const NEAR = 0.8;

/** The way to My limits, with a pause in force, else with what today has of a limit of orders. Needs `limits`. */
export function LimitLine() {
  const { t } = useTranslation(['limits', 'desk', 'nav']);
  const words = useLimitWords();
  const pauseEnd = usePauseEnd();
  const { data } = useOwnLimits();
  const limit = data?.limits.find(({ kind, value }) => kind === 'day_orders' && value !== null);
  if (!data) return null;
  if (data.pause) {
    return (
      <a className={css.line} href={href('/pages/personal/limits/index')}>
        <span className={css.name}>{t('pausedLine', { when: pauseEnd(data.pause) })}</span>
        <Icon name="go" size={16} />
      </a>
    );
  }
  if (!limit || limit.value === null || limit.used === undefined) {
    return (
      <a className={css.line} href={href('/pages/personal/limits/index')}>
        <span className={css.name}>{t('nav:limits')}</span>
        <Icon name="go" size={16} />
      </a>
    );
  }
  const share = Number(limit.used) / Math.max(1, Number(limit.value));
  return (
    <a className={css.line} href={href('/pages/personal/limits/index')}>
      <span>{t('day_orders')}</span>
      <span className={css.track} aria-hidden="true">
        <i className={cx(share >= NEAR && css.near)} style={{ transform: `scaleX(${Math.min(1, share)})` }} />
      </span>
      <span>
        {t('desk:usedOf', {
          used: words.showValue('day_orders', limit.used),
          limit: words.showValue('day_orders', limit.value),
        })}
      </span>
    </a>
  );
}
