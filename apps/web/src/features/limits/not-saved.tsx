import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import css from './limits.module.css';

/** A change of a limit failed: what was in force is so still. Needs `limits`. */
export function NotSaved() {
  const { t } = useTranslation('limits');
  return (
    <div role="alert" className={css.notSaved}>
      <Note tone="warn">{t('notSaved')}</Note>
    </div>
  );
}
