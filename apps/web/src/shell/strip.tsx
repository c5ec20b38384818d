import { useTranslation } from '#i18n/use-translation.ts';
import { useFeed } from '#api/feed.ts';
import { Icon } from '#ui/icons.tsx';
import { showMarketSeconds } from '#ui/time.ts';
import css from './strip.module.css';

/** Under the navigation bar, while something is not as it should be: no network, or no prices. */
export function Strip() {
  const { t } = useTranslation();
  const { online, state, stoppedAt } = useFeed();
  if (online && state !== 'stale') return null;
  const words = !online
    ? t('stale.offline')
    : stoppedAt === undefined
      ? t('stale.connecting')
      : t('stale.stopped', { time: showMarketSeconds(stoppedAt) });
  return (
    <p className={css.strip} role="status">
      <Icon name={online ? 'clock' : 'offline'} size={16} />
      {words}
    </p>
  );
}
