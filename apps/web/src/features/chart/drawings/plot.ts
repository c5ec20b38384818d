import type { Chart } from 'klinecharts';
import { findIndex, roundPrice, type Box, type DrawnPoint, type Place } from './drawings.ts';

/** px between a drawing and a copy of it. */
const BESIDE = 24;
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
  /** Where a copy of these points is seen beside them: lower, or higher where there is no room below. */
  readonly beside: (points: readonly DrawnPoint[]) => readonly DrawnPoint[];
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
  const size = (): Box => {
    const { width = 0, height = 0 } = chart.getSize('candle_pane', 'main') ?? {};
    return { width, height };
  };
  const place = (point: DrawnPoint): Place => {
    const found = one(chart.convertToPixel([{ dataIndex: index(point), value: point.price }], PANE));
    return { x: found?.x ?? 0, y: found?.y ?? 0 };
  };
  const valueAt = (y: number): number => one(chart.convertFromPixel([{ y }], PANE))?.value ?? 0;
  const moved = (point: DrawnPoint, candles: number, rupees: number): DrawnPoint => {
    const bar = candles === 0 ? undefined : bars()[clamped(index(point) + candles)];
    return { t: bar?.timestamp ?? point.t, price: roundPrice(point.price + rupees) };
  };
  return {
    index,
    size,
    place,
    moved,
    point: ({ x, y }) => {
      const found = one(chart.convertFromPixel([{ x, y }], PANE));
      const bar = bars()[clamped(found?.dataIndex ?? 0)];
      if (!bar || found?.value === undefined) return undefined;
      const near = [bar.open, bar.high, bar.low, bar.close]
        .map((price) => ({ price, away: Math.abs((one(chart.convertToPixel([{ value: price }], PANE))?.y ?? 0) - y) }))
        .toSorted((a, b) => a.away - b.away)[0];
      return { t: bar.timestamp, price: roundPrice(near && near.away <= SNAP ? near.price : found.value) };
    },
    newest: () => {
      const bar = bars()[clamped(chart.getVisibleRange().realTo - 1)];
      return bar && { t: bar.timestamp, price: bar.close };
    },
    beside: (points) => {
      const lowest = Math.max(...points.map((point) => place(point).y));
      const lower = valueAt(BESIDE) - valueAt(0);
      const rupees = lowest + BESIDE > size().height ? -lower : lower;
      return points.map((point) => moved(point, 0, rupees));
    },
  };
}
