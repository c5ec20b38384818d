import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './classes.module.css';

/** What the teacher of a class sees of a seat, and what not. */
export function TeacherSees() {
  const { t } = useTranslation('classes');
  return (
    <ul className={css.list}>
      <li className={css.yes}>
        <Icon name="check" size={18} /> {t('seesDone')}
      </li>
      <li>
        <Icon name="close" size={18} /> {t('notMoney')}
      </li>
      <li>
        <Icon name="close" size={18} /> {t('notPlace')}
      </li>
    </ul>
  );
}
