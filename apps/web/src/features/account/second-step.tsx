import { useState, type FormEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Result } from '#api/failure.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import css from './account-form.module.css';
import { RefusalNote } from './refusal-note.tsx';
import { useLeft, type RefusalNotice } from './refusal.ts';

type Props = {
  readonly onCode: (code: string) => Promise<Result<unknown>>;
  readonly onBack: () => void;
};

/**
 * The step after the password where the account has a second factor: a code of the authenticator, or a recovery code.
 */
export function SecondStep({ onCode, onBack }: Props) {
  const { t } = useTranslation('login');
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<RefusalNotice>();
  const [busy, setBusy] = useState(false);
  const leftMs = useLeft(refusal?.until);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setError(t('codeRequired'));
    setBusy(true);
    setRefusal(undefined);
    const result = await onCode(code.trim());
    setBusy(false);
    if (result.ok) return undefined;
    const seconds = Number(result.details?.['retryAfter']);
    if (seconds > 0) return setRefusal({ message: result.message, until: Date.now() + seconds * 1000 });
    return setError(result.message);
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        key={String(recovery)}
        label={t(recovery ? 'recoveryCode' : 'code')}
        hint={t(recovery ? 'recoveryHint' : 'codeHint')}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <RefusalNote refusal={refusal} leftMs={leftMs} />
      <Button type="submit" className={css.submit} busy={busy} disabled={leftMs > 0}>
        {t('login')}
      </Button>
      <div className={css.others}>
        <button
          type="button"
          className={css.link}
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setError(undefined);
          }}
        >
          {t(recovery ? 'useCode' : 'useRecovery')}
        </button>
        <button type="button" className={css.link} onClick={onBack}>
          {t('otherAccount')}
        </button>
      </div>
    </form>
  );
}
