import type { Interval } from '@khara/contract';
import { dispose, init, type KLineData, type Period } from 'klinecharts';
import type { Auctions } from './auction-marks.ts';
import { toBar, toCandle } from './bars.ts';
import { averages, isIntraday, marketDay, type Candle } from './candles.ts';
import { addBackdrop, VOLUME_HEIGHT } from './chart-backdrop.ts';
import { lastPriceStyle, stylesOf } from './chart-styles.ts';
import { readChartTheme } from './chart-theme.ts';
import type { ChartWords } from './chart-words.ts';
import { deviceBoxIsTrue, withDeviceBox } from './device-box.ts';
import { gateTouches } from './touch-gate.ts';

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

type ChartOptions = {
  readonly code: string;
  readonly interval: Interval;
  readonly source: ChartSource;
  readonly words: ChartWords;
  readonly decimals: number;
  readonly previousClose: number | undefined;
  /** False for an index: the volume of its members weighs no price of its own. */
  readonly traded: boolean;
  readonly auctions: Auctions;
  /** Called when candles have come in, first ones or older ones. */
  readonly onLoaded: () => void;
  /** The candle under the crosshair and its average; undefined when there is none. */
  readonly onPoint: (point: ChartPoint | undefined) => void;
};

export type ChartPoint = { readonly candle: Candle; readonly average: number | undefined };

export type RenderedChart = {
  /** Replaces the newest candle, or begins another. */
  readonly update: (candle: Candle) => void;
  /** Colours the tag of the last price by the day's direction. */
  readonly setDirection: (direction: 'up' | 'down' | 'flat') => void;
  /** Puts candles right that are already drawn; later ones than the newest are left to `update`. */
  readonly correct: (candles: readonly Candle[]) => void;
  readonly candles: () => readonly Candle[];
  /** Loads everything again, as after a new market day has begun. */
  readonly reload: () => void;
  readonly resetView: () => void;
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

/** px from one candle to the next before anybody zooms. */
const BAR_SPACE = 6;
/** Bodies this wide are drawn hollow when they rise. */
const HOLLOW_FROM = 6;
/** px at both ends of the time axis where a label would be cut. */
const EDGE = 22;
/** The previous close joins the picture when it stretches it by no more than this share. */
const STRETCH = 0.75;

export async function renderChart(element: HTMLElement, options: ChartOptions): Promise<RenderedChart> {
  const { code, interval, source, words, decimals, previousClose, traded, auctions, onLoaded, onPoint } = options;
  const theme = readChartTheme(element);

  const isBoxReported = await deviceBoxIsTrue();
  const created = withDeviceBox(isBoxReported, () =>
    init(element, {
      timezone: 'Asia/Kolkata',
      styles: stylesOf(theme, words.price(previousClose ?? 0).length),
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

  // The library overrides by id; both ids are its own.
  chart.overrideXAxis({
    createTicks: ({ defaultTicks, bounding }) => {
      let before: number | undefined;
      const whole = defaultTicks.filter(({ coord }) => coord < bounding.width - EDGE && coord > EDGE);
      return whole.map((tick) => {
        const t = Number(tick.value);
        const text = tickText(t, before, interval, words);
        before = t;
        return { ...tick, text };
      });
    },
  });
  chart.overrideYAxis({
    paneId: 'candle_pane',
    // A price half under the tag of the last one reads as neither.
    createTicks: ({ defaultTicks }) => {
      const last = chart.getDataList().at(-1)?.close;
      const [first, second] = defaultTicks;
      if (last === undefined || !first || !second) return defaultTicks;
      const perPrice = (second.coord - first.coord) / (Number(second.value) - Number(first.value));
      const tag = first.coord + (last - Number(first.value)) * perPrice;
      return defaultTicks.filter(({ coord }) => Math.abs(coord - tag) > 1.5 * theme.textSize);
    },
    createRange: ({ defaultRange }) => {
      const { from, to, range } = defaultRange;
      if (previousClose === undefined || !isIntraday(interval)) return defaultRange;
      const low = Math.min(from, previousClose);
      const high = Math.max(to, previousClose);
      if (high - low > range * (1 + STRETCH)) return defaultRange;
      const stretched = { from: low, to: high, range: high - low };
      return { ...defaultRange, ...stretched, ...real(stretched), ...display(stretched) };
    },
  });
  chart.setOffsetRightDistance(8);
  chart.setLeftMinVisibleBarCount(8);
  chart.setRightMinVisibleBarCount(8);
  chart.setBarSpace(BAR_SPACE);
  addBackdrop(chart, { theme, words, previousClose, interval, traded, auctions });

  let update: ((bar: KLineData) => void) | undefined;
  let gone = false;
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

  const candles = (): readonly Candle[] => chart.getDataList().map(toCandle);
  const pointAt = (index: number | undefined): ChartPoint | undefined => {
    const all = candles();
    const at = index === undefined ? undefined : Math.min(Math.max(index, 0), all.length - 1);
    const candle = at === undefined ? undefined : all[at];
    return candle && at !== undefined ? { candle, average: averages(all, interval, traded)[at] } : undefined;
  };
  const indexAt = (x: number): number | undefined => {
    const point = chart.convertFromPixel([{ x }], { paneId: 'candle_pane' });
    return (Array.isArray(point) ? point[0] : point)?.dataIndex;
  };
  const setHollow = (): void =>
    chart.setStyles({
      candle: { type: chart.getBarSpace().gapBar >= HOLLOW_FROM ? 'candle_up_stroke' : 'candle_solid' },
    });
  const resetView = (): void => {
    chart.setBarSpace(BAR_SPACE);
    chart.scrollToRealTime();
    setHollow();
  };

  // What the library tells here is only where the pointer is.
  chart.subscribeAction('onCrosshairChange', (data) => {
    const x = (data as { x?: number } | undefined)?.x;
    onPoint(x === undefined ? undefined : pointAt(indexAt(x)));
  });
  chart.subscribeAction('onZoom', setHollow);
  const leave = (): void => onPoint(undefined);
  element.addEventListener('mouseleave', leave);
  element.addEventListener('dblclick', resetView);
  const openGate = gateTouches(element, {
    onRest: (x, y) => {
      chart.executeAction('onCrosshairChange', { x, y, paneId: 'candle_pane' });
      onPoint(pointAt(indexAt(x)));
    },
    onDrag: leave,
    onDoubleTap: () => {
      resetView();
      onPoint(undefined);
    },
  });

  return {
    update: (candle) => update?.(toBar(candle)),
    setDirection: (direction) => chart.setStyles(lastPriceStyle(theme, direction)),
    correct: (candles) => {
      const bars = chart.getDataList(); // the library's own list: it has no other way to replace an older bar
      const last = bars.at(-1);
      for (const candle of candles) {
        const at = bars.findIndex((bar) => bar.timestamp === candle.t);
        if (at >= 0 && at < bars.length - 1) bars[at] = toBar(candle);
      }
      if (last) update?.(last);
    },
    candles,
    reload: () => chart.resetData(),
    resetView,
    resize: () => chart.resize(),
    dispose: () => {
      gone = true;
      openGate();
      element.removeEventListener('mouseleave', leave);
      element.removeEventListener('dblclick', resetView);
      dispose(element);
    },
  };
}

function tickText(t: number, before: number | undefined, interval: Interval, words: ChartWords): string {
  if (interval === '1M') return words.year(t);
  if (!isIntraday(interval)) {
    if (before !== undefined && words.year(t) !== words.year(before)) return words.year(t);
    return interval === '1d' ? words.date(t) : words.month(t);
  }
  const newDay = before !== undefined && marketDay(t) !== marketDay(before);
  return newDay ? words.date(t) : words.time(t);
}

const real = ({ from, to, range }: Span) => ({ realFrom: from, realTo: to, realRange: range });
const display = ({ from, to, range }: Span) => ({ displayFrom: from, displayTo: to, displayRange: range });
type Span = { readonly from: number; readonly to: number; readonly range: number };
