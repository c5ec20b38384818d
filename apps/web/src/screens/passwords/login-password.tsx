import { useForm } from 'react-hook-form';
import { useTranslation } from '#i18n/use-translation.ts';
import { call } from '#api/client.ts';
import { typedLimits } from '#api/config.ts';
import { isSameSecret, isShort } from '#features/account/credentials.ts';
import { goBack } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { toast } from '#ui/toast.ts';
import css from './passwords.module.css';

type Form = { readonly old: string; readonly fresh: string; readonly again: string };
const FIELD_OF_REASON = {
  password_required: 'old',
  old_password_wrong: 'old',
  password_unchanged: 'fresh',
  password_too_short: 'fresh',
  password_too_long: 'fresh',
  password_too_common: 'fresh',
  passwords_differ: 'again',
} as const satisfies Record<string, keyof Form>;

/** Changes the login password. All other sessions end. */
export default function LoginPassword() {
  const { t } = useTranslation(['password', 'login']);
  const form = useForm<Form>({ defaultValues: { old: '', fresh: '', again: '' }, mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;

  const change = form.handleSubmit(async ({ old, fresh, again }) => {
    const result = await call('changePassword', {
      ...(old !== '' && { oldPassword: old }),
      newPassword: fresh,
      confirmPassword: again,
    });
    if (result.ok) {
      toast(t('changed'));
      goBack();
      return;
    }
    // Any other reason has none.
    const field = FIELD_OF_REASON[result.reason as keyof typeof FIELD_OF_REASON] as keyof Form | undefined;
    if (field) form.setError(field, { message: result.message }, { shouldFocus: true });
    else toast(result.message, { urgent: true });
  });

  return (
    <Page
      ground="surface"
      dock={
        <Button busy={isSubmitting} onClick={() => void change()}>
          {t('loginChange')}
        </Button>
      }
    >
      <form className={css.form} onSubmit={(event) => void change(event)} noValidate>
        <PasswordField
          label={t('loginOld')}
          autoComplete="current-password"
          hint={t('loginOldHint')}
          error={errors.old?.message}
          {...form.register('old')}
        />
        <PasswordField
          label={t('loginNew')}
          autoComplete="new-password"
          hint={t('login:passwordHint')}
          error={errors.fresh?.message}
          {...form.register('fresh', {
            required: t('login:passwordRequired'),
            validate: (value, all) => {
              if (isShort(value, typedLimits().passwordMin)) return t('login:passwordShort');
              return value !== all.old || t('same');
            },
          })}
        />
        <PasswordField
          label={t('loginAgain')}
          autoComplete="new-password"
          error={errors.again?.message}
          {...form.register('again', { validate: (value, all) => isSameSecret(value, all.fresh) || t('differ') })}
        />
        <Note>{t('loginRules')}</Note>
        <input type="submit" hidden />
      </form>
    </Page>
  );
}
