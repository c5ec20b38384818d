import type { ReactNode } from 'react';
import { useDeviceOnly } from '#features/start/later.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon, type IconName } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import css from './lost.module.css';

/** What becomes of a practice account, and of a kept one, with its device: said before it happens. */
export default function Lost() {
  const { t } = useTranslation(['start', 'nav']);
  const deviceOnly = useDeviceOnly();
  return (
    <Page
      dock={deviceOnly && <Button onClick={() => navigateTo('/pages/personal/keep')}>{t('nav:keepAccount')}</Button>}
    >
      <Part title={t('notKept')}>
        <Line icon="close">{t('notKeptOpen')}</Line>
        <Line icon="clock">{t('notKeptRests')}</Line>
        <Line icon="delete">{t('notKeptErased')}</Line>
        <Line icon="check">{t('notKeptPaper')}</Line>
      </Part>
      <Part title={t('keptTitle')}>
        <Line icon="phone">{t('keptLogin')}</Line>
        <Line icon="lock">{t('keptEnd')}</Line>
        <Line icon="key">{t('keptPasskey')}</Line>
      </Part>
      <Note className={css.note}>{t('cleared')}</Note>
    </Page>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card>
    <h2 className={css.title}>{title}</h2>
    <ul className={css.list}>{children}</ul>
  </Card>
);

const Line = ({ icon, children }: { readonly icon: IconName; readonly children: string }) => (
  <li>
    <Icon name={icon} size={18} />
    {children}
  </li>
);
