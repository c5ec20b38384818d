import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './limit-line.module.css';
import { useOwnLimits } from './use-own-limits.ts';

/** What no limit stops, for a reader who has one. Needs `limits`. */
export function ReducingLine() {
  const { t } = useTranslation('limits');
  const { data } = useOwnLimits();
  if (!data || (data.pause === null && data.limits.every(({ value }) => value === null))) return null;
  return (
    <p className={css.reducing}>
      <Icon name="info" size={16} />
      {t('sellHeldText')}
    </p>
  );
}
