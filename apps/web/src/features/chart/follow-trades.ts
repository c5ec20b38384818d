import type { Interval } from '@khara/contract';
import { quoteStore } from '#api/client.ts';
import { marketNow, useMarketClock } from '#api/market-clock.ts';
import type { CandleSource } from './candle-source.ts';
import { tradedAt, withTrade } from './candles.ts';
import type { RenderedChart } from './render-chart.ts';

/** `marketNow` counts in India's fields; candles begin at true instants. */
const IST_MS = 19_800_000;
/** What ticks may have missed of closed candles is asked for at most this often. */
const CORRECT_EVERY_MS = 10_000;

type ChartFeed = {
  readonly code: string;
  readonly interval: Interval;
  readonly source: CandleSource;
  /** The day's volume that the candles of `source` have in them; undefined when no tick has come yet. */
  readonly volumeSeen: number | undefined;
  readonly onPrice: (price: number) => void;
  /** The newest candle is another. */
  readonly onCandle: () => void;
};

/** Keeps the newest candle of a chart alive from the socket. Returns how to stop. */
export function followTrades(chart: RenderedChart, following: ChartFeed): () => void {
  const { code, interval, source, onPrice, onCandle } = following;
  let isStopped = false;
  let correctedAt = Date.now();
  let dayVolume = following.volumeSeen;
  const mayCorrect = (): boolean => {
    if (Date.now() - correctedAt <= CORRECT_EVERY_MS) return false;
    correctedAt = Date.now();
    return true;
  };

  const stop = quoteStore.onQuote(code, () => {
    const tick = quoteStore.quote(code);
    const now = marketNow(useMarketClock.getState(), Date.now());
    const last = chart.candles().at(-1);
    if (!tick || now === undefined) return;
    const price = Number(tick.price);
    onPrice(price);
    const before = dayVolume ?? tick.volume;
    dayVolume = tick.volume;
    if (!last) return;
    const live = withTrade(last, { price, dayVolume: tick.volume, t: tradedAt(now - IST_MS) }, interval, before);
    if (!live) {
      // Another day has begun. Its first candle may not be there yet, and ticks come four times a second.
      if (mayCorrect()) chart.reload();
      return;
    }
    chart.update(live.candle);
    onCandle();
    if (live.opened && mayCorrect()) {
      void source.newest().then((candles) => candles && !isStopped && chart.correct(candles));
    }
  });
  return () => {
    isStopped = true;
    stop();
  };
}
