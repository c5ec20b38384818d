import { MARKET_DAY } from '@khara/rules';
import { inRealMs, useMarketClock } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { showCountdown } from '#lib/time.ts';
import { timeOfDay } from '#shell/market-day/day-parts.ts';
import { useMarketNow } from '#shell/use-market-now.ts';

/**
 * Whose day a recorded one is. `isAlone`: no day of this market has closed yet, and it says when the first will. Needs
 * `lab`.
 */
export function Recorded({ isAlone }: { readonly isAlone: boolean }) {
  const { t } = useTranslation('lab');
  const market = useMarketClock((clock) => clock.market);
  const now = useMarketNow();
  const left = (now !== undefined && inRealMs(market, MARKET_DAY.toMs - timeOfDay(now))) || 0;
  return (
    <>
      {' '}
      {t('recorded')} {isAlone && left > 0 && t('firstCloses', { time: showCountdown(left) })}
    </>
  );
}
