import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { languageName, useLanguage } from '#lib/language.ts';
import { storageLasts } from '#lib/storage.ts';
import { useConfig } from '#api/config.ts';
import { hasPracticeAccount, isSignedIn } from '#api/session.ts';
import { DefaultPasswordSheet } from '#features/account/default-password-sheet.tsx';
import { ForgottenPassword } from '#features/account/forgotten-password.tsx';
import { forgetIssuedPassword, keepIssuedPassword } from '#features/account/issued-password.ts';
import LanguageChip from '#features/account/language-chip.tsx';
import { LanguageSheet } from '#features/account/language-sheet.tsx';
import { LoginForm } from '#features/account/login-form.tsx';
import { RegisterForm } from '#features/account/register-form.tsx';
import { useStart } from '#features/start/use-start.tsx';
import { TextSheet, type TextId } from '#features/account/text-sheet.tsx';
import { afterLogin, LOGIN } from '#shell/guard.ts';
import { at, href, reLaunch, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Mark, Rosette } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Chip, Tabs } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import css from './login.module.css';

const isPage = (path: string) => path === '/' || path.startsWith('/pages/');

/** Logging in and opening an account; afterwards the page that was asked for. */
export default function Login() {
  const { t } = useTranslation(['login', 'nav', 'common']);
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const mode = query.get('mode') === 'register' ? 'register' : 'login';
  const redirect = query.get('redirect');
  const inviteCode = query.get('inviteCode') ?? '';
  const target = afterLogin(redirect, isPage);

  const [phone, setPhone] = useState(''); // one number for both tabs
  const [issued, setIssued] = useState<string>();
  const [text, setText] = useState<TextId>();
  const [asking, setAsking] = useState<'language' | 'forgot'>();

  const startsHere = useConfig(({ info }) => info?.start !== 'phone') && inviteCode === '';
  const start = useStart(() => redirectTo(target));

  // Only at the beginning: a registration signs in while its password is still to be shown.
  const [wasSignedIn] = useState(isSignedIn);
  useEffect(() => {
    if (wasSignedIn) redirectTo(target);
  }, [wasSignedIn, target]);
  if (wasSignedIn) return null;

  const register = mode === 'register';
  const isHere = hasPracticeAccount();
  const practise = (
    <div className={css.start}>
      <Button look={startsHere ? 'primary' : 'line'} onClick={start.open}>
        {isHere ? t('common:openMine') : t('start')}
      </Button>
      {!isHere && <p>{t('startText')}</p>}
      {startsHere && <p className={css.or}>{t('orPhone')}</p>}
    </div>
  );
  return (
    <Page bar={<></>} title={t(register ? 'create' : 'login')} ground="surface">
      <div className={css.page}>
        <Welcome small={register} />
        <div className={css.card}>
          {startsHere && practise}
          <div className={css.tabs}>
            <Tabs
              large
              label={t('nav:login')}
              items={[
                { value: 'login', label: t('login') },
                { value: 'register', label: t('create') },
              ]}
              value={mode}
              hrefOf={(value) =>
                href(at(LOGIN, { mode: value, redirect: redirect ?? undefined, inviteCode: inviteCode || undefined }))
              }
              onSelect={(value) => change({ mode: value })}
            />
          </div>
          {!storageLasts() && <Note className={css.note}>{t('notKept')}</Note>}
          {register ? (
            <RegisterForm
              phone={phone}
              onPhone={setPhone}
              inviteCode={inviteCode}
              onText={setText}
              onDone={(password) => {
                keepIssuedPassword(password);
                setIssued(password);
              }}
            />
          ) : (
            <LoginForm
              phone={phone}
              onPhone={setPhone}
              onForgot={() => setAsking('forgot')}
              onDone={() => {
                forgetIssuedPassword(); // another account's, perhaps
                redirectTo(target);
              }}
            />
          )}
          {!startsHere && practise}
          <footer className={css.foot}>
            {!register && <Reasons />}
            <div className={css.chips}>
              <Chip icon="globe" onPress={() => setAsking('language')}>
                {languageName(language)}
              </Chip>
              <Chip icon="headset" onPress={() => setText('help')}>
                {t('help')}
              </Chip>
            </div>
          </footer>
        </div>
      </div>
      {start.sheet}
      <TextSheet
        id={text}
        title={t(text === 'help' ? 'help' : text === 'terms' ? 'terms' : 'privacy')}
        onClose={() => setText(undefined)}
      />
      <LanguageSheet open={asking === 'language'} title={t('language')} onClose={() => setAsking(undefined)} />
      <ForgottenPassword open={asking === 'forgot'} phone={phone} onClose={() => setAsking(undefined)} />
      <DefaultPasswordSheet
        password={issued}
        onChooseOwn={() => redirectTo('/pages/personal/tranPassword/index')}
        onLater={() => redirectTo(target)}
      />
    </Page>
  );
}

function Welcome({ small }: { readonly small: boolean }) {
  const { t } = useTranslation('login');
  return (
    <header className={cx(css.hero, small && css.small)}>
      <Rosette className={css.rosette} />
      <h1 className={css.name}>
        <span className={css.stone}>
          <Mark size={small ? 34 : 42} />
        </span>
        <span>Khara</span>
        <small lang="hi">खरा</small>
      </h1>
      {!small && <p>{t('promise')}</p>}
      <LanguageChip className={css.offer} />
      <TextButton className={css.around} onClick={() => reLaunch('/')}>
        {t('lookAround')}
      </TextButton>
    </header>
  );
}

const REASONS = [
  { icon: 'candles', text: 'whyPrices' },
  { icon: 'seal', text: 'whyDraws' },
  { icon: 'list', text: 'whyLedger' },
] as const;

function Reasons() {
  const { t } = useTranslation('login');
  return (
    <ul className={css.why}>
      {REASONS.map(({ icon, text }) => (
        <li key={icon}>
          <Icon name={icon} size={22} />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}
