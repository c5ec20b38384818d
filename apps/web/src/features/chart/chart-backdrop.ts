import type { Interval } from '@khara/contract';
import { registerIndicator, type Chart, type IndicatorDrawParams } from 'klinecharts';
import { auctionMarks, type Auctions } from './auction-marks.ts';
import { toCandle } from './bars.ts';
import { averages, isIntraday, marketDay } from './candles.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartWords } from './chart-words.ts';
import { leastCovering, type CandleExtent } from './label-place.ts';
import { createMarks, ownRings, renderOwnTrades, ringExtents, type MarksOf } from './own-mark.ts';
import type { OwnTrade } from './own-trades.ts';

/*
 * What is drawn behind the candles: volume, average, previous close, and the marks of auctions; and before them those
 * of own trades.
 */

/** px at the bottom that volume may fill, and how strongly it is coloured. */
export const VOLUME_HEIGHT = 44;
const VOLUME_ALPHA = 0.34;
/** px from the middle of an auction's diamond to its tips. */
const MARK = 3.5;
/** px around the words of the previous close, and how much of the candles under them is covered. */
const LABEL_GAP = 6;
const LABEL_GROUND = 0.85;

type Backdrop = { readonly average: number | undefined };
type BackdropSettings = {
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly previousClose: number | undefined;
  readonly interval: Interval;
  readonly traded: boolean;
  readonly auctions: Auctions;
  /** Whether the line of averages is drawn. */
  readonly averaged?: boolean;
  /** Own trades at their candles. */
  readonly marks?: MarksOf;
};

/** Draws it in one go behind the candles, in the candles' own pane. */
export function addBackdrop(chart: Chart, settings: BackdropSettings) {
  const name = backdropName(settings.interval);
  registerBackdrop(settings.interval);
  chart.createIndicator({ name, paneId: 'candle_pane', extendData: settings }, true);
  let now = settings;
  const change = (part: Pick<BackdropSettings, 'averaged' | 'marks'>): void => {
    now = { ...now, ...part };
    chart.overrideIndicator({ name, paneId: 'candle_pane', extendData: now });
  };
  return {
    setTrades: (trades: readonly OwnTrade[]): void => change({ marks: createMarks(trades) }),
    setAveraged: (averaged: boolean): void => {
      if (averaged !== (now.averaged ?? true)) change({ averaged });
    },
  };
}

/** Two of them, since the library knows indicators by name only and their average differs. */
const backdropName = (interval: Interval): string => (isIntraday(interval) ? 'khara_day' : 'khara_long');

function registerBackdrop(interval: Interval): void {
  registerIndicator<Backdrop, unknown, BackdropSettings>({
    name: backdropName(interval),
    shortName: '',
    series: 'price',
    zLevel: -1,
    figures: [{ key: 'average', type: 'line' }], // so that the average stays in view; drawn below
    calc: (bars, { extendData: { traded, averaged = true } }) => {
      const all = averaged ? averages(bars.map(toCandle), interval, traded) : [];
      return bars.map((_, index) => ({ average: all[index] }));
    },
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
    draw: (params) => {
      renderVolume(params);
      renderAverage(params);
      const { extendData } = params.indicator;
      const rings = ownRings(params, extendData, params.bounding.height - VOLUME_HEIGHT);
      if (isIntraday(interval)) {
        renderPreviousClose(params, ringExtents(rings));
        renderAuctions(params);
      }
      renderOwnTrades(params, extendData, rings);
      return true;
    },
  });
}

type RenderParams = IndicatorDrawParams<Backdrop, unknown, BackdropSettings>;

function renderVolume({ ctx, chart, indicator, bounding, xAxis }: RenderParams): void {
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

function renderAverage({ ctx, chart, indicator, xAxis, yAxis }: RenderParams): void {
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

function renderPreviousClose(
  { ctx, chart, indicator, bounding, xAxis, yAxis }: RenderParams,
  rings: readonly CandleExtent[],
): void {
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
  const price = words.price(previousClose);
  const whole = `${words.previousClose} ${price}`;
  // Very large letters on a narrow phone: the line still says its price.
  const label = ctx.measureText(whole).width + 2 * LABEL_GAP > bounding.width ? price : whole;
  // The library slides a backdrop under the candles that are there already; words stand above them, on the
  // ground's colour.
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
  const below = y + 1;
  // Under the chart's edge it would read as a part of the figures above it.
  const above = y < 2 * size.height ? below : y - size.height - 1;
  const place = leastCovering(
    [
      { ...size, left: right, top: above },
      { ...size, left: right, top: below },
      { ...size, left, top: above },
      { ...size, left, top: below },
    ],
    [...candles, ...rings],
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
function renderAuctions({ ctx, chart, indicator, xAxis }: RenderParams): void {
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
