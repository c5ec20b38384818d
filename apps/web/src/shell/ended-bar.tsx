import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { noteEnded, useEndedNote } from './ended-note.ts';
import css from './update-bar.module.css';

/** On every page until it is closed: a seat was moved to another device, or an account has been erased. */
export function EndedBar() {
  const { t } = useTranslation();
  const { text } = useEndedNote();
  if (text === null) return null;
  return (
    <div className={cx(css.bar, css.ended)} role="alert">
      <Icon name="info" size={18} />
      <span>{text}</span>
      <button type="button" onClick={() => noteEnded(null)}>
        {t('close')}
      </button>
    </div>
  );
}
