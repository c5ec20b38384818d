import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { readMobile } from '@khara/rules';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, queryClient } from '#api/client.ts';
import { signIn } from '#api/session.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import css from './account-form.module.css';
import { AccountForm } from './account-form.tsx';
import { checkLogin, type LoginValues } from './credentials.ts';
import { passkeysHere, signInWithPasskey } from './passkey.ts';
import { useRefusal } from './refusal.ts';
import { createResolver } from './resolver.ts';
import { SecondStep } from './second-step.tsx';

type Props = {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly onForgot: () => void;
  readonly onDone: () => void;
};

/**
 * Logs in with phone and password, and with a code where the account has a second factor; or with a passkey.
 * A wrong password empties nothing: it can be looked at and corrected.
 */
export function LoginForm({ phone, onPhone, onForgot, onDone }: Props) {
  const { t } = useTranslation('login');
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  /** Phone and password were right; a code is still due. */
  const [codeDue, setCodeDue] = useState<LoginValues>();
  const form = useForm<LoginValues>({
    defaultValues: { phone, password: '' },
    resolver: createResolver(checkLogin, (complaint) => t(complaint)),
  });
  const { refusal, tell, clear } = useRefusal<LoginValues>(['phone', 'password'], form.setError);

  const arrive = () => {
    void queryClient.invalidateQueries(); // what a guest saw is no longer what this reader sees
    toast(t('loggedIn'));
    onDone();
  };
  const send = async ({ phone: typed, password }: LoginValues, otp?: string) => {
    const result = await call('signIn', { phone: `+91${readMobile(typed)}`, password, ...(otp && { otp }) });
    if (result.ok) {
      signIn(result.data);
      arrive();
    }
    return result;
  };
  const submit = form.handleSubmit(async (values) => {
    clear();
    setBusy('password');
    const result = await send(values);
    setBusy(undefined);
    if (result.ok) return;
    if (result.reason === 'second_factor_required') setCodeDue(values);
    else tell(result);
  });
  const withPasskey = async () => {
    clear();
    setBusy('passkey');
    const outcome = await signInWithPasskey();
    setBusy(undefined);
    if (outcome.ok) arrive();
    else if ('failure' in outcome) tell(outcome.failure);
    else toast(t(outcome.why === 'address' ? 'passkeyAddress' : 'passkeyGivenUp'));
  };

  if (codeDue) return <SecondStep onCode={(code) => send(codeDue, code)} onBack={() => setCodeDue(undefined)} />;
  return (
    <AccountForm
      form={form}
      action={t('login')}
      busy={busy === 'password'}
      refusal={refusal}
      onPhone={onPhone}
      onSubmit={(event) => void submit(event)}
      below={
        passkeysHere() === 'able' ? (
          <Button
            look="text"
            icon="key"
            className={css.passkey}
            busy={busy === 'passkey'}
            onClick={() => void withPasskey()}
          >
            {t('withPasskey')}
          </Button>
        ) : (
          passkeysHere() === 'address' && <p className={css.small}>{t('passkeyAddress')}</p>
        )
      }
    >
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        aside={
          <button type="button" className={css.link} onClick={onForgot}>
            {t('forgot')}
          </button>
        }
        {...form.register('password')}
      />
    </AccountForm>
  );
}
