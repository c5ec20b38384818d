import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import css from './market-words.module.css';

/** When continuous trading begins, in market time. */
const OPENS = '09:15';

/**
 * Says that nothing trades now, and when it goes on. Nothing while the market is open. Needs the namespace `market`.
 */
export function SessionNote() {
  const { t } = useTranslation('market');
  const session = useMarketClock((clock) => clock.market?.session);
  if (session === undefined || session === 'open' || session === 'closing_auction') return null;
  const words =
    session === 'halted'
      ? t('halted')
      : session === 'pre_open'
        ? t('preOpen', { time: OPENS })
        : t('closedOpens', { time: OPENS });
  return <p className={css.session}>{words}</p>;
}
