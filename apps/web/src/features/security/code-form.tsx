import { useState, type FormEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Result } from '#api/failure.ts';
import { Button } from '#ui/button.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import css from './security.module.css';

type Props = {
  readonly label: string;
  readonly hint?: string;
  /** A code of the app has digits only; a recovery code may be typed too. */
  readonly digitsOnly: boolean;
  /** The login password goes with it. */
  readonly asksPassword?: boolean;
  readonly action: string;
  readonly onCode: (code: string, password: string) => Promise<Result<unknown>>;
};

/** Asks for a code and says what is wrong with it. */
export function CodeForm({ label, hint, digitsOnly, asksPassword = false, action, onCode }: Props) {
  const { t } = useTranslation(['security', 'login']);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [passwordError, setPasswordError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (asksPassword && password === '') return setPasswordError(t('login:passwordRequired'));
    if (code.trim() === '') return setError(t('codeRequired'));
    setBusy(true);
    const result = await onCode(code.trim(), password);
    setBusy(false);
    if (result.ok) return undefined;
    return result.reason === 'login_password_wrong' ? setPasswordError(result.message) : setError(result.message);
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {asksPassword && (
        <PasswordField
          label={t('proofPassword')}
          autoComplete="current-password"
          value={password}
          error={passwordError}
          onChange={({ target }) => {
            setPassword(target.value);
            setPasswordError(undefined);
          }}
        />
      )}
      <Field
        label={label}
        hint={hint}
        inputMode={digitsOnly ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        error={error}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
