import { useTranslation } from '#i18n/use-translation.ts';
import { useFeed } from '#api/feed.ts';
import { useLanguage } from '#lib/language.ts';
import { Icon } from '#ui/icons.tsx';
import { dayWithTime, showMarketDate, showMarketSeconds } from '#lib/time.ts';
import css from './connection-banner.module.css';

/** Under the navigation bar, while something is not as it should be: no network, or no prices. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { online, state, stoppedAt, seenAt, isBlocked } = useFeed();
  if (online && state !== 'stale') return null;
  // Seen in an earlier visit: perhaps of another market day, so its date is shown too.
  const time =
    stoppedAt !== undefined
      ? showMarketSeconds(stoppedAt)
      : seenAt !== undefined && dayWithTime(showMarketDate(seenAt, language), showMarketSeconds(seenAt), language);
  const words = time
    ? t(!online ? 'stale.offlineSince' : isBlocked ? 'stale.asked' : 'stale.stopped', { time })
    : t(online ? 'stale.connecting' : 'stale.offline');
  return (
    <p className={css.banner} role="status">
      <Icon name={online ? 'clock' : 'offline'} size={16} />
      {words}
    </p>
  );
}
