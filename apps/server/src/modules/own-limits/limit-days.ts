import { followingDate, toInstant, type MarketStatus } from '@khara/market-day';
import { dayInIndia, hasRegularHours, MARKET_DAY, nextRegularDay, readMarketTime, type Day } from '@khara/rules';

/* The market days of limits: the calendar's days with the usual hours, since the market has no others. */

type Market = Pick<MarketStatus, 'profile' | 'marketDate' | 'marketTime' | 'halt'>;

/** Real ms at which a date begins in India. */
export const dayBegin = (date: Day): number => toInstant(date, 0);

/**
 * The market day that begins after a date and not before an instant (real ms); null where the real clock does not say
 * which.
 */
export function dayFrom(profile: Market['profile'], notBefore: number, after: Day): Day | null {
  if (profile !== 'nse') return null;
  const date = dayInIndia(notBefore);
  const isInTime = hasRegularHours(date) && toInstant(date, MARKET_DAY.fromMs) >= notBefore;
  const first = isInTime ? date : nextRegularDay(date);
  return first > after ? first : nextRegularDay(after);
}

/** The market day that begins next, on which the counts of the day are new. `realMs`: now. */
export const nextDate = ({ profile, marketDate }: Market, realMs: number): Day =>
  followingDate(profile, marketDate, realMs);

/** Whether trading of the market's day is still to come, or is on. By the real clock the night belongs to no day. */
function hasTrading({ marketDate, marketTime, halt }: Market): boolean {
  if (halt) return halt.resumesAt !== undefined;
  const { day, timeMs } = readMarketTime(marketTime);
  return day < marketDate || (day === marketDate && timeMs < MARKET_DAY.toMs);
}

/** The market day that a pause of one day covers: the rest of today while it has trading, else all of the next. */
export const dayOfPause = (market: Market, realMs: number): Day =>
  hasTrading(market) ? market.marketDate : nextDate(market, realMs);
