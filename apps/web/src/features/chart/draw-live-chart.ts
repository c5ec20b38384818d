import { quoteStore } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { whenIdle } from '#shell/when-idle.ts';
import { candleSource } from './candle-source.ts';
import { lastAverage } from './candles.ts';
import type { ChartPoint } from './chart-pointer.ts';
import type { Adjustment } from './drawings/drawings.ts';
import { followTrades } from './follow-trades.ts';
import type { PaneTops } from './draw-indicators.ts';
import type { ChartSettings, RenderedChart } from './render-chart.ts';

type ChartEvents = {
  /** The chart stands there; undefined once it is taken away. */
  readonly onChart: (chart: RenderedChart | undefined) => void;
  readonly onNewest: (point: ChartPoint | undefined) => void;
  readonly onPoint: (point: ChartPoint | undefined) => void;
  readonly onPanes: (tops: PaneTops) => void;
  /** The first candles have come, or there are none; and by what older prices were divided. */
  readonly onFirstPage: (isEmpty: boolean, adjustments: readonly Adjustment[]) => void;
  readonly onFailure: (failure: Failure | undefined) => void;
};

/**
 * Draws candles into the element and keeps the newest one alive. Returns how to take the chart away; after
 * that no event comes but the last `onChart`.
 */
export function drawLiveChart(element: HTMLElement, settings: ChartSettings, on: ChartEvents): () => void {
  const { code, interval, previousClose, traded } = settings;
  let gone = false;
  let drawn: RenderedChart | undefined;
  let stopListening: (() => void) | undefined;

  const source = candleSource(code, interval, (why) => {
    if (!gone) on.onFailure(why);
  });
  /** The tag of the last price has the colour of the day. */
  const colour = (price: number): void => {
    const close = previousClose ?? price;
    drawn?.setDirection(price > close ? 'up' : price < close ? 'down' : 'flat');
  };
  const showNewest = (): void => {
    const candles = drawn?.candles() ?? [];
    const candle = candles.at(-1);
    if (candle) colour(candle.close);
    on.onNewest(candle && { candle, average: lastAverage(candles, interval, traded) });
  };

  void (async () => {
    const { renderChart } = await import('./render-chart.ts');
    // To read the library's code and to draw with it are each longer than a frame of a slow phone: the
    // reader is heard between them.
    await new Promise<void>((resolve) => void whenIdle(resolve));
    if (gone) return;
    const volumeSeen = quoteStore.quote(code)?.volume;
    const made = await renderChart(element, {
      ...settings,
      onPoint: on.onPoint,
      onPanes: on.onPanes,
      onLoaded: showNewest,
      source: {
        async load(before) {
          const page = await source.load(before);
          if (!gone && before === undefined) on.onFirstPage(page.candles.length === 0, page.adjustments);
          return page;
        },
      },
    });
    if (gone) return made.dispose();
    drawn = made;
    on.onChart(made);
    showNewest();
    stopListening = followTrades(made, {
      code,
      interval,
      source,
      volumeSeen,
      onPrice: colour,
      onCandle: showNewest,
    });
  })().catch(() => {
    if (!gone) on.onFailure(undefined); // the chunk did not come: a retry asks for it again
  });

  return () => {
    gone = true;
    stopListening?.();
    drawn?.dispose();
    on.onChart(undefined);
  };
}
