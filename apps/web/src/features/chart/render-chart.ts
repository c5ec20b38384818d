import type { Interval } from '@khara/contract';
import { dispose, init, type KLineData, type Period } from 'klinecharts';
import type { Auctions } from './auction-marks.ts';
import { toBar, toCandle } from './bars.ts';
import { isIntraday, type Candle } from './candles.ts';
import { setAxes } from './chart-axes.ts';
import { addBackdrop, VOLUME_HEIGHT } from './chart-backdrop.ts';
import { followPointer, type ChartPoint } from './chart-pointer.ts';
import { lastPriceStyle, chartStyles } from './chart-styles.ts';
import { readChartTheme } from './chart-theme.ts';
import type { ChartWords } from './chart-words.ts';
import { deviceBoxIsTrue, withDeviceBox } from './device-box.ts';
import { createPlot, type Plot } from './drawings/plot.ts';
import type { PaneTops } from './draw-indicators.ts';
import type { ShownDrawings } from './drawings/render-drawings.ts';
import type { ActiveIndicator } from './indicators.ts';
import type { OwnTrade } from './own-trades.ts';

/*
 * The canvas. This file and the library behind it are loaded when a chart is first shown, never before.
 */

type ChartSource = {
  /**
   * Older candles than `before`, or the newest ones; oldest first. Fewer than asked for means that there are no more.
   */
  readonly load: (
    before: number | undefined,
  ) => Promise<{ readonly candles: readonly Candle[]; readonly more: boolean }>;
};

/** Which chart is drawn. */
export type ChartSettings = {
  readonly code: string;
  readonly interval: Interval;
  readonly words: ChartWords;
  readonly decimals: number;
  readonly previousClose: number | undefined;
  /** False for an index: the volume of its members weighs no price of its own. */
  readonly traded: boolean;
  readonly auctions: Auctions;
};

type ChartOptions = ChartSettings & {
  readonly source: ChartSource;
  /** Called when candles have come in, first ones or older ones. */
  readonly onLoaded: () => void;
  /** The candle under the crosshair and its average; undefined when there is none. */
  readonly onPoint: (point: ChartPoint | undefined) => void;
  /** Called when panes of indicators have come, gone or been moved. */
  readonly onPanes: (tops: PaneTops) => void;
};

export type RenderedChart = {
  /** Replaces the newest candle, or begins another. */
  readonly update: (candle: Candle) => void;
  /** Colours the tag of the last price by the day's direction. */
  readonly setDirection: (direction: 'up' | 'down' | 'flat') => void;
  /** Marks own trades at their candles. */
  readonly setTrades: (trades: readonly OwnTrade[]) => void;
  /** Draws these indicators and no others. Rejects where what draws them did not come. */
  readonly setIndicators: (active: readonly ActiveIndicator[]) => Promise<void>;
  /** Draws what the reader drew, and nothing else of that. Rejects where what draws it did not come. */
  readonly setDrawings: (shown: ShownDrawings) => Promise<void>;
  readonly plot: Plot;
  /** Puts candles right that are already drawn; later ones than the newest are left to `update`. */
  readonly correct: (candles: readonly Candle[]) => void;
  readonly candles: () => readonly Candle[];
  readonly newest: () => Candle | undefined;
  /** Loads everything again, as after a new market day has begun. */
  readonly reload: () => void;
  readonly resize: () => void;
  readonly dispose: () => void;
};

const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

export async function renderChart(element: HTMLElement, options: ChartOptions): Promise<RenderedChart> {
  const { code, interval, source, words, decimals, previousClose, traded, auctions, onLoaded, onPoint, onPanes } =
    options;
  const theme = readChartTheme(element);

  const isBoxReported = await deviceBoxIsTrue();
  const created = withDeviceBox(isBoxReported, () =>
    init(element, {
      timezone: 'Asia/Kolkata',
      styles: chartStyles(theme, words.price(previousClose ?? 0).length),
      hotkey: { enabled: false },
      thousandsSeparator: { format: (value) => words.price(Number(value)) },
      decimalFold: { format: String },
      formatter: {
        formatDate: ({ timestamp }) =>
          isIntraday(interval) ? words.moment(timestamp) : `${words.date(timestamp)} ${words.year(timestamp)}`,
      },
      layout: { yAxis: { gap: { top: 18, bottom: VOLUME_HEIGHT + 12 } }, barSpaceLimit: { min: 2, max: 40 } },
    }),
  );
  if (!created) throw new Error('the chart could not be drawn');
  const chart = created;
  // The library puts itself first in the order of focus; its keys are off, and the table beside it has the same data.
  element.firstElementChild?.removeAttribute('tabindex');

  setAxes(chart, { theme, words, interval, previousClose });
  chart.setOffsetRightDistance(8);
  chart.setLeftMinVisibleBarCount(8);
  chart.setRightMinVisibleBarCount(8);
  const leavePointer = followPointer(chart, element, { interval, traded, onPoint });
  const backdrop = addBackdrop(chart, { theme, words, previousClose, interval, traded, auctions });

  let update: ((bar: KLineData) => void) | undefined;
  let gone = false;
  let hasIndicators = false;
  let fit: (() => void) | undefined;
  let panes: { look(): void; stop(): void } | undefined;
  let hasDrawings = false;
  chart.setSymbol({ ticker: code, pricePrecision: decimals, volumePrecision: 0 });
  chart.setPeriod(PERIODS[interval]);
  chart.setDataLoader({
    getBars: async ({ type, timestamp, callback }) => {
      if (type === 'backward') return callback([], false);
      const { candles, more } = await source.load(type === 'forward' ? (timestamp ?? undefined) : undefined);
      if (gone) return;
      callback(candles.map(toBar), { forward: more, backward: false });
      onLoaded();
    },
    subscribeBar: ({ callback }) => {
      update = callback;
    },
    unsubscribeBar: () => {
      update = undefined;
    },
  });

  let shown: 'up' | 'down' | 'flat' | undefined;
  return {
    update: (candle) => update?.(toBar(candle)),
    setDirection: (direction) => {
      if (direction === shown) return; // other styles are another layout of the whole chart
      shown = direction;
      chart.setStyles(lastPriceStyle(theme, direction));
    },
    setTrades: backdrop.setTrades,
    setIndicators: async (active) => {
      backdrop.setAveraged(active.some(({ id }) => id === 'vwap'));
      const others = active.filter(({ id }) => id !== 'vwap');
      if (others.length === 0 && !hasIndicators) return;
      hasIndicators = true;
      const { drawIndicators, fitPanes, followPanes } = await import('./draw-indicators.ts');
      if (gone) return;
      drawIndicators(chart, theme, others);
      fit = () => fitPanes(chart);
      panes ??= followPanes(chart, onPanes);
      panes.look();
    },
    setDrawings: async (shown) => {
      if (shown.drawings.length === 0 && !shown.cross && !hasDrawings) return;
      hasDrawings = true;
      const { renderDrawings } = await import('./drawings/render-drawings.ts');
      if (!gone) renderDrawings(chart, theme, shown);
    },
    plot: createPlot(chart),
    correct: (candles) => {
      const bars = chart.getDataList(); // the library's own list: it has no other way to replace an older bar
      const last = bars.at(-1);
      for (const candle of candles) {
        const at = bars.findIndex((bar) => bar.timestamp === candle.t);
        if (at >= 0 && at < bars.length - 1) bars[at] = toBar(candle);
      }
      if (last) update?.(last);
    },
    candles: () => chart.getDataList().map(toCandle),
    newest: () => {
      const last = chart.getDataList().at(-1);
      return last && toCandle(last);
    },
    reload: () => chart.resetData(),
    resize: () => {
      chart.resize();
      fit?.();
    },
    dispose: () => {
      gone = true;
      leavePointer();
      panes?.stop();
      dispose(element);
    },
  };
}
