import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { useLanguage } from '#lib/language.ts';
import { dayWithTime, showMarketDate, showMarketSeconds, showMarketTime } from '#lib/time.ts';
import css from './market-words.module.css';

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
