import {
  getSupportedIndicators,
  registerIndicator,
  type AxisOverride,
  type Chart,
  type IndicatorDrawParams,
  type IndicatorFigure,
} from 'klinecharts';
import { toCandle } from './bars.ts';
import { spanOf } from './chart-axes.ts';
import type { ChartTheme } from './chart-theme.ts';
import { computeLines, definition, INDICATOR_IDS, type ActiveIndicator, type IndicatorId } from './indicators.ts';

/*
 * Indicators on the canvas: those of the price over the candles, the others in panes of their own. The library's own
 * formulas are not used. This file is fetched with the first indicator.
 */

/** px of a pane, and of one in a low chart. */
const PANE_HEIGHT = 72;
const MIN_PANE_HEIGHT = 40;
/** px that the price has before panes are as high as they should be, and those of the axis below all. */
const PRICE_HEIGHT = 120;
const AXIS_HEIGHT = 22;
/** px of a pane that its lines leave free: above them its legend stands. */
const PANE_GAP = { top: 26, bottom: 4 } as const;
/** The lines of Stochastic; RSI has its reader's. */
const STOCHASTIC_BAND: Band = [20, 80];
type Band = readonly [low: number, high: number];

function bandOf({ id, settings: [, low, high] }: ActiveIndicator): Band | undefined {
  if (id === 'stoch') return STOCHASTIC_BAND;
  return id === 'rsi' && low !== undefined && high !== undefined ? [low, high] : undefined;
}
const BAND_ALPHA = 0.09;
/** Beyond a band, so that its own two figures are whole. */
const BAND_ROOM = 10;

type Values = Record<string, number>;
type Look = { readonly theme: ChartTheme };
type DrawParams = IndicatorDrawParams<Values, number, Look>;

/** The colour of each line of an indicator: green and red stay the price's. */
const colours = ({ lines }: ChartTheme): Readonly<Record<IndicatorId, readonly string[]>> => ({
  ma: [lines.dark],
  ema: [lines.accent],
  vwap: [lines.dark], // drawn by the chart itself
  boll: [lines.teal, lines.teal, lines.teal],
  sar: [lines.dark],
  rsi: [lines.accent],
  macd: [lines.accent, lines.dark],
  stoch: [lines.accent, lines.dark],
  obv: [lines.accent],
  atr: [lines.accent],
});

const nameInLibrary = (id: IndicatorId): string => `khara_${id}`;
const paneOf = (id: IndicatorId): string => (definition(id).place === 'price' ? 'candle_pane' : `pane_${id}`);

/** The library knows indicators by name, for all its charts. */
function register(): void {
  const known = getSupportedIndicators();
  for (const id of INDICATOR_IDS) {
    if (known.includes(nameInLibrary(id))) continue;
    const { lines, place } = definition(id);
    registerIndicator<Values, number, Look>({
      name: nameInLibrary(id),
      shortName: '',
      series: place === 'price' ? 'price' : 'normal',
      precision: 2,
      figures: lines.map((key) => figure(key)),
      calc: (bars, { calcParams }) => {
        const computed = computeLines(bars.map(toCandle), { id, settings: calcParams });
        return bars.map((_, at) => {
          const values: Values = {};
          computed.forEach((line, index) => {
            const value = line[at];
            if (value !== undefined) values[lines[index]!] = value;
          });
          return values;
        });
      },
      createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
      draw: (params) => {
        if (id === 'boll') fillBetween(params);
        const band = bandOf({ id, settings: params.indicator.calcParams });
        if (band) fillBand(params, band);
        return false; // the library draws the lines
      },
    });
  }
}

function figure(key: string): IndicatorFigure<Values> {
  if (key === 'sar') return { key, type: 'circle' };
  if (key !== 'bars') return { key, type: 'line' };
  return {
    key,
    type: 'bar',
    baseValue: 0,
    styles: ({ indicator }) => {
      const { theme } = (indicator as unknown as { readonly extendData: Look }).extendData; // as it was created below
      return { color: theme.lines.grey, borderColor: theme.lines.grey, style: 'fill' };
    },
  };
}

const lineStyle = (color: string, at: number) => ({
  color,
  size: 1.5,
  smooth: false,
  style: at === 1 ? ('dashed' as const) : ('solid' as const), // a middle, a signal
  dashedValue: [3, 3],
});

/** Draws these and takes away all others; the line of averages is the chart's own. */
export function drawIndicators(chart: Chart, theme: ChartTheme, active: readonly ActiveIndicator[]): void {
  register();
  const palette = colours(theme);
  for (const id of INDICATOR_IDS)
    if (!active.some((one) => one.id === id)) chart.removeIndicator({ name: nameInLibrary(id) });
  for (const { id, settings } of active) {
    const [name, paneId] = [nameInLibrary(id), paneOf(id)];
    const created = {
      name,
      paneId,
      calcParams: [...settings],
      extendData: { theme },
      styles: {
        lines: palette[id].map(lineStyle),
        circles: [{ upColor: theme.crosshair, downColor: theme.crosshair, noChangeColor: theme.crosshair }],
      },
    };
    if (chart.getIndicators({ name }).length > 0) chart.overrideIndicator(created);
    else {
      chart.createIndicator(created, true);
      if (paneId !== 'candle_pane') chart.setPaneOptions({ id: paneId, minHeight: MIN_PANE_HEIGHT });
    }
    const band = bandOf({ id, settings });
    if (paneId !== 'candle_pane') chart.overrideYAxis({ paneId, gap: PANE_GAP, ...(band && axisOf(band)) });
  }
  fitPanes(chart);
}

/** A scale that has both ends of a band in sight, and says these alone. */
const axisOf = (band: Band): Pick<AxisOverride, 'createRange' | 'createTicks'> => ({
  createRange: ({ defaultRange }) => {
    const from = Math.min(defaultRange.from, band[0] - BAND_ROOM);
    const to = Math.max(defaultRange.to, band[1] + BAND_ROOM);
    return { ...defaultRange, ...spanOf(from, to) };
  },
  createTicks: ({ range: { from, range }, bounding }) =>
    band.map((value) => ({ value, text: String(value), coord: bounding.height * (1 - (value - from) / range) })),
});

/** px from the upper edge of the chart to that of each pane of an indicator. */
export type PaneTops = Readonly<Partial<Record<IndicatorId, number>>>;

const shownPanes = (chart: Chart): readonly IndicatorId[] =>
  INDICATOR_IDS.filter((id) => definition(id).place === 'pane').filter(
    (id) => chart.getIndicators({ name: nameInLibrary(id) }).length > 0,
  );

/** Follows where the panes are, which the reader can move. Returns how to look again, as after others are shown. */
export function followPanes(chart: Chart, onPanes: (tops: PaneTops) => void): { look(): void; stop(): void } {
  const resized = new ResizeObserver(() =>
    onPanes(Object.fromEntries(shownPanes(chart).map((id) => [id, chart.getDom(paneOf(id), 'root')?.offsetTop]))),
  );
  return {
    look() {
      resized.disconnect();
      for (const pane of ['candle_pane', ...shownPanes(chart).map(paneOf)]) {
        const dom = chart.getDom(pane, 'root');
        if (dom) resized.observe(dom);
      }
    },
    stop: () => resized.disconnect(),
  };
}

/** Makes panes lower where the chart is, as on a phone on its side: the price is what they are read beside. */
export function fitPanes(chart: Chart): void {
  const panes = shownPanes(chart);
  const left = (chart.getDom()?.clientHeight ?? 0) - AXIS_HEIGHT - PRICE_HEIGHT;
  const height = Math.max(MIN_PANE_HEIGHT, Math.min(PANE_HEIGHT, Math.floor(left / panes.length)));
  for (const id of panes) {
    const pane = { id: paneOf(id), height };
    if (chart.getSize(pane.id)?.height !== height) chart.setPaneOptions(pane);
  }
}

/** What lies between the outer bands. */
function fillBetween({ ctx, chart, indicator, xAxis, yAxis }: DrawParams): void {
  const { from, to } = chart.getVisibleRange();
  const points = indicator.result.slice(from, to).flatMap((values, at) => {
    const { upper, lower } = values;
    if (upper === undefined || lower === undefined) return [];
    return [
      { x: xAxis.convertToPixel(from + at), upper: yAxis.convertToPixel(upper), lower: yAxis.convertToPixel(lower) },
    ];
  });
  if (points.length < 2) return;
  ctx.save();
  ctx.globalAlpha = BAND_ALPHA;
  ctx.fillStyle = indicator.extendData.theme.lines.teal;
  ctx.beginPath();
  points.forEach(({ x, upper }, at) => (at === 0 ? ctx.moveTo(x, upper) : ctx.lineTo(x, upper)));
  points.toReversed().forEach(({ x, lower }) => ctx.lineTo(x, lower));
  ctx.closePath();
  ctx.fill();
  ctx.restore();
}

function fillBand({ ctx, indicator, bounding, yAxis }: DrawParams, [low, high]: Band): void {
  const [top, bottom] = [yAxis.convertToPixel(high), yAxis.convertToPixel(low)];
  ctx.save();
  ctx.globalAlpha = BAND_ALPHA;
  ctx.fillStyle = indicator.extendData.theme.lines.accent;
  ctx.fillRect(0, top, bounding.width, bottom - top);
  ctx.restore();
}
