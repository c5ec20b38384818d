import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './chart-panel.module.css';

/** Tools of the chart that did not come, the chart itself standing. Needs the namespace `chart`. */
export function FailedTools({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('chart');
  return (
    <div role="alert" className={css.failedTools}>
      <button type="button" onClick={onRetry}>
        <Icon name="again" size={18} />
        {t('toolsFailed')}
      </button>
    </div>
  );
}
