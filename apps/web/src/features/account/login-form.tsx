import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '#api/client.ts';
import { signIn } from '#api/session.ts';
import { Button } from '#ui/button.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import css from './account-form.module.css';
import { checkLogin, phoneDigits, showPhone, type LoginValues } from './credentials.ts';
import { RefusalNote } from './refusal-note.tsx';
import { useLeft, useRefusal } from './refusal.ts';
import { resolverOf } from './resolver.ts';

type Props = {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly onForgot: () => void;
  readonly onDone: () => void;
};

/** Logs in with phone and password. A wrong password empties nothing: it can be looked at and corrected. */
export function LoginForm({ phone, onPhone, onForgot, onDone }: Props) {
  const { t } = useTranslation('login');
  const [busy, setBusy] = useState(false);
  const { register, handleSubmit, setError, setValue, formState } = useForm<LoginValues>({
    defaultValues: { phone, password: '' },
    resolver: resolverOf(checkLogin, (complaint) => t(complaint)),
  });
  const { told, tell, clear } = useRefusal<LoginValues>(['phone', 'password'], setError);
  const leftMs = useLeft(told?.until);
  const { errors } = formState;

  const submit = handleSubmit(async ({ phone: typed, password }) => {
    clear();
    setBusy(true);
    const result = await call('signIn', { phone: `+91${phoneDigits(typed)}`, password });
    setBusy(false);
    if (!result.ok) return tell(result);
    signIn(result.data);
    void queryClient.invalidateQueries(); // what a guest saw is no longer what this reader sees
    toast(t('loggedIn'));
    onDone();
  });

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        prefix="+91"
        error={errors.phone?.message}
        {...register('phone', {
          onChange: (event: { target: { value: string } }) => onPhone(event.target.value),
          onBlur: (event: { target: { value: string } }) => setValue('phone', showPhone(event.target.value)),
        })}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        error={errors.password?.message}
        aside={
          <button type="button" className={css.link} onClick={onForgot}>
            {t('forgot')}
          </button>
        }
        {...register('password')}
      />
      <RefusalNote told={told} leftMs={leftMs} />
      <Button type="submit" className={css.submit} busy={busy} disabled={leftMs > 0}>
        {t('login')}
      </Button>
    </form>
  );
}
