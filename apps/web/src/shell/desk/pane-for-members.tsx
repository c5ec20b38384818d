import { useTranslation } from '#i18n/use-translation.ts';
import { Empty } from '#ui/states.tsx';
import { loginAddress } from '../guard.ts';
import { here } from '../location.ts';
import { navigateTo } from '../navigation.ts';
import { Page } from '../page.tsx';
import { usePlace } from '../route-context.ts';
import css from './desk.module.css';

/** In the place of a page that guests may not open: the rest of the desk is theirs. */
export function PaneForMembers({ low }: { readonly low: boolean }) {
  const { t } = useTranslation(['desk', 'nav']);
  const { route } = usePlace();
  if (low) {
    return (
      <Page title={t('account')} ground="surface">
        <p className={css.line}>{t('loginForOrders')}</p>
      </Page>
    );
  }
  const isTicket = route.path === '/pages/market/buy';
  return (
    <Page ground="surface" {...(isTicket && { title: t('order') })}>
      <Empty
        icon="lock"
        title={t(isTicket ? 'loginForOrders' : 'loginForPage')}
        action={{ label: t('nav:login'), onPress: () => navigateTo(loginAddress(here())) }}
      />
    </Page>
  );
}
