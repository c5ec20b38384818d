import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './password-keys.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Ten digits and a way back: a digit or `delete` is pressed. Needs the namespace `password`. */
export function PasswordKeys({ onPress }: { readonly onPress: (key: string) => void }) {
  const { t } = useTranslation('password');
  return (
    <div className={css.keys}>
      {KEYS.map((key) => (
        <button key={key} type="button" onClick={() => onPress(key)}>
          {key}
        </button>
      ))}
      <span />
      <button type="button" onClick={() => onPress('0')}>
        0
      </button>
      <button type="button" className={css.delete} aria-label={t('delete')} onClick={() => onPress('delete')}>
        <Icon name="delete" />
      </button>
    </div>
  );
}
