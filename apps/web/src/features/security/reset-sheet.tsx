import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { keepUserInfo, useSession } from '#api/session.ts';
import { forgetIssuedPassword } from '#features/account/issued-password.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { CodeField, readCode } from '#ui/code-boxes.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showMoment } from '#lib/time.ts';
import css from './security.module.css';

type Values = { readonly login: string; readonly otp: string; readonly fresh: string; readonly again: string };
type Props = { readonly open: boolean; readonly onClose: () => void; readonly onDone: () => void };

const six = { setValueAs: readCode };

/**
 * Sets another transaction password by the login password, and says before and after that withdrawals wait.
 * Needs the namespace `password`.
 */
export default function ResetSheet({ open, onClose, onDone }: Props) {
  const { t } = useTranslation(['password', 'common']);
  const language = useLanguage();
  const user = useSession((session) => session.userInfo);
  const [codeDue, setCodeDue] = useState(user?.totpEnabled ?? false);
  const [from, setFrom] = useState<number>();
  const form = useForm<Values>({ defaultValues: { login: '', otp: '', fresh: '', again: '' } });
  const { errors, isSubmitting } = form.formState;
  const values = form.watch();

  const reset = form.handleSubmit(async ({ login, otp, fresh }) => {
    const result = await call('resetTransactionPassword', {
      password: login,
      newPassword: fresh,
      ...(codeDue && otp !== '' && { otp }),
    });
    if (result.ok) {
      forgetIssuedPassword();
      if (user) keepUserInfo({ ...user, transactionPasswordIsDefault: false });
      refresh(['userDetail', 'unreadNotices', 'noticeList']);
      setFrom(result.data.withdrawalsFrom);
      return;
    }
    if (result.reason === 'second_factor_required') setCodeDue(true);
    const field = result.reason === 'otp_wrong' || result.reason === 'second_factor_required' ? 'otp' : 'login';
    form.setError(field, { message: result.message }, { shouldFocus: true });
  });
  if (from !== undefined) {
    return (
      <Sheet open={open} onClose={onDone} title={t('resetDone')}>
        <Note tone="sky">{t('resetUntil', { at: showMoment(from, language) })}</Note>
        <div className={css.form}>
          <Button onClick={onDone}>{t('common:done')}</Button>
        </div>
      </Sheet>
    );
  }
  const isSix = (value: string) => /^\d{6}$/.test(value) || t('sixDigits');
  return (
    <Sheet open={open} onClose={onClose} title={t('resetTitle')}>
      <Note tone="warn">{t('resetText')}</Note>
      <form className={css.form} noValidate onSubmit={(event) => void reset(event)}>
        <PasswordField
          label={t('resetLogin')}
          autoComplete="current-password"
          error={errors.login?.message}
          {...form.register('login', { required: t('required') })}
        />
        {codeDue && (
          <Field
            label={t('resetCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.otp?.message}
            {...form.register('otp')}
          />
        )}
        <CodeField
          label={t('new')}
          length={values.fresh.length}
          error={errors.fresh?.message}
          {...form.register('fresh', { ...six, required: t('required'), validate: isSix })}
        />
        <CodeField
          label={t('again')}
          length={values.again.length}
          error={errors.again?.message}
          {...form.register('again', {
            ...six,
            required: t('required'),
            validate: (value, all) => value === all.fresh || t('differ'),
          })}
        />
        <Button type="submit" busy={isSubmitting}>
          {t('resetDo')}
        </Button>
      </form>
    </Sheet>
  );
}
