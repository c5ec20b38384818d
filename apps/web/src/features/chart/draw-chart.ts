import type { Interval } from '@khara/contract';
import {
  dispose,
  init,
  registerIndicator,
  type DeepPartial,
  type IndicatorDrawParams,
  type KLineData,
  type Period,
  type Styles,
} from 'klinecharts';
import { auctionMarks, type Auctions } from './auction-marks.ts';
import { averagePrices, isIntraday, marketDay, movingAverage, type Candle } from './candles.ts';
import { readChartTheme, type ChartTheme } from './chart-theme.ts';
import { deviceBoxIsTrue, withDeviceBox } from './device-box.ts';
import { leastCovering } from './label-place.ts';
import { gateTouches } from './touch-gate.ts';

/*
 * The canvas. This file and the library behind it are loaded when a chart is first shown, never before.
 */

/** How the chart's words and numbers look in the reader's language. */
export type ChartWords = {
  readonly price: (price: number) => string;
  readonly previousClose: string;
  /** `25 Nov`, `14:32`, `Nov`, `2026`: of a market instant, in India. */
  readonly date: (t: number) => string;
  readonly time: (t: number) => string;
  readonly month: (t: number) => string;
  readonly year: (t: number) => string;
};

export type ChartSource = {
  /** Older candles than `before`, or the newest ones; oldest first. Fewer than asked for means that there are no more. */
  readonly load: (
    before: number | undefined,
  ) => Promise<{ readonly candles: readonly Candle[]; readonly more: boolean }>;
};

export type ChartOptions = {
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

export type DrawnChart = {
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
/** px at the bottom that volume may fill, and how strongly it is coloured. */
const VOLUME_HEIGHT = 44;
const VOLUME_ALPHA = 0.34;
/** px of the price axis; longer prices widen it. */
const AXIS_WIDTH = 54;
/** px from the middle of an auction's diamond to its tips. */
const MARK = 3.5;
/** px at both ends of the time axis where a label would be cut. */
const EDGE = 22;
/** px around the words of the previous close, and how much of the candles under them is covered. */
const LABEL_GAP = 6;
const LABEL_GROUND = 0.85;
/** The previous close joins the picture when it stretches it by no more than this share. */
const STRETCH = 0.75;

type Backdrop = { readonly average: number | undefined };
type BackdropSettings = {
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly previousClose: number | undefined;
  readonly interval: Interval;
  readonly traded: boolean;
  readonly auctions: Auctions;
};

export async function drawChart(element: HTMLElement, options: ChartOptions): Promise<DrawnChart> {
  const { code, interval, source, words, decimals, previousClose, traded, auctions, onLoaded, onPoint } = options;
  const theme = readChartTheme(element);
  registerBackdrop(interval);

  const boxTold = await deviceBoxIsTrue();
  const created = withDeviceBox(boxTold, () =>
    init(element, {
      timezone: 'Asia/Kolkata',
      styles: stylesOf(theme, words.price(previousClose ?? 0).length),
      hotkey: { enabled: false },
      thousandsSeparator: { format: (value) => words.price(Number(value)) },
      decimalFold: { format: String },
      formatter: {
        formatDate: ({ timestamp }) =>
          isIntraday(interval)
            ? `${words.date(timestamp)}, ${words.time(timestamp)}`
            : `${words.date(timestamp)} ${words.year(timestamp)}`,
      },
      layout: { yAxis: { gap: { top: 18, bottom: VOLUME_HEIGHT + 12 } }, barSpaceLimit: { min: 2, max: 40 } },
    }),
  );
  if (!created) throw new Error('the chart could not be drawn');
  const chart = created;
  // The library puts itself first in the order of focus, though no key does anything in it.
  element.firstElementChild?.removeAttribute('tabindex');
  // The library puts itself first in the order of focus; its keys are off, and the table beside it has the same data.
  element.querySelector('[tabindex="1"]')?.setAttribute('tabindex', '-1');

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
  chart.createIndicator(
    {
      name: backdropName(interval),
      paneId: 'candle_pane',
      extendData: { theme, words, previousClose, interval, traded, auctions } satisfies BackdropSettings,
    },
    true,
  );

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

const toBar = ({ t, ...rest }: Candle): KLineData => ({ timestamp: t, ...rest });
const toCandle = ({ timestamp: t, open, high, low, close, volume = 0 }: KLineData): Candle => ({
  t,
  open,
  high,
  low,
  close,
  volume,
});

const averages = (candles: readonly Candle[], interval: Interval, traded: boolean): readonly (number | undefined)[] =>
  !isIntraday(interval) ? movingAverage(candles) : traded ? averagePrices(candles) : [];

/** The average of the newest of these candles. */
export const lastAverage = (candles: readonly Candle[], interval: Interval, traded: boolean): number | undefined =>
  averages(candles, interval, traded).at(-1);

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

/** Two of them, since the library knows indicators by name only and their average differs. */
const backdropName = (interval: Interval): string => (isIntraday(interval) ? 'khara_day' : 'khara_long');

/** Volume, average and previous close: drawn in one go behind the candles, in the candles' own pane. */
function registerBackdrop(interval: Interval): void {
  registerIndicator<Backdrop, unknown, BackdropSettings>({
    name: backdropName(interval),
    shortName: '',
    series: 'price',
    zLevel: -1,
    figures: [{ key: 'average', type: 'line' }], // so that the average stays in view; drawn below
    calc: (bars, { extendData: { traded } }) => {
      const all = averages(bars.map(toCandle), interval, traded);
      return bars.map((_, index) => ({ average: all[index] }));
    },
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
    draw: (params) => {
      drawVolume(params);
      drawAverage(params);
      if (isIntraday(interval)) {
        drawPreviousClose(params);
        drawAuctions(params);
      }
      return true;
    },
  });
}

type Drawing = IndicatorDrawParams<Backdrop, unknown, BackdropSettings>;

function drawVolume({ ctx, chart, indicator, bounding, xAxis }: Drawing): void {
  const { theme } = indicator.extendData;
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList().slice(from, to);
  const most = Math.max(1, ...bars.map((bar) => bar.volume ?? 0));
  const width = Math.max(1, chart.getBarSpace().gapBar);
  ctx.save();
  ctx.globalAlpha = VOLUME_ALPHA;
  bars.forEach((bar, index) => {
    const height = Math.round(((bar.volume ?? 0) / most) * VOLUME_HEIGHT);
    ctx.fillStyle = bar.close < bar.open ? theme.down : theme.up;
    ctx.fillRect(Math.round(xAxis.convertToPixel(from + index) - width / 2), bounding.height - height, width, height);
  });
  ctx.restore();
}

function drawAverage({ ctx, chart, indicator, xAxis, yAxis }: Drawing): void {
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList();
  ctx.save();
  ctx.setLineDash([]); // the library leaves its last one behind
  ctx.strokeStyle = indicator.extendData.theme.gold;
  ctx.lineWidth = 1.4;
  ctx.lineJoin = 'round';
  ctx.beginPath();
  let day = Number.NaN;
  for (let index = from; index < to; index += 1) {
    const average = indicator.result[index]?.average;
    const bar = bars[index];
    if (average === undefined || !bar) continue;
    const point: [number, number] = [xAxis.convertToPixel(index), yAxis.convertToPixel(average)];
    // Each market day begins its own line.
    const goesOn = indicator.name === backdropName('1d') ? !Number.isNaN(day) : marketDay(bar.timestamp) === day;
    if (goesOn) ctx.lineTo(...point);
    else ctx.moveTo(...point);
    day = marketDay(bar.timestamp);
  }
  ctx.stroke();
  ctx.restore();
}

function drawPreviousClose({ ctx, chart, indicator, bounding, xAxis, yAxis }: Drawing): void {
  const { theme, words, previousClose } = indicator.extendData;
  if (previousClose === undefined) return;
  const y = Math.round(yAxis.convertToPixel(previousClose)) + 0.5;
  if (y < theme.textSize || y > bounding.height) return;
  ctx.save();
  ctx.strokeStyle = theme.axisText;
  ctx.globalAlpha = 0.75;
  ctx.setLineDash([2, 3]);
  ctx.beginPath();
  ctx.moveTo(0, y);
  ctx.lineTo(bounding.width, y);
  ctx.stroke();
  ctx.font = `${theme.textSize}px ${theme.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  const label = `${words.previousClose} ${words.price(previousClose)}`;
  // The library slides a backdrop under the candles that are there already; words stand above them, on the ground's colour.
  ctx.globalCompositeOperation = 'source-over';
  const { from, to } = chart.getVisibleRange();
  const candles = chart
    .getDataList()
    .slice(from, to)
    .map(({ high, low }, index) => ({
      x: xAxis.convertToPixel(from + index),
      top: yAxis.convertToPixel(high),
      bottom: yAxis.convertToPixel(low),
    }));
  const size = { width: ctx.measureText(label).width + LABEL_GAP, height: theme.textSize + LABEL_GAP - 1 };
  const right = bounding.width - LABEL_GAP / 2 - size.width;
  const left = LABEL_GAP / 2;
  const [above, below] = [y - size.height - 1, y + 1];
  const place = leastCovering(
    [
      { ...size, left: right, top: above },
      { ...size, left: right, top: below },
      { ...size, left, top: above },
      { ...size, left, top: below },
    ],
    candles,
  );
  ctx.fillStyle = theme.ground;
  ctx.globalAlpha = LABEL_GROUND;
  ctx.fillRect(place.left, place.top, place.width, place.height);
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.axisText;
  ctx.fillText(label, place.left + LABEL_GAP / 2, place.top + place.height - 2);
  ctx.restore();
}

/** A diamond at the upper edge over each candle that holds an auction's trade. */
function drawAuctions({ ctx, chart, indicator, xAxis }: Drawing): void {
  const { theme, interval, auctions } = indicator.extendData;
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  const marks = auctionMarks(bars.map(toCandle), interval, auctions);
  const y = MARK + 2;
  ctx.save();
  ctx.fillStyle = theme.auction;
  for (let index = from; index < to; index += 1) {
    if (!marks.has(index)) continue;
    const x = xAxis.convertToPixel(index);
    ctx.beginPath();
    ctx.moveTo(x, y - MARK);
    ctx.lineTo(x + MARK, y);
    ctx.lineTo(x, y + MARK);
    ctx.lineTo(x - MARK, y);
    ctx.fill();
  }
  ctx.restore();
}

/** Room that a price of so many characters needs on the axis. */
const axisWidth = (characters: number, textSize: number): number =>
  Math.max(AXIS_WIDTH, Math.ceil((characters + 1) * textSize * 0.56) + 12);

function lastPriceStyle(theme: ChartTheme, direction: 'up' | 'down' | 'flat'): DeepPartial<Styles> {
  const [tag, text] =
    direction === 'up'
      ? [theme.upTag, theme.onUpTag]
      : direction === 'down'
        ? [theme.downTag, theme.onDownTag]
        : [theme.flatTag, theme.axisText];
  return {
    candle: { priceMark: { last: { upColor: tag, downColor: tag, noChangeColor: tag, text: { color: text } } } },
  };
}

function stylesOf(theme: ChartTheme, priceCharacters: number): DeepPartial<Styles> {
  const text = { color: theme.axisText, size: theme.textSize, family: theme.font, weight: 400 };
  const dotted = { style: 'dashed', size: 1 } as const;
  const tag = { size: theme.textSize, family: theme.font, borderRadius: 5, paddingLeft: 5, paddingRight: 5 } as const;
  const crosshair = {
    line: { ...dotted, dashedValue: [3, 3], color: theme.crosshair },
    text: { ...tag, color: theme.onCrosshairTag, backgroundColor: theme.crosshairTag, borderColor: theme.crosshairTag },
  };
  const gridLine = { style: 'solid', size: 1, color: theme.grid } as const;
  const { up, down, flat } = theme;
  return {
    grid: { horizontal: gridLine, vertical: { ...gridLine, show: true } },
    candle: {
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: flat,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: flat,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: flat,
      },
      tooltip: { showRule: 'none' },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          line: { ...dotted, dashedValue: [1, 3] },
          text: { ...tag, paddingTop: 4, paddingBottom: 4, weight: 700 },
        },
      },
    },
    indicator: { tooltip: { showRule: 'none' }, lastValueMark: { show: false } },
    xAxis: { axisLine: { color: theme.grid }, tickLine: { show: false }, tickText: text },
    yAxis: {
      size: axisWidth(priceCharacters, theme.textSize),
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { ...text, marginStart: 7 },
    },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}
