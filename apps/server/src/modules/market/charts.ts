import { type DayMinutes, openingOf, unpackMinutes } from '@khara/market-day';
import type { Interval } from '@khara/contract';
import {
  dayOfMinutes,
  emptyCandles,
  fromDays,
  fromMinutes,
  INTRADAY_MINUTES,
  type Candles,
  type History,
  type IntradayInterval,
} from '@khara/history';
import { addDays, adjustPrice, type Day, type Ratio } from '@khara/rules';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/ports/database.ts';
import type { Candle, MarketView } from '#src/ports/market.ts';
import { storedDays, storedMinutes, type StoredDay } from './candle-store.ts';
import { sharesChanged } from './corporate-action-store.ts';
import { factorOf, timesRatio, type CorporateAction } from './corporate-actions.ts';

export interface ChartParts {
  readonly db: Queryable;
  readonly history: History;
  readonly market: Pick<MarketView, 'now' | 'todayMinutes'>;
}

interface ChartQuery {
  readonly code: string;
  readonly interval: Interval;
  /** ms of a market instant: only candles that begin before it. */
  readonly to: number | undefined;
  readonly limit: number;
}

/**
 * What was traded at which price, as far back as anyone can look: generated history, the stored days of this
 * market, the running day. Adjusted for splits and bonuses: what was traded before one is shown in the shares
 * of today. What is stored stays as it was. Dividends are not adjusted for.
 */
export interface Charts {
  /** Oldest first; empty for a code that never traded. */
  candles(query: ChartQuery): Promise<readonly Candle[]>;
  /** Highest and lowest price of the finished days of the last year; undefined when there is none. */
  yearRange(code: string): Promise<Range | undefined>;
}

interface Range {
  readonly high: number;
  readonly low: number;
}

/** Days whose minutes stay unpacked: nine kilobytes each. */
const MINUTES_REMEMBERED = 2_000;

/** Reads candles of every interval from the same minutes and days, so that they always agree. */
export function createCharts({ db, history, market }: ChartParts): Charts {
  const stored = new Map<string, { through: Day; days: readonly StoredDay[] }>();
  const minutesOfDay = new LRUCache<string, DayMinutes>({ max: MINUTES_REMEMBERED });
  const ranges = new Map<string, { readonly today: Day; readonly range: Range | undefined }>();
  const changes = new Map<string, { readonly today: Day; readonly actions: readonly CorporateAction[] }>();

  /** Splits and bonuses of a code up to today. */
  async function changesOf(code: string): Promise<readonly CorporateAction[]> {
    const today = market.now().marketDate;
    const known = changes.get(code);
    if (known?.today === today) return known.actions;
    const actions = await sharesChanged(db, today, code);
    changes.set(code, { today, actions });
    return actions;
  }

  /** Finished days of this market on which the code traded, oldest first: read once, then only what was added. */
  async function finishedDays(code: string, today: Day): Promise<readonly StoredDay[]> {
    const known = stored.get(code) ?? { through: '0001-01-01', days: [] };
    if (known.through >= today) return known.days;
    const after = known.days.at(-1)?.date ?? '0001-01-01';
    const days = [...known.days, ...(await storedDays(db, code, after, today))];
    stored.set(code, { through: today, days });
    return days;
  }

  function todayOf(code: string): DayMinutes | undefined {
    const minutes = market.todayMinutes(code);
    const [begin] = minutes;
    if (!begin) return undefined;
    const candles = emptyCandles(minutes.length);
    for (const [at, [, open, high, low, close, volume]] of minutes.entries()) {
      candles.open[at] = open;
      candles.high[at] = high;
      candles.low[at] = low;
      candles.close[at] = close;
      candles.volume[at] = volume;
    }
    return { first: (begin[0] - openingOf(market.now().marketDate)) / 60_000, candles };
  }

  /** All daily candles, oldest first, the running day last. */
  async function daily(code: string): Promise<{ readonly days: readonly Day[]; readonly candles: Candles }> {
    const today = market.now().marketDate;
    const [finished, actions] = await Promise.all([finishedDays(code, today), changesOf(code)]);
    const past = history.daily(code) ?? emptyCandles(0);
    const minutes = todayOf(code);
    const running = minutes && dayOfMinutes(minutes.candles);
    const candles = emptyCandles(past.length + finished.length + (running ? 1 : 0));
    for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) candles[column].set(past[column]);
    for (const [index, day] of finished.entries()) put(candles, past.length + index, day);
    if (running)
      for (const column of ['open', 'high', 'low', 'close', 'volume'] as const)
        candles[column][candles.length - 1] = running[column][0]!;
    const days = [
      ...history.days.slice(history.days.length - past.length),
      ...finished.map(({ date }) => date),
      ...(running ? [today] : []),
    ];
    for (let at = 0; actions.length > 0 && at < days.length; at += 1) {
      const factor = factorAfter(actions, days[at]!);
      if (factor) adjust(candles, at, at + 1, factor);
    }
    return { days, candles };
  }

  async function byDay(
    code: string,
    interval: '1d' | '1w' | '1M',
    to: number,
    limit: number,
  ): Promise<readonly Candle[]> {
    const { days, candles } = await daily(code);
    const spans = interval === '1d' ? { candles, starts: days } : fromDays(candles, days, interval);
    let end = spans.starts.length;
    while (end > 0 && openingOf(spans.starts[end - 1]!) >= to) end -= 1;
    const from = Math.max(0, end - limit);
    return Array.from({ length: end - from }, (_, index) =>
      candleAt(spans.candles, from + index, openingOf(spans.starts[from + index]!)),
    );
  }

  /** Minutes of finished days, newest first, as many as are asked for; ends early where they were dropped. */
  async function* minutesBackwards(
    code: string,
    to: number,
  ): AsyncGenerator<{ readonly day: Day; readonly minutes: DayMinutes }> {
    const today = market.now().marketDate;
    const running = todayOf(code);
    if (running && openingOf(today) < to) yield { day: today, minutes: running };
    const finished = (await finishedDays(code, today)).filter(({ date }) => openingOf(date) < to);
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
      if (openingOf(day) >= to) continue;
      const minutes = generated(code, day);
      if (!minutes) return;
      yield { day, minutes };
    }
  }

  async function load(code: string, dates: readonly Day[]): Promise<void> {
    const missing = dates.filter((day) => !minutesOfDay.has(`${code} ${day}`));
    if (missing.length === 0) return;
    for (const row of await storedMinutes(db, code, missing)) {
      minutesOfDay.set(`${code} ${row.market_date}`, unpackMinutes(row.minutes));
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

  async function inDay(
    code: string,
    interval: IntradayInterval,
    to: number,
    limit: number,
  ): Promise<readonly Candle[]> {
    const size = INTRADAY_MINUTES[interval];
    const found: Candle[] = []; // newest first
    const actions = await changesOf(code);
    for await (const { day, minutes } of minutesBackwards(code, to)) {
      const factor = factorAfter(actions, day);
      const candles = fromMinutes(
        factor ? adjusted(minutes.candles, factor) : minutes.candles,
        interval,
        minutes.first,
      );
      const first = Math.floor(minutes.first / size);
      const opening = openingOf(day);
      for (let at = candles.length - 1; at >= 0; at -= 1) {
        const instant = opening + (first + at) * size * 60_000;
        if (instant < to) found.push(candleAt(candles, at, instant));
        if (found.length === limit) return found.reverse();
      }
    }
    return found.reverse();
  }

  return {
    candles({ code, interval, to = Infinity, limit }) {
      return interval === '1d' || interval === '1w' || interval === '1M'
        ? byDay(code, interval, to, limit)
        : inDay(code, interval, to, limit);
    },

    async yearRange(code) {
      const today = market.now().marketDate;
      const known = ranges.get(code);
      if (known?.today === today) return known.range;
      const [finished, actions] = await Promise.all([finishedDays(code, today), changesOf(code)]);
      const past = history.daily(code) ?? emptyCandles(0);
      const since = addDays(today, -365);
      let range: Range | undefined;
      const widen = (day: Day, rawHigh: number, rawLow: number) => {
        const factor = factorAfter(actions, day);
        const [high, low] = factor ? [adjustPrice(rawHigh, factor), adjustPrice(rawLow, factor)] : [rawHigh, rawLow];
        range = range ? { high: Math.max(range.high, high), low: Math.min(range.low, low) } : { high, low };
      };
      for (const day of finished) if (day.date >= since) widen(day.date, day.high, day.low);
      for (let back = 1; back <= past.length && history.days.at(-back)! >= since; back += 1) {
        widen(history.days.at(-back)!, past.high[past.length - back]!, past.low[past.length - back]!);
      }
      ranges.set(code, { today, range });
      return range;
    },
  };
}

/** Shares of today for each share of a day, by what went ex after it; undefined when nothing did. */
function factorAfter(actions: readonly CorporateAction[], day: Day): Ratio | undefined {
  let factor: Ratio | undefined;
  for (const { exDate, terms } of actions) {
    if (exDate > day) factor = factor ? timesRatio(factor, factorOf(terms)) : factorOf(terms);
  }
  return factor;
}

/** Prices divided by the factor, volumes times it; volumes of a stretch sum to that of the whole. */
function adjust(candles: Candles, from: number, end: number, factor: Ratio): void {
  let before = 0;
  let given = 0;
  for (let at = from; at < end; at += 1) {
    for (const column of ['open', 'high', 'low', 'close'] as const) {
      candles[column][at] = Math.max(1, adjustPrice(candles[column][at]!, factor));
    }
    before += candles.volume[at]!;
    const total = Math.floor((before * factor.numerator) / factor.denominator);
    candles.volume[at] = total - given;
    given = total;
  }
}

function adjusted(candles: Candles, factor: Ratio): Candles {
  const copy = emptyCandles(candles.length);
  for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) copy[column].set(candles[column]);
  adjust(copy, 0, copy.length, factor);
  return copy;
}

/** Finished days whose minutes are read in one query. */
const BATCH_DAYS = 8;

const candleAt = (candles: Candles, at: number, instant: number): Candle => [
  instant,
  candles.open[at]!,
  candles.high[at]!,
  candles.low[at]!,
  candles.close[at]!,
  candles.volume[at]!,
];

function put(candles: Candles, at: number, day: StoredDay): void {
  candles.open[at] = day.open;
  candles.high[at] = day.high;
  candles.low[at] = day.low;
  candles.close[at] = day.close;
  candles.volume[at] = day.volume;
}
