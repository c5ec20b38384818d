import { DAY_MS, MARKET_DAY, nextRegularDay, previousRegularDay } from '@khara/rules';
import { toIndiaFields, marketNow, useMarketClock, type MarketState } from '#api/market-clock.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketMoment } from '#lib/time.ts';

/** Times of the compressed clock are rounded to this: its seconds are fractions of the reader's. */
const ROUND_MS = 5 * 60_000;

/**
 * Market time (ms whose UTC fields read as India's clock) at a real instant, if the market runs on without a
 * break. In the compressed profile only the hours of market days pass, one day after the other.
 */
export function marketFieldsAt(
  market: Pick<MarketState, 'profile' | 'speed'>,
  nowFields: number,
  passed: number,
): number {
  let day = Math.floor(nowFields / DAY_MS) * DAY_MS;
  let fields = nowFields + passed * market.speed;
  for (let days = 0; days < 400; days += 1) {
    if (fields > day + MARKET_DAY.toMs) {
      const left = fields - (day + MARKET_DAY.toMs);
      day = Date.parse(`${nextRegularDay(isoDay(day))}T00:00:00Z`);
      fields = day + MARKET_DAY.fromMs + left;
    } else if (fields < day + MARKET_DAY.fromMs) {
      const left = day + MARKET_DAY.fromMs - fields;
      day = Date.parse(`${previousRegularDay(isoDay(day))}T00:00:00Z`);
      fields = day + MARKET_DAY.toMs - left;
    } else break;
  }
  return Math.round(fields / ROUND_MS) * ROUND_MS;
}

const isoDay = (fields: number): string => new Date(fields).toISOString().slice(0, 10);

/**
 * "Wed 25 Nov, 15:00" of market time at a real instant to come; a dash until the clock has come. Of one that is over
 * the server says the market's time: it may have stood still since.
 */
export function useMarketInstant(): (at: number) => string {
  const language = useLanguage();
  const clock = useMarketClock();
  return (at) => {
    const now = Date.now();
    const fields = marketNow(clock, now);
    if (!clock.market || fields === undefined) return '–';
    const then = clock.market.profile === 'nse' ? toIndiaFields(at) : marketFieldsAt(clock.market, fields, at - now);
    return showMarketMoment(then, language);
  };
}
