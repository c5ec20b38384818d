import type { Interval } from '@khara/contract';
import { quoteStore } from '#api/client.ts';
import { inFrame } from '#api/frame-queue.ts';
import { marketNow, useMarketClock } from '#api/market-clock.ts';
import type { CandleSource } from './candle-source.ts';
import { tradedAt, withTrade, type Candle } from './candles.ts';
import type { RenderedChart } from './render-chart.ts';
import { INDIA_MS } from '@khara/rules';

/** `marketNow` counts in India's fields; candles begin at true instants. */
/** What ticks may have missed of closed candles is asked for at most this often. */
const CORRECT_EVERY_MS = 10_000;
/**
 * The newest candle is drawn at most this often: the library draws all of its canvas anew. A device that takes longer
 * than a frame for it waits four times as long, at most 8 seconds.
 */
const DRAW_EVERY_MS = 1000;
const MAX_DRAW_EVERY_MS = 8000;
/** ms of a frame at 60 a second. */
const FRAME_MS = 16;
/** Its work, in rows of a list: this frame, and the next one, in which the library draws. */
const DRAW_ROWS = 6;

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

  /** Candles that trades have made since the last drawing, oldest first: mostly one. */
  let undrawn: Candle[] = [];
  let drawnAt = -Infinity;
  let drawEveryMs = DRAW_EVERY_MS;
  let later: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    if (isStopped || undrawn.length === 0) return;
    drawnAt = performance.now();
    for (const candle of undrawn) chart.update(candle);
    undrawn = [];
    // The library draws in the next frame, which is over when a task comes to its turn.
    requestAnimationFrame((began) => setTimeout(() => paceAfter(performance.now() - began)));
    onPrice(lastPrice);
    onCandle();
  };
  function paceAfter(frameMs: number): void {
    const next = frameMs > FRAME_MS ? drawEveryMs * 4 : drawEveryMs / 2;
    drawEveryMs = Math.min(Math.max(next, DRAW_EVERY_MS), MAX_DRAW_EVERY_MS);
  }
  const drawSoon = (): void => {
    later ??= setTimeout(
      () => {
        later = undefined;
        inFrame(draw, draw, DRAW_ROWS);
      },
      Math.max(0, drawEveryMs - (performance.now() - drawnAt)),
    );
  };

  let lastPrice = 0;
  const stop = quoteStore.onQuote(
    code,
    () => {
      const tick = quoteStore.quote(code);
      const now = marketNow(useMarketClock.getState(), Date.now());
      const last = undrawn.at(-1) ?? chart.newest();
      if (!tick || now === undefined) return;
      const price = Number(tick.price);
      const before = dayVolume ?? tick.volume;
      dayVolume = tick.volume;
      if (!last) return onPrice(price);
      lastPrice = price;
      const live = withTrade(last, { price, dayVolume: tick.volume, t: tradedAt(now - INDIA_MS) }, interval, before);
      if (!live) {
        // Another day has begun. Its first candle may not be there yet, and ticks come four times a second.
        undrawn = [];
        if (mayCorrect()) chart.reload();
        return undefined;
      }
      if (undrawn.at(-1)?.t === live.candle.t) undrawn.pop();
      undrawn.push(live.candle);
      drawSoon();
      if (live.opened && mayCorrect()) {
        void source.newest().then((candles) => candles && !isStopped && chart.correct(candles));
      }
      return undefined;
    },
    0,
  );
  return () => {
    isStopped = true;
    clearTimeout(later);
    stop();
  };
}
