import { useForm } from 'react-hook-form';
import { readMobile } from '@khara/rules';
import { useTranslation } from '#i18n/use-translation.ts';
import { call } from '#api/client.ts';
import { typedLimits } from '#api/config.ts';
import { Button } from '#ui/button.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import css from './account-form.module.css';
import { checkLogin, isShort } from './credentials.ts';
import { RefusalNote } from './refusal-note.tsx';
import { useLeft, useRefusal } from './refusal.ts';

type Values = {
  readonly phone: string;
  readonly otp: string;
  readonly recoveryCode: string;
  readonly newPassword: string;
};
type Props = { readonly open: boolean; readonly phone: string; readonly onClose: () => void };

/**
 * What can be done about a forgotten login password, and the form for owners of an authenticator and a recovery code.
 */
export function ForgottenPassword({ open, phone, onClose }: Props) {
  const { t } = useTranslation('login');
  return (
    <Sheet open={open} onClose={onClose} title={t('forgot')}>
      <p className={css.answer}>{t('forgotAnswer')}</p>
      <ResetForm key={String(open)} phone={phone} onDone={onClose} />
    </Sheet>
  );
}

function ResetForm({ phone, onDone }: { readonly phone: string; readonly onDone: () => void }) {
  const { t } = useTranslation('login');
  const form = useForm<Values>({ defaultValues: { phone, otp: '', recoveryCode: '', newPassword: '' } });
  const { errors, isSubmitting } = form.formState;
  const { refusal, tell, clear } = useRefusal<Values>(['phone', 'otp', 'recoveryCode', 'newPassword'], form.setError);
  const leftMs = useLeft(refusal?.until);
  const send = form.handleSubmit(async (values) => {
    clear();
    const result = await call('resetLoginPassword', { ...values, phone: `+91${readMobile(values.phone)}` });
    if (!result.ok) return tell(result);
    toast(t('forgotDone'));
    onDone();
  });
  const complaint = (typed: string) => {
    const found = checkLogin({ phone: typed, password: ' ' }).phone;
    return found === undefined || t(found);
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      <Field
        label={t('phone')}
        type="tel"
        prefix="+91"
        autoComplete="tel-national"
        error={errors.phone?.message}
        {...form.register('phone', { validate: complaint })}
      />
      <Field
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.otp?.message}
        {...form.register('otp', { required: t('codeRequired') })}
      />
      <Field
        label={t('recoveryCode')}
        hint={t('recoveryHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.recoveryCode?.message}
        {...form.register('recoveryCode', { required: t('codeRequired') })}
      />
      <PasswordField
        label={t('forgotNew')}
        autoComplete="new-password"
        hint={t('passwordHint')}
        error={errors.newPassword?.message}
        {...form.register('newPassword', {
          required: t('passwordRequired'),
          validate: (typed) => !isShort(typed, typedLimits().passwordMin) || t('passwordShort'),
        })}
      />
      <RefusalNote refusal={refusal} leftMs={leftMs} />
      <Button type="submit" className={css.submit} busy={isSubmitting} disabled={leftMs > 0}>
        {t('forgotDo')}
      </Button>
    </form>
  );
}
