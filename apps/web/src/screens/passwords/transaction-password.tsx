import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { keepUserInfo, useSession } from '#api/session.ts';
import { forgetIssuedPassword, issuedPassword } from '#features/account/issued-password.ts';
import { goBack } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { CodeField, readCode } from '#ui/code-boxes.tsx';
import { Note } from '#ui/note.tsx';
import { showTime } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import { sentences } from '#i18n/joined.ts';
import css from './passwords.module.css';
import { lazySheet } from '#ui/lazy-part.tsx';

const ResetSheet = lazySheet(() => import('#features/security/reset-sheet.tsx'));

type Form = { readonly old: string; readonly fresh: string; readonly again: string };

/**
 * Changes the transaction password: old, new, again, six digits each. The one made at registration is an old
 * password here for ever.
 */
export default function TransactionPassword() {
  const { t } = useTranslation('password');
  const language = useLanguage();
  const user = useSession((session) => session.userInfo);
  // Straight from registration: the sheet that showed the password led here, so it need not have been written down.
  const known = (user?.transactionPasswordIsDefault && issuedPassword()) || '';
  const form = useForm<Form>({ defaultValues: { old: known, fresh: '', again: '' }, mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const values = form.watch();
  const [forgotten, setForgotten] = useState(false);

  const change = form.handleSubmit(async ({ old, fresh }) => {
    const result = await call('setTransactionPassword', { oldPassword: old, newPassword: fresh });
    if (result.ok) {
      forgetIssuedPassword();
      if (user) keepUserInfo({ ...user, transactionPasswordIsDefault: false });
      refresh(['userDetail', 'unreadNotices', 'noticeList']);
      toast(t('changed'));
      goBack();
      return;
    }
    const left = result.details?.['triesLeft'];
    const until = result.details?.['pausedUntil'];
    if (result.reason === 'password_unchanged') form.setError('fresh', { message: t('same') });
    else if (result.reason === 'transaction_password_wrong') {
      form.setValue('old', '');
      form.setError('old', {
        message: typeof left === 'number' ? `${t('wrong')} ${t('triesLeft', { n: left })}` : t('wrong'),
      });
    } else if (result.reason === 'transaction_password_paused' && typeof until === 'number') {
      form.setError('old', {
        message: sentences(result.message, t('pausedUntil', { time: showTime(until, language) })),
      });
    } else toast(result.message, { urgent: true });
  });

  const digits = { required: t('required'), validate: (value: string) => /^\d{6}$/.test(value) || t('sixDigits') };
  const only = { setValueAs: readCode };
  return (
    <Page
      ground="surface"
      dock={
        <Button busy={isSubmitting} onClick={() => void change()}>
          {t('change')}
        </Button>
      }
    >
      <form className={css.form} onSubmit={(event) => void change(event)} noValidate>
        {user?.transactionPasswordIsDefault && <Note tone="gold">{t('defaultNote')}</Note>}
        <CodeField
          label={t('old')}
          length={values.old.length}
          error={errors.old?.message}
          {...form.register('old', { ...digits, ...only })}
        />
        <CodeField
          label={t('new')}
          length={values.fresh.length}
          error={errors.fresh?.message}
          {...form.register('fresh', { ...digits, ...only })}
        />
        <CodeField
          label={t('again')}
          length={values.again.length}
          error={errors.again?.message}
          {...form.register('again', {
            ...only,
            validate: (value) => value === form.getValues('fresh') || t('differ'),
            required: t('required'),
          })}
        />
        <Note>{t('rules')}</Note>
        <Button look="text" size="md" onClick={() => setForgotten(true)}>
          {t('reset')}
        </Button>
        <input type="submit" hidden />
      </form>
      {forgotten && <ResetSheet open onClose={() => setForgotten(false)} onDone={goBack} />}
    </Page>
  );
}
