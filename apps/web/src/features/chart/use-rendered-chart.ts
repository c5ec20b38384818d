import type { Interval } from '@khara/contract';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { quoteStore } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useFeed } from '../../api/feed.ts';
import { marketNow, useMarketClock } from '../../api/market-clock.ts';
import { whenIdle } from '../../shell/when-idle.ts';
import type { Auctions } from './auction-marks.ts';
import { lastAverage, tradedAt, withTrade } from './candles.ts';
import { candleSource } from './candle-source.ts';
import type { ChartWords } from './chart-words.ts';
import type { ChartPoint, RenderedChart } from './render-chart.ts';

/** `marketNow` counts in India's fields; candles begin at true instants. */
const IST_MS = 19_800_000;
/** What ticks may have missed of closed candles is asked for at most this often. */
const CORRECT_EVERY_MS = 10_000;

type Options = {
  readonly code: string;
  readonly interval: Interval;
  readonly words: ChartWords;
  readonly decimals: number;
  readonly previousClose: number | undefined;
  /** False for an index. */
  readonly traded: boolean;
  readonly auctions: Auctions;
};

type ChartView = {
  readonly state: 'loading' | 'ready' | 'empty' | 'failed';
  readonly failure: Failure | undefined;
  /** The candle under the crosshair, or else the newest. */
  readonly point: ChartPoint | undefined;
  /** True while the reader holds the crosshair on a candle. */
  readonly held: boolean;
  readonly retry: () => void;
  readonly chart: RenderedChart | undefined;
};

/** Draws candles into the element, keeps the newest one alive from the socket, and says what the legend shows. */
export function useRenderedChart(canvas: RefObject<HTMLElement | null>, options: Options): ChartView {
  const { code, interval, words, decimals, previousClose, traded, auctions } = options;
  const [state, setState] = useState<ChartView['state']>('loading');
  const [failure, setFailure] = useState<Failure>();
  const [newest, setNewest] = useState<ChartPoint>();
  const [pointed, setPointed] = useState<ChartPoint>();
  const [attempt, setAttempt] = useState(0);
  const [chart, setChart] = useState<RenderedChart>();
  const feed = useFeed((current) => current.state);
  const wasStale = useRef(false);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let gone = false;
    let drawn: RenderedChart | undefined;
    let stopListening = () => {};
    setState('loading');
    setFailure(undefined);
    setPointed(undefined);

    const source = candleSource(code, interval, (why) => {
      if (gone) return;
      setFailure(why);
      setState('failed');
    });

    void (async () => {
      const { renderChart } = await import('./render-chart.ts');
      // To read the library's code and to draw with it are each longer than a frame of a slow phone: the
      // reader is heard between them.
      await new Promise<void>((resolve) => void whenIdle(resolve));
      if (gone) return;
      let correctedAt = Date.now();
      let dayVolume = quoteStore.quote(code)?.volume;

      /** The tag of the last price has the colour of the day. */
      const colour = (price: number): void => {
        const close = previousClose ?? price;
        drawn?.setDirection(price > close ? 'up' : price < close ? 'down' : 'flat');
      };
      const show = (): void => {
        const candle = drawn?.candles().at(-1);
        if (candle) colour(candle.close);
        setNewest(candle && { candle, average: lastAverage(drawn?.candles() ?? [], interval, traded) });
      };
      const made = await renderChart(element, {
        code,
        interval,
        words,
        decimals,
        previousClose,
        traded,
        auctions,
        onPoint: setPointed,
        onLoaded: show,
        source: {
          async load(before) {
            const page = await source.load(before);
            if (!gone && before === undefined) {
              setState((now) => (now === 'failed' ? now : page.candles.length === 0 ? 'empty' : 'ready'));
            }
            return page;
          },
        },
      });
      if (gone) return made.dispose();
      drawn = made;
      setChart(made);
      show();

      stopListening = quoteStore.onQuote(code, () => {
        const tick = quoteStore.quote(code);
        const now = marketNow(useMarketClock.getState(), Date.now());
        const last = made.candles().at(-1);
        if (!tick || now === undefined) return;
        const price = Number(tick.price);
        colour(price);
        const before = dayVolume ?? tick.volume;
        dayVolume = tick.volume;
        if (!last) return;
        const live = withTrade(last, { price, dayVolume: tick.volume, t: tradedAt(now - IST_MS) }, interval, before);
        if (!live) {
          // Another day has begun. Its first candle may not be there yet, and ticks come four times a second.
          if (Date.now() - correctedAt > CORRECT_EVERY_MS) {
            correctedAt = Date.now();
            made.reload();
          }
          return;
        }
        made.update(live.candle);
        show();
        if (live.opened && Date.now() - correctedAt > CORRECT_EVERY_MS) {
          correctedAt = Date.now();
          void source.newest().then((candles) => candles && !gone && made.correct(candles));
        }
      });
    })().catch(() => {
      if (!gone) setState('failed'); // the chunk did not come: a retry asks for it again
    });

    return () => {
      gone = true;
      stopListening();
      drawn?.dispose();
      setChart(undefined);
    };
  }, [canvas, code, interval, words, decimals, previousClose, traded, auctions, attempt]);

  // What happened while the line was down is in no tick.
  useEffect(() => {
    if (feed === 'stale') wasStale.current = true;
    else if (feed === 'live' && wasStale.current) {
      wasStale.current = false;
      chart?.reload();
    }
  }, [feed, chart]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, failure, point: pointed ?? newest, held: pointed !== undefined, retry, chart };
}
