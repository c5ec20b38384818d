import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, queryClient } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { signIn } from '#api/session.ts';
import { Checkbox, Field, PasswordField } from '#ui/field.tsx';
import css from './account-form.module.css';
import { AccountForm } from './account-form.tsx';
import { checkRegister, phoneDigits, type RegisterValues } from './credentials.ts';
import { useRefusal } from './refusal.ts';
import { resolverOf } from './resolver.ts';
import { StrengthHint } from './strength-hint.tsx';
import type { TextId } from './text-sheet.tsx';

type Props = {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  /** From the address, where an invitation brought it. */
  readonly inviteCode: string;
  readonly onText: (id: TextId) => void;
  /** The account is open and signed in; its default transaction password is shown this once. */
  readonly onDone: (defaultTransactionPassword: string) => void;
};

/** Opens an account. */
export function RegisterForm({ phone, onPhone, inviteCode, onText, onDone }: Props) {
  const { t } = useTranslation('login');
  const config = useConfig((state) => state.info?.register);
  const inviteRequired = config?.inviteCode !== 'optional';
  const openCode = config?.sandboxInviteCode;
  const [busy, setBusy] = useState(false);
  const form = useForm<RegisterValues>({
    defaultValues: {
      phone,
      password: '',
      confirmPassword: '',
      inviteCode: inviteCode || (openCode ?? ''),
      agree: false,
    },
    resolver: resolverOf(
      (values) => checkRegister(values, { inviteRequired }),
      (complaint) => t(complaint),
    ),
  });
  const { register, control, handleSubmit, setError, setValue, getValues, trigger, formState } = form;
  const { refusal, tell, clear } = useRefusal<RegisterValues>(
    ['phone', 'password', 'confirmPassword', 'inviteCode', 'agree'],
    setError,
  );
  const { errors, isSubmitted } = formState;
  const password = useWatch({ control, name: 'password' });

  // The configuration may arrive after the page.
  useEffect(() => {
    if (openCode !== undefined && getValues('inviteCode') === '') setValue('inviteCode', openCode);
  }, [openCode, getValues, setValue]);

  const submit = handleSubmit(async (values) => {
    clear();
    setBusy(true);
    const code = values.inviteCode.trim();
    const result = await call('register', {
      phone: `+91${phoneDigits(values.phone)}`,
      password: values.password,
      confirmPassword: values.confirmPassword,
      ...(code !== '' && { inviteCode: code }),
      agree: values.agree,
    });
    setBusy(false);
    if (!result.ok) return tell(result);
    const { defaultTransactionPassword, ...session } = result.data;
    signIn(session);
    void queryClient.invalidateQueries();
    onDone(defaultTransactionPassword);
  });

  return (
    <AccountForm
      form={form}
      action={t('create')}
      busy={busy}
      refusal={refusal}
      onPhone={onPhone}
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        hint={<StrengthHint password={password} />}
        error={errors.password?.message}
        {...register('password', {
          // Correcting the first password may make the second right, or wrong.
          onChange: () => {
            if (isSubmitted || errors.confirmPassword) void trigger('confirmPassword');
          },
        })}
      />
      <PasswordField
        label={t('passwordAgain')}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', {
          // Taken back while typing: a line that goes on leaving the field would move the next tap's target
          // away under the finger.
          onChange: () => {
            if (errors.confirmPassword) void trigger('confirmPassword');
          },
          onBlur: () => {
            if (getValues('confirmPassword') !== '') void trigger('confirmPassword');
          },
        })}
      />
      <Field
        label={t('inviteCode')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={
          openCode === undefined
            ? inviteRequired
              ? undefined
              : t('inviteOptional')
            : t('inviteOpen', { code: openCode })
        }
        error={errors.inviteCode?.message}
        {...register('inviteCode')}
      />
      <div className={css.agree}>
        <Controller
          name="agree"
          control={control}
          render={({ field }) => (
            <Checkbox checked={field.value} onChange={field.onChange} error={errors.agree?.message}>
              <Trans
                text={t('agree')}
                components={{
                  1: <TextLink onPress={() => onText('privacy')} />,
                  2: <TextLink onPress={() => onText('terms')} />,
                }}
              />
            </Checkbox>
          )}
        />
      </div>
    </AccountForm>
  );
}

/** A word inside the agreement that opens its text. `children` come from the translation. */
function TextLink({ onPress, children }: { readonly onPress: () => void; readonly children?: string }) {
  return (
    <button type="button" className={css.inline} onClick={onPress}>
      {children}
    </button>
  );
}
