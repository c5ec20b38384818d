import { Controller, useWatch } from 'react-hook-form';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Field, PasswordField } from '#ui/field.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import css from './account-form.module.css';
import { AccountForm } from './account-form.tsx';
import type { TextId } from './text-sheet.tsx';
import { NicknameField } from './nickname-field.tsx';
import { useRegistration } from './use-registration.ts';
import { cx } from '#ui/class-names.ts';
import { passwordStrength } from './password-strength.ts';
import strengthCss from './strength-hint.module.css';

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
  const { form, submit, busy, refusal, openCode, inviteRequired, asksForInvite } = useRegistration({
    phone,
    inviteCode,
    onDone,
  });
  const { register, control, getValues, trigger, formState } = form;
  const { errors, isSubmitted } = formState;
  const password = useWatch({ control, name: 'password' });

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
      <NicknameField error={errors.nickname?.message} {...register('nickname')} />
      {asksForInvite && (
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
      )}
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

/** Under a new password: the rule while there is nothing, then how hard it is to guess. */
function StrengthHint({ password }: { readonly password: string }) {
  const { t } = useTranslation('login');
  if (password === '') return t('passwordHint');
  const strength = passwordStrength(password);
  return (
    <span className={cx(strengthCss.hint, strengthCss[strength])}>
      <span className={strengthCss.bar} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span aria-live="polite">{t(`strength.${strength}`)}</span>
    </span>
  );
}
