import { addDays, weekday, type Day } from '@khara/rules';
import { emptyCandles, putAggregate, type Candles } from './candles.ts';

/** Minutes of one candle of an interval inside the day; the last of the day may be shorter. */
export const INTRADAY_MINUTES = { '1m': 1, '5m': 5, '15m': 15, '1h': 60 } as const;
export type IntradayInterval = keyof typeof INTRADAY_MINUTES;

/**
 * Longer candles from a day's minutes, of which the first is minute `first` of the day: candle `at` of the
 * answer is number `floor(first / size) + at` of the day, counted from the opening. Works on a day that is
 * still running.
 */
export function fromMinutes(minutes: Candles, interval: IntradayInterval, first = 0): Candles {
  const size = INTRADAY_MINUTES[interval];
  const firstCandle = Math.floor(first / size);
  const longer = emptyCandles(
    minutes.length === 0 ? 0 : Math.floor((first + minutes.length - 1) / size) - firstCandle + 1,
  );
  for (let at = 0; at < longer.length; at += 1) {
    const from = Math.max(0, (firstCandle + at) * size - first);
    const until = Math.min(minutes.length, (firstCandle + at + 1) * size - first);
    putAggregate(longer, at, minutes, from, until - from);
  }
  return longer;
}

/** A day's candle from its minutes; undefined for a day without any. */
export function dayOfMinutes(minutes: Candles): Candles | undefined {
  if (minutes.length === 0) return undefined;
  const day = emptyCandles(1);
  putAggregate(day, 0, minutes, 0, minutes.length);
  return day;
}

export type Spans = {
  readonly candles: Candles;
  /** First trading day of each candle. */
  readonly starts: readonly Day[];
};

/** Weeks (Monday to Sunday) or months from daily candles of consecutive trading days, oldest first. */
export function fromDays(candles: Candles, days: readonly Day[], interval: '1w' | '1M'): Spans {
  const firsts: number[] = [];
  let current: string | undefined;
  for (const [at, day] of days.entries()) {
    const name = interval === '1M' ? day.slice(0, 7) : weekStart(day);
    if (name !== current) firsts.push(at);
    current = name;
  }
  const longer = emptyCandles(firsts.length);
  for (const [at, first] of firsts.entries()) {
    putAggregate(longer, at, candles, first, (firsts[at + 1] ?? candles.length) - first);
  }
  return { candles: longer, starts: firsts.map((first) => days[first]!) };
}

const weekStart = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7));
