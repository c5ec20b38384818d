import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { href, navigateTo } from '#shell/navigation.ts';
import { Mark } from '#ui/brand.tsx';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icons.tsx';
import css from './home-bar.module.css';

const SEARCH = '/pages/index/search/index';
const HELP = '/pages/index/customer/index';

/** Mark, the way to the search and to help, the inbox with what is unread. Needs the namespace `home`. */
export const HomeBar = memo(function HomeBar() {
  const { t } = useTranslation(['home', 'nav']);
  const signedIn = useSignedIn();
  const { data } = useCall('unreadNotices', {}, { enabled: signedIn });
  const unread = data?.all ?? 0;
  return (
    <header className={css.bar}>
      <h1 className={css.mark}>
        <Mark size={34} label="Khara" />
      </h1>
      <a className={css.search} href={href(SEARCH)}>
        <Icon name="search" size={20} />
        {t('search')}
      </a>
      <IconButton icon="info" label={t('nav:customer')} onClick={() => navigateTo(HELP)} />
      <IconButton
        icon="bell"
        label={unread > 0 ? t('messagesUnread', { n: unread }) : t('messages')}
        badge={unread}
        onClick={() => navigateTo('/pages/personal/notice/index')}
      />
    </header>
  );
});
