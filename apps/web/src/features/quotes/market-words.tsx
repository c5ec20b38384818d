import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { useLanguage } from '#lib/language.ts';
import { dayWithTime, showMarketDate, showMarketSeconds, showMarketTime } from '#lib/time.ts';
import css from './market-words.module.css';

/** When continuous trading begins, in market time. */
const OPENS = '09:15';

/** "Market time Tue 25 Nov, 14:32": on every page that shows prices. It alone renders again with the clock. */
export function MarketTime({ seconds }: { readonly seconds?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useMarketNow();
  if (now === undefined) return null;
  return (
    <span className={css.time}>
      {t('marketTime')}
      <b>
        {dayWithTime(showMarketDate(now, language), seconds ? showMarketSeconds(now) : showMarketTime(now), language)}
      </b>
    </span>
  );
}

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
