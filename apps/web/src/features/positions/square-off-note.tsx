import { useTranslation } from '#i18n/use-translation.ts';
import { inRealMs, useMarketClock } from '#api/market-clock.ts';
import { timeOfDayMs, useSquareOff } from '#features/session/square-off.ts';
import { timeOfDay } from '#shell/market-day/day-parts.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { Note } from '#ui/note.tsx';
import { showCountdown } from '#lib/time.ts';
import css from './square-off-note.module.css';

/**
 * Above open intraday positions: when the system closes them, in market time and in real time left. Needs the
 * namespace `positions`.
 */
export function SquareOffNote() {
  const { t } = useTranslation('positions');
  const market = useMarketClock((clock) => clock.market);
  const fields = useMarketNow();
  const squareOff = useSquareOff();
  if (fields === undefined || squareOff === undefined) return null;
  const now = timeOfDay(fields);
  const first = timeOfDayMs(squareOff.auctioned);
  const last = timeOfDayMs(squareOff.others);
  const next = now < first ? first : now < last ? last : undefined;
  const left = next === undefined ? undefined : inRealMs(market, next - now);
  return (
    <div className={css.ground}>
      <Note tone="warn" icon="clock">
        {t('squareOffAt', squareOff)}{' '}
        <b>
          {next === undefined && t('squareOffOver')}
          {left !== undefined && t('squareOffIn', { time: showCountdown(left) })}
        </b>
      </Note>
    </div>
  );
}
