import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { languageName, useLanguage } from '#lib/language.ts';
import { forgetSession, keepUserInfo, useSession, useSignedIn, type UserInfo } from '#api/session.ts';
import { currentTheme, setTheme } from '#lib/theme.ts';
import { useCall } from '#api/use-call.ts';
import { InviteSheet } from '#features/account/invite-sheet.tsx';
import { LanguageSheet } from '#features/account/language-sheet.tsx';
import { isUnseen, useFindings } from '#features/proof/findings.ts';
import { useService } from '#features/service/use-service.ts';
import { at, href, navigateTo, reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Rosette } from '#ui/brand.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Switch } from '#ui/field.tsx';
import { Icon, type IconName } from '#ui/icons.tsx';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import css from './personal.module.css';

const FindingMarker = lazy(() => import('#features/proof/finding-bar.tsx'));

const CODE = 102;
const HELP = '/pages/index/customer/index';

/** The account: who is signed in, where everything of theirs is, theme and language, and the way out. */
export default function Personal() {
  const { t } = useTranslation(['personal', 'legal', 'nav']);
  const signedIn = useSignedIn();
  const kept = useSession((session) => session.userInfo);
  const asked = useCall('userDetail', undefined, { enabled: signedIn });
  const unread = useCall('unreadNotices', undefined, { enabled: signedIn });
  const account = useCall('bankAccounts', {}, { enabled: signedIn }).data?.[0];
  const user = asked.data?.userInfo ?? kept;
  const found = useFindings(({ findings }) => findings.some(isUnseen));
  // Just seen to be there.
  if (asked.data && asked.data.userInfo !== kept) queueMicrotask(() => keepUserInfo(asked.data?.userInfo as UserInfo));

  const service = useService();
  const count = unread.data?.all ?? 0;
  return (
    <Page
      onRefresh={() => Promise.all([asked.again(), unread.again()])}
      tools={
        <>
          <IconButton
            icon="bell"
            label={count > 0 ? t('messagesUnread', { n: count }) : t('messages')}
            badge={count}
            onClick={() => navigateTo('/pages/personal/notice/index')}
          />
          <IconButton icon="headset" label={t('customerService')} onClick={service.open} />
        </>
      }
    >
      {found && (
        <Suspense fallback={null}>
          <FindingMarker />
        </Suspense>
      )}
      {user && signedIn ? <Who user={user} /> : <Guest />}
      <Card className={css.four} pad={false}>
        <Shortcut icon="pie" label={t('position')} to="/pages/personal/position/index" />
        <Shortcut icon="candles" label={t('records')} to="/pages/personal/position/records" />
        <Shortcut icon="convert" label={t('transactions')} to="/pages/personal/transaction/index" />
        <Shortcut icon="statement" label={t('statement')} to="/pages/personal/bill/index" />
      </Card>
      <RowGroup>
        <ListRow
          icon="bank"
          title={t('bankAccount')}
          value={account?.accountNumber}
          href={href('/pages/wallet/bindcard/mycard')}
        />
        <ListRow
          icon="shield"
          title={t('nav:kyc')}
          value={user ? t(`kycShort.${user.kycStatus}`) : undefined}
          href={href('/pages/personal/kyc/index')}
        />
        <ListRow icon="lock" title={t('loginPassword')} href={href('/pages/personal/loginPassword/index')} />
        <ListRow
          icon="key"
          title={t('tranPassword')}
          value={user?.transactionPasswordIsDefault ? <Tag tone="warn">{t('chooseOwn')}</Tag> : undefined}
          href={href('/pages/personal/tranPassword/index')}
        />
        <ListRow
          icon="phone"
          title={t('nav:security')}
          value={user?.totpEnabled ? t('secondOn') : undefined}
          href={href('/pages/personal/security/index')}
        />
        <ListRow icon="alert" title={t('nav:alerts')} href={href('/pages/personal/alerts/index')} />
      </RowGroup>
      <Settings />
      <Trust user={user} />
      {signedIn && <LogOut />}
      <p className={css.version}>{t('legal:version', { version: APP_VERSION, code: CODE })}</p>
    </Page>
  );
}

function Who({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation('personal');
  const certified = user.kycStatus === 'certified';
  return (
    <section className={css.who}>
      <span className={css.avatar}>
        <Rosette className={css.rosette} />
        <span>{[...user.nickname][0]?.toUpperCase() ?? 'K'}</span>
      </span>
      <div className={css.words}>
        <h2>{user.nickname}</h2>
        <p>{user.phone}</p>
        <div className={css.tags}>
          <Tag
            tone={certified ? 'up' : user.kycStatus === 'failed' ? 'down' : 'neutral'}
            {...(certified && { icon: 'check' as const })}
          >
            {t(`kyc.${user.kycStatus}`)}
          </Tag>
          <a className={css.score} href={href('/pages/personal/credit/index')}>
            <Tag tone={user.withdrawalBlocked ? 'warn' : 'neutral'}>{t('score', { n: user.creditScore })}</Tag>
          </a>
        </div>
      </div>
    </section>
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

function Settings() {
  const { t } = useTranslation('personal');
  const language = useLanguage();
  const [choosing, setChoosing] = useState(false);
  const dark = currentTheme() === 'darkblue';
  return (
    <>
      <RowGroup>
        <ListRow
          icon="moon"
          title={t('darkTheme')}
          value={<Switch on={dark} label={t('darkTheme')} onChange={(on) => setTheme(on ? 'darkblue' : 'white')} />}
        />
        <ListRow icon="globe" title={t('language')} value={languageName(language)} onPress={() => setChoosing(true)} />
      </RowGroup>
      <LanguageSheet open={choosing} title={t('chooseLanguage')} onClose={() => setChoosing(false)} />
    </>
  );
}

function Trust({ user }: { readonly user: UserInfo | undefined }) {
  const { t } = useTranslation(['personal', 'legal', 'nav']);
  const registered = useConfig((state) => state.info?.operator.registration);
  const [inviting, setInviting] = useState(false);
  const looked = useCall('accessLog', { size: 1 }, { enabled: user !== undefined }).data;
  return (
    <>
      <RowGroup>
        <ListRow
          icon="seal"
          title={t('certificate')}
          value={registered === null ? t('notRegistered') : undefined}
          href={href(at(HELP, { topic: 'certificate' }))}
        />
        {user && (
          <ListRow
            icon="eye"
            title={t('whoLooked')}
            value={looked?.list.length === 0 ? t('noStaff') : undefined}
            href={href('/pages/personal/privacy/index')}
          />
        )}
        <ListRow icon="info" title={t('helpCentre')} href={href(HELP)} />
        <ListRow icon="book" title={t('nav:rules')} href={href('/pages/index/rules/index')} />
        {user && (
          <ListRow
            icon="people"
            title={t('invite')}
            value={t('code', { code: user.inviteCode })}
            onPress={() => setInviting(true)}
          />
        )}
      </RowGroup>
      {user && <InviteSheet open={inviting} code={user.inviteCode} onClose={() => setInviting(false)} />}
    </>
  );
}

function LogOut() {
  const { t } = useTranslation(['personal', 'common']);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await call('signOut'); // whatever it answers, this phone forgets
    forgetSession();
    refresh(['marketList', 'marketDetail']);
    setBusy(false);
    setAsking(false);
    toast(t('loggedOut'));
    reLaunch('/');
  };
  return (
    <>
      <RowGroup>
        <button type="button" className={css.leave} onClick={() => setAsking(true)}>
          {t('logout')}
        </button>
      </RowGroup>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('logoutAsk')}
        dock={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('common:cancel')}
            </Button>
            <Button busy={busy} onClick={() => void leave()}>
              {t('logout')}
            </Button>
          </>
        }
      >
        {null}
      </Sheet>
    </>
  );
}
