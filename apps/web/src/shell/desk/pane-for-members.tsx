import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Empty } from '#ui/states.tsx';
import { loginAddress } from '../guard.ts';
import { here } from '../location.ts';
import { navigateTo } from '../navigation.ts';
import { Page } from '../page.tsx';
import { usePlace } from '../route-context.ts';
import { usePageQuery } from '../use-page-query.ts';
import css from './desk.module.css';

/** In the place of a page that guests may not open: the rest of the desk is theirs. */
export function PaneForMembers({ low }: { readonly low: boolean }) {
  const { t } = useTranslation(['desk', 'nav']);
  const { route } = usePlace();
  const [query] = usePageQuery();
  const isTicket = route.path === '/pages/market/buy';
  const code = query.get('code') ?? '';
  const { data } = useCall('marketDetail', { code }, { enabled: isTicket && code !== '' });
  if (low) {
    return (
      <Page title={t('account')} ground="surface">
        <p className={css.line}>{t('loginForOrders')}</p>
      </Page>
    );
  }
  if (isTicket && data?.kind === 'index') {
    return (
      <Page title={t('order')} ground="surface">
        <Empty icon="market" title={t('indexNote')} text={t('indexText')} />
      </Page>
    );
  }
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
