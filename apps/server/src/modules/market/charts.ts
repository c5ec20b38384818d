import { openingInstant } from '@khara/market-day';
import type { Interval } from '@khara/contract';
import {
  emptyCandles,
  fromDays,
  fromMinutes,
  INTRADAY_MINUTES,
  type Candles,
  type IntradayInterval,
  type History,
} from '@khara/history';
import { addDays, adjustPrice, type Day, type Ratio } from '@khara/rules';
import type { Candle } from '#src/ports/market.ts';
import { adjustedCandles, factorAfter } from './adjusted-candles.ts';
import { shareFactor } from './corporate-actions.ts';
import { createTradedDays, type ChartParts } from './traded-days.ts';
import { createTradedMinutes } from './traded-minutes.ts';

type ChartQuery = {
  readonly code: string;
  readonly interval: Interval;
  /** ms of a market instant: only candles that begin before it. */
  readonly to: number | undefined;
  readonly limit: number;
};

/**
 * What was traded at which price, as far back as there is history: generated history, the stored days of this
 * market, the running day. Adjusted for splits and bonuses: what was traded before one is shown in the shares
 * of today. What is stored stays as it was. Dividends are not adjusted for.
 */
export type Charts = {
  /** Oldest first; empty for a code that never traded. */
  candles(query: ChartQuery): Promise<readonly Candle[]>;
  /** By what prices from before an instant of the market were divided, oldest first. */
  adjustments(code: string): Promise<readonly { readonly t: number; readonly factor: Ratio }[]>;
  /** Highest and lowest price of the finished days of the last year; undefined when there is none. */
  yearRange(code: string): Promise<Range | undefined>;
};

type Range = {
  readonly high: number;
  readonly low: number;
};

/** Reads candles of every interval from the same minutes and days, so that they always agree. */
export function createCharts(parts: ChartParts): Charts {
  const { history, market } = parts;
  const traded = createTradedDays(parts);
  const { changesOf, finishedDays, daily } = traded;
  const { minutesBackwards } = createTradedMinutes(parts, traded);
  const ranges = new Map<string, { readonly today: Day; readonly range: Range | undefined }>();

  async function byDay(
    code: string,
    interval: '1d' | '1w' | '1M',
    to: number,
    limit: number,
  ): Promise<readonly Candle[]> {
    const { days, candles } = await daily(code);
    const spans = interval === '1d' ? { candles, starts: days } : fromDays(candles, days, interval);
    let end = spans.starts.length;
    while (end > 0 && openingInstant(spans.starts[end - 1]!) >= to) end -= 1;
    const from = Math.max(0, end - limit);
    return Array.from({ length: end - from }, (_, index) =>
      candleAt(spans.candles, from + index, openingInstant(spans.starts[from + index]!)),
    );
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
        factor ? adjustedCandles(minutes.candles, factor) : minutes.candles,
        interval,
        minutes.first,
      );
      const first = Math.floor(minutes.first / size);
      const opening = openingInstant(day);
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

    async adjustments(code) {
      const actions = await changesOf(code);
      return actions
        .map(({ exDate, terms }) => ({ t: openingInstant(exDate), factor: shareFactor(terms) }))
        .filter(({ factor }) => factor.numerator !== factor.denominator);
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

const candleAt = (candles: Candles, at: number, instant: number): Candle => [
  instant,
  candles.open[at]!,
  candles.high[at]!,
  candles.low[at]!,
  candles.close[at]!,
  candles.volume[at]!,
];

/** Real ms between two codes: making one takes a few, an index up to a tenth of a second, and requests come first. */
const PAUSE_MS = 25;

/**
 * Makes the daily history of every code before someone asks for it, one after the other in the pauses of a
 * server that is already serving. The function answered ends it.
 */
export function warmHistory(history: History, codes: readonly string[]): () => void {
  let at = 0;
  const next = () => {
    const code = codes[at];
    if (code === undefined) return;
    at += 1;
    history.daily(code);
    timer = setTimeout(next, PAUSE_MS);
    timer.unref();
  };
  let timer = setTimeout(next, PAUSE_MS);
  timer.unref();
  return () => {
    at = codes.length;
    clearTimeout(timer);
  };
}
