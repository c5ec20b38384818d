import { useTranslation } from '#i18n/use-translation.ts';
import { useSession, useSignedIn } from '#api/session.ts';
import { href } from '#shell/navigation.ts';
import { ListRow } from '#ui/row.tsx';
import css from './reminder.module.css';

/** Says that the transaction password is still the first one; nothing otherwise. Needs the namespace `home`. */
export function DefaultPasswordReminder() {
  const { t } = useTranslation('home');
  const signedIn = useSignedIn();
  const isDefault = useSession((session) => session.userInfo?.transactionPasswordIsDefault === true);
  if (!signedIn || !isDefault) return null;
  return (
    <div className={css.reminder}>
      <ListRow
        icon="key"
        title={t('changePassword')}
        text={t('changePasswordText')}
        href={href('/pages/personal/tranPassword/index')}
      />
    </div>
  );
}
