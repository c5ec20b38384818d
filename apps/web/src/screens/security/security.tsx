import { useTranslation } from '#i18n/use-translation.ts';
import { useIsSchool } from '#api/config.ts';
import { refresh } from '#api/client.ts';
import { Passkeys } from '#features/security/passkeys.tsx';
import { RememberChoice } from '#features/security/remember-choice.tsx';
import { SecondFactor } from '#features/security/second-factor.tsx';
import css from '#features/security/security.module.css';
import { Sessions } from '#features/security/sessions.tsx';
import { useLater } from '#features/start/later.ts';
import { href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { SectionHead } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';

/** Everything that keeps others out of the account. */
export default function Security() {
  const { t } = useTranslation('security');
  const hasKeys = !useIsSchool();
  const later = useLater();
  return (
    <Page onRefresh={async () => refresh(['sessions', 'passkeys', 'userDetail'])}>
      <div className={css.page}>
        <section>
          <SectionHead title={t('passwords')} />
          <RowGroup>
            <ListRow
              icon="lock"
              title={t('loginPassword')}
              {...later}
              href={href('/pages/personal/loginPassword/index')}
            />
            <ListRow
              icon="key"
              title={t('tranPassword')}
              text={t('tranPasswordText')}
              {...later}
              href={href('/pages/personal/tranPassword/index')}
            />
          </RowGroup>
        </section>
        {later ? (
          <RowGroup>
            <ListRow icon="clock" title={t('remember')} {...later} />
          </RowGroup>
        ) : (
          <RememberChoice />
        )}
        <SecondFactor />
        <Passkeys />
        <Sessions />
        {hasKeys && (
          <RowGroup>
            <ListRow
              icon="people"
              title={t('assistants')}
              text={t('assistantsText')}
              href={href('/pages/personal/assistants/index')}
            />
            <ListRow
              icon="key"
              title={t('programs')}
              text={t('programsText')}
              href={href('/pages/personal/keys/index')}
            />
          </RowGroup>
        )}
      </div>
    </Page>
  );
}
