import { useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useConfig, useIsSchool } from '#api/config.ts';
import { languageName, useLanguage } from '#lib/language.ts';
import { forgetSession, type UserInfo } from '#api/session.ts';
import { useDeviceOnly } from '#features/start/later.ts';
import { DRAWINGS, readStored } from '#lib/storage.ts';
import { chosenTheme, isDeviceDark, setTheme, type ThemeChoice } from '#lib/theme.ts';
import { useCall } from '#api/use-call.ts';
import { InviteSheet } from '#features/account/invite-sheet.tsx';
import { LanguageSheet } from '#features/account/language-sheet.tsx';
import { at, href, reLaunch } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/checkbox.tsx';
import { canVibrate, useVibration } from '#ui/haptics.ts';
import { useMaySound, useSound } from '#ui/sound.ts';
import { ListRow } from '#ui/row.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import css from './personal.module.css';

const HELP = '/pages/index/customer/index';
const THEMES = ['white', 'darkblue', 'device'] as const satisfies readonly ThemeChoice[];

/** Rows of one kind under their name. */
export const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.group}>
    <h2>{title}</h2>
    <RowGroup>{children}</RowGroup>
  </section>
);

/** What the reader chooses for this device. */
export function Settings() {
  const { t } = useTranslation('personal');
  const language = useLanguage();
  const [choosing, setChoosing] = useState(false);
  const theme = chosenTheme();
  const [vibrates, setVibrates] = useVibration();
  const maySound = useMaySound();
  const [sounds, setSounds] = useSound();
  return (
    <>
      <Group title={t('groups.app')}>
        {canVibrate() && (
          <ListRow
            icon="phone"
            title={t('vibration')}
            text={t('vibrationText')}
            value={<Switch on={vibrates} label={t('vibration')} onChange={setVibrates} />}
          />
        )}
        {maySound && (
          <ListRow
            icon="sound"
            title={t('sound')}
            text={t('soundText')}
            value={<Switch on={sounds} label={t('sound')} onChange={setSounds} />}
          />
        )}
        <ListRow icon="globe" title={t('language')} value={languageName(language)} onPress={() => setChoosing(true)} />
        <ListRow
          icon="moon"
          title={t('theme.title')}
          text={theme === 'white' && isDeviceDark() ? t('theme.deviceIsDark') : undefined}
        />
        <Segmented<ThemeChoice>
          className={css.theme}
          label={t('theme.title')}
          value={theme}
          onChange={setTheme}
          options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </Group>
      <LanguageSheet open={choosing} title={t('chooseLanguage')} onClose={() => setChoosing(false)} />
    </>
  );
}

/** What the account is protected by, and what can be checked. */
export function Trust({ user }: { readonly user: UserInfo | undefined }) {
  const { t } = useTranslation(['personal', 'legal', 'nav']);
  const registered = useConfig((state) => state.info?.operator.registration);
  const invites = !useIsSchool();
  const [inviting, setInviting] = useState(false);
  const looked = useCall('accessLog', { size: 1 }, { enabled: user !== undefined }).data;
  return (
    <>
      <Group title={t('groups.trust')}>
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
        <ListRow icon="scales" title={t('nav:rules')} href={href('/pages/index/rules/index')} />
        {user && invites && (
          <ListRow
            icon="people"
            title={t('invite')}
            value={t('code', { code: user.inviteCode })}
            onPress={() => setInviting(true)}
          />
        )}
      </Group>
      {user && <InviteSheet open={inviting} code={user.inviteCode} onClose={() => setInviting(false)} />}
    </>
  );
}

/** What was drawn in the last second is in the account too before the device forgets it. */
async function sendLastDrawn(): Promise<void> {
  if (readStored(DRAWINGS) === null) return;
  await import('#features/chart/drawings/send-drawings.ts').then(
    ({ sendDrawings }) => sendDrawings(),
    () => undefined, // without its code the reader leaves as well
  );
}

export function LogOut() {
  const { t } = useTranslation(['personal', 'common']);
  const deviceOnly = useDeviceOnly();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await sendLastDrawn();
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
        {deviceOnly && t('logoutPractice', { button: t('common:openMine') })}
      </Sheet>
    </>
  );
}
