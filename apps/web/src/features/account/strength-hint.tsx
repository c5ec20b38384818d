import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { passwordStrength } from './password-strength.ts';
import css from './strength-hint.module.css';

/** Under a new password: the rule while there is nothing, then how hard it is to guess. */
export function StrengthHint({ password }: { readonly password: string }) {
  const { t } = useTranslation('login');
  if (password === '') return t('passwordHint');
  const strength = passwordStrength(password);
  return (
    <span className={cx(css.hint, css[strength])}>
      <span className={css.bar} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span aria-live="polite">{t(`strength.${strength}`)}</span>
    </span>
  );
}
