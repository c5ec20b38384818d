import type { Interval } from '@khara/contract';
import { isIntraday, marketDay, type Candle } from './candles.ts';
import { DAY_MS, HOUR_MS, INDIA_MS } from '@khara/rules';

/** Which auctions a share's day has: every share opens by one, shares with derivatives close by one too. */
export type Auctions = 'none' | 'opening' | 'both';

/** From this day on, 2026-08-03, shares with derivatives close through an auction (docs/sources.md N1). */
const CLOSING_FROM = Date.parse('2026-08-03T00:00:00+05:30');
/** The last minute of the day, in which the closing auction's trade is counted: 15:29. */
const LAST_MINUTE_MS = 929 * 60_000;
const LENGTH_MS: Partial<Record<Interval, number>> = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': HOUR_MS };

/**
 * Candles that hold an auction's trade: the first of a day, and of shares that close by auction the one with
 * the day's last minute. One without volume had no trade to hold. Longer intervals have no marks: every day
 * of them begins and ends with an auction.
 */
export function auctionMarks(candles: readonly Candle[], interval: Interval, auctions: Auctions): ReadonlySet<number> {
  const marked = new Set<number>();
  const length = LENGTH_MS[interval];
  if (auctions === 'none' || !isIntraday(interval) || length === undefined) return marked;
  candles.forEach((candle, index) => {
    const before = candles[index - 1];
    if (candle.volume === 0) return;
    // The first candle of all may be in the middle of its day.
    if (before && marketDay(before.t) !== marketDay(candle.t)) marked.add(index);
    const ofDay = (candle.t + INDIA_MS) % DAY_MS;
    const last = ofDay <= LAST_MINUTE_MS && LAST_MINUTE_MS < ofDay + length;
    if (auctions === 'both' && last && candle.t >= CLOSING_FROM) marked.add(index);
  });
  return marked;
}
