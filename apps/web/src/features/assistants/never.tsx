import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './assistants.module.css';

/** What no assistant may do, whatever its member allows. */
export function Never() {
  const { t } = useTranslation('assistants');
  return (
    <ul className={css.never}>
      <li>
        <Icon name="close" size={16} />
        {t('never')}
      </li>
      <li>
        <Icon name="pause" size={16} />
        {t('ownLimits')}
      </li>
    </ul>
  );
}
