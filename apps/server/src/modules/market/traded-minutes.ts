import { type DayMinutes, openingInstant, unpackMinutes } from '@khara/market-day';
import { asPrice } from '@khara/money';
import type { Day } from '@khara/rules';
import { LRUCache } from 'lru-cache';
import { storedMinutes } from './candle-store.ts';
import type { ChartParts, TradedDays } from './traded-days.ts';

/** Days whose minutes stay unpacked: nine kilobytes each. */
const MINUTES_REMEMBERED = 2_000;

/** Finished days whose minutes are read in one query. */
const BATCH_DAYS = 8;

/** The last minute of a finished day ends at the official close, so that candles of every interval do. */
function closedAt(minutes: DayMinutes, close: number): DayMinutes {
  const { candles } = minutes;
  const last = candles.length - 1;
  if (last < 0) return minutes;
  candles.close[last] = close;
  candles.high[last] = Math.max(candles.high[last]!, close);
  candles.low[last] = Math.min(candles.low[last]!, close);
  return minutes;
}

/** The minutes in which a code traded. */
export function createTradedMinutes({ db, history, market }: ChartParts, { finishedDays, todayOf }: TradedDays) {
  const minutesOfDay = new LRUCache<string, DayMinutes>({ max: MINUTES_REMEMBERED });

  /** Minutes of finished days, newest first, as many as are asked for; ends early where they were dropped. */
  async function* minutesBackwards(
    code: string,
    to: number,
  ): AsyncGenerator<{ readonly day: Day; readonly minutes: DayMinutes }> {
    const today = market.now().marketDate;
    const running = todayOf(code);
    if (running && openingInstant(today) < to) yield { day: today, minutes: running };
    const finished = (await finishedDays(code, today)).filter(({ date }) => openingInstant(date) < to);
    for (let end = finished.length; end > 0; end -= BATCH_DAYS) {
      const dates = finished.slice(Math.max(0, end - BATCH_DAYS), end).map(({ date }) => date);
      await load(code, dates);
      for (const day of dates.reverse()) {
        const minutes = minutesOfDay.get(`${code} ${day}`);
        if (!minutes) return;
        yield { day, minutes };
      }
    }
    const { days } = history;
    for (let at = days.length - 1; at >= 0; at -= 1) {
      const day = days[at]!;
      if (openingInstant(day) >= to) continue;
      const minutes = generated(code, day);
      if (!minutes) return;
      yield { day, minutes };
    }
  }

  async function load(code: string, dates: readonly Day[]): Promise<void> {
    const missing = dates.filter((day) => !minutesOfDay.has(`${code} ${day}`));
    if (missing.length === 0) return;
    for (const row of await storedMinutes(db, code, missing)) {
      minutesOfDay.set(`${code} ${row.marketDate}`, closedAt(unpackMinutes(row.minutes), asPrice(row.closePaise)));
    }
  }

  function generated(code: string, day: Day): DayMinutes | undefined {
    const key = `${code} ${day}`;
    const known = minutesOfDay.get(key);
    if (known) return known;
    const candles = history.minutes(code, day);
    if (!candles) return undefined;
    const minutes = { first: 0, candles };
    minutesOfDay.set(key, minutes);
    return minutes;
  }

  return { minutesBackwards };
}
