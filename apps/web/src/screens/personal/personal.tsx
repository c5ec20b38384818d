import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useIsSchool } from '#api/config.ts';
import { keepUserInfo, useSession, useSignedIn, type UserInfo } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { isUnseen, useFindings } from '#features/proof/findings.ts';
import { useLater } from '#features/start/later.ts';
import { useService } from '#features/service/use-service.ts';
import { versionCode } from '#lib/version-code.ts';
import { href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { Rosette } from '#ui/brand.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Icon, type IconName } from '#ui/icons.tsx';
import { ListRow } from '#ui/row.tsx';
import css from './personal.module.css';
import { Group, Settings, Trust, LogOut } from './settings.tsx';
import { lazyPart, lazySheet } from '#ui/lazy-part.tsx';

const NameSheet = lazySheet(() => import('#features/account/name-sheet.tsx'), ['login']);
const FindingMarker = lazyPart(() => import('#features/proof/finding-bar.tsx'));

/** The account: who is signed in, where everything of theirs is, theme and language, and the way out. */
export default function Personal() {
  const { t } = useTranslation(['personal', 'legal', 'nav']);
  const signedIn = useSignedIn();
  const kept = useSession((session) => session.userInfo);
  const asked = useCall('userDetail', undefined, { enabled: signedIn });
  const unread = useCall('unreadNotices', undefined, { enabled: signedIn });
  const account = useCall('bankAccounts', {}, { enabled: signedIn }).data?.[0];
  const user = asked.data?.userInfo ?? kept;
  const deviceOnly = signedIn && user?.deviceOnly === true;
  // A practice account has none of these before it is kept; a tap leads to the page that keeps it.
  const later = useLater();
  const found = useFindings(({ findings }) => findings.some(isUnseen));
  // Just seen to be there.
  if (asked.data && asked.data.userInfo !== kept) queueMicrotask(() => keepUserInfo(asked.data?.userInfo as UserInfo));

  const service = useService();
  const isPane = usePlace().pane !== undefined; // beside the desk's own bell
  const count = unread.data?.all ?? 0;
  return (
    <Page
      onRefresh={() => Promise.all([asked.again(), unread.again()])}
      tools={
        <>
          {!isPane && (
            <IconButton
              icon="bell"
              label={count > 0 ? t('messagesUnread', { n: count }) : t('messages')}
              badge={count}
              onClick={() => navigateTo('/pages/personal/notice/index')}
            />
          )}
          <IconButton icon="headset" label={t('customerService')} onClick={service.open} />
        </>
      }
    >
      {found && <FindingMarker />}
      {user && signedIn ? <Who user={user} /> : <Guest />}
      <Card className={css.four} pad={false}>
        <Shortcut icon="pie" label={t('position')} to="/pages/personal/position/index" />
        <Shortcut icon="candles" label={t('records')} to="/pages/personal/position/records" />
        <Shortcut icon="convert" label={t('transactions')} to="/pages/personal/transaction/index" />
        <Shortcut icon="statement" label={t('statement')} to="/pages/personal/bill/index" />
      </Card>
      <Group title={t('groups.you')}>
        {deviceOnly && (
          <ListRow icon="phone" title={t('nav:keepAccount')} text={t('keepText')} href={href('/pages/personal/keep')} />
        )}
        {user && signedIn && !deviceOnly && <NameRow user={user} />}
        <ListRow
          icon="shield"
          title={t('nav:kyc')}
          value={user ? t(`kycShort.${user.kycStatus}`) : undefined}
          {...later}
          href={href('/pages/personal/kyc/index')}
        />
        <ListRow
          icon="bank"
          title={t('bankAccount')}
          value={account?.accountNumber}
          {...later}
          href={href('/pages/wallet/bindcard/mycard')}
        />
      </Group>
      <Group title={t('groups.security')}>
        <ListRow icon="lock" title={t('loginPassword')} {...later} href={href('/pages/personal/loginPassword/index')} />
        <ListRow
          icon="lock"
          title={t('tranPassword')}
          value={user?.transactionPasswordIsDefault ? <Tag tone="warn">{t('chooseOwn')}</Tag> : undefined}
          {...later}
          href={href('/pages/personal/tranPassword/index')}
        />
        <ListRow
          icon="phone"
          title={t('nav:security')}
          value={user?.totpEnabled ? t('secondOn') : undefined}
          href={href('/pages/personal/security/index')}
        />
      </Group>
      <Group title={t('groups.rules')}>
        <ListRow icon="pause" title={t('nav:limits')} href={href('/pages/personal/limits/index')} />
      </Group>
      <Group title={t('learn')}>
        <ListRow icon="book" title={t('learnRow')} href={href('/pages/learn/index')} />
      </Group>
      <Settings />
      <Trust user={user} />
      {signedIn && <LogOut />}
      <p className={css.version}>{t('legal:version', { version: APP_VERSION, code: versionCode(APP_VERSION) })}</p>
    </Page>
  );
}

function Who({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation('personal');
  // A score that pauses withdrawals is shown everywhere: its page says how that ends.
  const hasScore = !useIsSchool() || user.withdrawalBlocked;
  const certified = user.kycStatus === 'certified';
  // The name that was made for it is not its member’s.
  const name = user.deviceOnly ? t('practiceAccount') : user.nickname;
  return (
    <section className={css.who}>
      <span className={css.avatar}>
        <Rosette className={css.rosette} />
        <span>{[...name][0]?.toUpperCase() ?? 'K'}</span>
      </span>
      <div className={css.words}>
        <h2>{name}</h2>
        <p>{user.deviceOnly ? t('onThisDevice') : user.phone}</p>
        <div className={css.tags}>
          <Tag
            tone={certified ? 'up' : user.kycStatus === 'failed' ? 'down' : 'neutral'}
            {...(certified && { icon: 'check' as const })}
          >
            {t(`kyc.${user.kycStatus}`)}
          </Tag>
          {hasScore && (
            <a className={css.score} href={href('/pages/personal/credit/index')}>
              <Tag tone={user.withdrawalBlocked ? 'warn' : 'neutral'}>{t('score', { n: user.creditScore })}</Tag>
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

function NameRow({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation('personal');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListRow icon="person" title={t('name')} value={user.nickname} onPress={() => setOpen(true)} />
      {isOpen && <NameSheet open user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

function Guest() {
  const { t } = useTranslation('personal');
  return (
    <section className={css.who}>
      <span className={css.avatar}>
        <Rosette className={css.rosette} />
        <Icon name="person" />
      </span>
      <div className={css.words}>
        <h2>{t('guest')}</h2>
        <p>{t('guestText')}</p>
        <div className={css.enter}>
          <Button size="md" onClick={() => navigateTo('/pages/login/index')}>
            {t('loginOrCreate')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Shortcut({ icon, label, to }: { readonly icon: IconName; readonly label: string; readonly to: string }) {
  return (
    <a className={css.shortcut} href={href(to)}>
      <Icon name={icon} />
      {label}
    </a>
  );
}
