import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './update-bar.module.css';

/**
 * A newer version is here: said without haste, taken when the reader likes. The page's own check reloads by
 * itself (api/version.ts).
 */
export function UpdateBar({ onReload }: { readonly onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={css.bar} role="status">
      <Icon name="again" size={18} />
      <span>{t('update.ready')}</span>
      <button type="button" onClick={onReload}>
        {t('update.reload')}
      </button>
    </div>
  );
}
