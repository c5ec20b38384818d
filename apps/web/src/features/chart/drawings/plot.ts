import type { Chart } from 'klinecharts';
import { findIndex, type Box, type DrawnPoint, type Place } from './drawings.ts';

/** A point this near to a price of its candle, in px, is put on it. */
const SNAP = 8;
const PANE = { paneId: 'candle_pane' } as const;

/** Where times and prices lie on the canvas of the candles, from its top left corner. */
export type Plot = {
  readonly size: () => Box;
  readonly place: (point: DrawnPoint) => Place;
  /** The candle at a place, and the price there; of its own prices the nearest, where one is near. */
  readonly point: (place: Place) => DrawnPoint | undefined;
  /** The newest candle in sight, at its close. */
  readonly newest: () => DrawnPoint | undefined;
  /** That many candles on, and that much higher. */
  readonly moved: (point: DrawnPoint, candles: number, rupees: number) => DrawnPoint;
  readonly index: (point: DrawnPoint) => number;
};

/** What the library answers for a list of one. */
const one = <T>(found: T | readonly T[]): T | undefined => (Array.isArray(found) ? (found[0] as T) : (found as T));

export function createPlot(chart: Chart): Plot {
  const bars = () => chart.getDataList();
  const index = ({ t }: DrawnPoint): number =>
    findIndex(
      t,
      bars().map(({ timestamp }) => timestamp),
    );
  const clamped = (at: number): number => Math.min(Math.max(Math.round(at), 0), bars().length - 1);
  return {
    index,
    size: () => {
      const { width = 0, height = 0 } = chart.getSize('candle_pane', 'main') ?? {};
      return { width, height };
    },
    place: (point) => {
      const found = one(chart.convertToPixel([{ dataIndex: index(point), value: point.price }], PANE));
      return { x: found?.x ?? 0, y: found?.y ?? 0 };
    },
    point: ({ x, y }) => {
      const found = one(chart.convertFromPixel([{ x, y }], PANE));
      const bar = bars()[clamped(found?.dataIndex ?? 0)];
      if (!bar || found?.value === undefined) return undefined;
      const near = [bar.open, bar.high, bar.low, bar.close]
        .map((price) => ({ price, away: Math.abs((one(chart.convertToPixel([{ value: price }], PANE))?.y ?? 0) - y) }))
        .toSorted((a, b) => a.away - b.away)[0];
      const price = near && near.away <= SNAP ? near.price : Math.round(found.value * 100) / 100;
      return { t: bar.timestamp, price: Math.max(0.01, price) };
    },
    newest: () => {
      const bar = bars()[clamped(chart.getVisibleRange().realTo - 1)];
      return bar && { t: bar.timestamp, price: bar.close };
    },
    moved: (point, candles, rupees) => {
      const bar = candles === 0 ? undefined : bars()[clamped(index(point) + candles)];
      return {
        t: bar?.timestamp ?? point.t,
        price: Math.max(0.01, Math.round((point.price + rupees) * 100) / 100),
      };
    },
  };
}
