import type { Interval } from '@khara/contract';
import type { Chart } from 'klinecharts';
import { isIntraday, marketDay } from './candles.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartWords } from './chart-words.ts';

/*
 * The words of both axes, and how far the prices reach.
 */

/** px at both ends of the time axis where a label would be cut. */
const EDGE = 22;
/** The previous close joins the picture when it stretches it by no more than this share. */
const STRETCH = 0.75;

type AxisSettings = {
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly interval: Interval;
  readonly previousClose: number | undefined;
};

export function setAxes(chart: Chart, { theme, words, interval, previousClose }: AxisSettings): void {
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
      return { ...defaultRange, ...spanOf(low, high) };
    },
  });
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

/** A scale of values as they are, in the library's three forms of one. */
export function spanOf(from: number, to: number) {
  const range = to - from;
  return {
    from,
    to,
    range,
    realFrom: from,
    realTo: to,
    realRange: range,
    displayFrom: from,
    displayTo: to,
    displayRange: range,
  };
}
