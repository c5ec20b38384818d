import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { navigateTo } from '#shell/navigation.ts';
import { IconButton } from '#ui/button.tsx';

/** The way to the messages, with the number of unread ones. Needs the namespace `desk`. */
export function BarInbox() {
  const { t } = useTranslation('desk');
  const { data } = useCall('unreadNotices', {}, { enabled: useSignedIn() });
  const unread = data?.all ?? 0;
  return (
    <IconButton
      icon="bell"
      label={unread > 0 ? t('messagesUnread', { n: unread }) : t('messages')}
      badge={unread}
      onClick={() => navigateTo('/pages/personal/notice/index')}
    />
  );
}
