import {
  countPoints,
  DRAWING_TOOLS,
  MAX_DRAWINGS,
  MAX_DRAWN_INSTANT,
  MAX_DRAWN_PAISE,
  type Data,
  type DrawingTool,
  type Payload,
} from '@khara/contract';
import { marketDay } from '../candles.ts';

/** A market instant at which a candle begins, and a price in rupees. */
export type DrawnPoint = { readonly t: number; readonly price: number };
/** Bound to times and prices, so that it stays where it is over every interval. */
export type Drawing = { readonly tool: DrawingTool; readonly points: readonly DrawnPoint[] };
/** By what prices from before an instant were divided. */
export type Adjustment = { readonly t: number; readonly divisor: number };

/** Parts of the way back from the second point to the first. */
export const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 1] as const;

/** To the paisa, and within what a point may have. */
export const roundPrice = (price: number): number =>
  Math.min(MAX_DRAWN_PAISE, Math.max(1, Math.round(price * 100))) / 100;
const isInstant = (t: number): boolean => Number.isSafeInteger(t) && t >= 0 && t <= MAX_DRAWN_INSTANT;

/** What is kept may come from another version, or from another program in the browser. */
export function readDrawings(kept: unknown): readonly Drawing[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .flatMap((one: unknown): readonly Drawing[] => {
      const [tool, ...numbers] = Array.isArray(one) ? (one as readonly unknown[]) : [];
      const known = DRAWING_TOOLS.find((each) => each === tool);
      if (!known || numbers.length !== 2 * countPoints(known) || !numbers.every(Number.isFinite)) return [];
      const values = numbers as readonly number[];
      const points = Array.from({ length: countPoints(known) }, (_, at) => ({
        t: values[2 * at]!,
        price: roundPrice(values[2 * at + 1]!),
      }));
      return points.every(({ t }) => isInstant(t)) ? [{ tool: known, points }] : [];
    })
    .slice(0, MAX_DRAWINGS);
}

/** As it is kept: numbers only. */
export const packDrawings = (drawings: readonly Drawing[]): readonly unknown[] =>
  drawings.map(({ tool, points }) => [tool, ...points.flatMap(({ t, price }) => [t, price])]);

/** As the account has it. */
export const fromAccount = (list: Data<'drawings'>['list']): readonly Drawing[] =>
  list.map(({ tool, points }) => ({ tool, points: points.map(({ t, price }) => ({ t, price: Number(price) })) }));
export const forAccount = (drawings: readonly Drawing[]): Payload<'saveDrawings'>['list'] =>
  drawings.map(({ tool, points }) => ({
    tool,
    points: points.map(({ t, price }) => ({ t, price: price.toFixed(2) })),
  }));

/** Those of one list and, as far as there is room, those of another that are not among them. */
export function joinDrawings(one: readonly Drawing[], other: readonly Drawing[]): readonly Drawing[] {
  const known = new Set(one.map((drawing) => JSON.stringify(drawing)));
  return [...one, ...other.filter((drawing) => !known.has(JSON.stringify(drawing)))].slice(0, MAX_DRAWINGS);
}

/** Prices after shares were split, or whatever else divided older prices. */
export const divideDrawings = (drawings: readonly Drawing[], divisor: number): readonly Drawing[] =>
  drawings.map(({ tool, points }) => ({
    tool,
    points: points.map(({ t, price }) => ({ t, price: roundPrice(price / divisor) })),
  }));

/**
 * Number of the candle that an instant belongs to; `times` are their beginnings, oldest first. One before the first
 * candle of its day belongs to that. Before all of them it is as far away as candles of the usual distance would be, so
 * that a line from there has its slope before older candles are loaded.
 */
export function findIndex(t: number, times: readonly number[]): number {
  const [first = t, last = t] = [times[0], times.at(-1)];
  if (t < first && marketDay(t) !== marketDay(first)) {
    return ((t - first) * (times.length - 1)) / Math.max(1, last - first);
  }
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  const next = times[low];
  const isOfNext =
    next !== undefined && marketDay(next) === marketDay(t) && marketDay(times[low - 1] ?? 0) !== marketDay(t);
  return Math.max(0, isOfNext ? low : low - 1);
}

/** A place on the canvas, in px. */
export type Place = { readonly x: number; readonly y: number };
export type Box = { readonly width: number; readonly height: number };
type Stroke = { readonly from: Place; readonly to: Place; readonly isDashed?: boolean };

/** The lines of a drawing whose points lie at these places. */
export function strokes(tool: DrawingTool, [a, b]: readonly Place[], { width, height }: Box): readonly Stroke[] {
  if (!a) return [];
  if (tool === 'level') return [{ from: { x: 0, y: a.y }, to: { x: width, y: a.y } }];
  if (!b) return [];
  if (tool === 'trend') return [{ from: a, to: b }];
  if (tool === 'ray') return [{ from: a, to: goOn(a, b, { width, height }) }];
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  if (tool === 'fibonacci') {
    return RETRACEMENTS.map((part) => {
      const y = b.y + (a.y - b.y) * part;
      return { from: { x: left, y }, to: { x: right, y }, isDashed: part !== 0 && part !== 1 };
    });
  }
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return corners.map((from, at) => ({ from, to: corners[(at + 1) % corners.length]! }));
}

/** How many times a step goes into the room before it. */
const far = (by: number, from: number, size: number): number =>
  by === 0 ? Infinity : Math.max(0, ((by > 0 ? size : 0) - from) / by);

/** Where a line from `a` through `b` leaves the box. */
function goOn(a: Place, b: Place, { width, height }: Box): Place {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return b;
  const times = Math.max(1, Math.min(far(dx, a.x, width), far(dy, a.y, height)));
  return { x: a.x + dx * times, y: a.y + dy * times };
}

/** px between a place and a line from one place to another. */
export function distance({ x, y }: Place, { from, to }: Pick<Stroke, 'from' | 'to'>): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - part * dx, y - from.y - part * dy);
}

/** Where its points are taken hold of; that of a level stands in the middle of what is seen. */
export const handles = ({ tool }: Drawing, places: readonly Place[], { width }: Box): readonly Place[] =>
  tool === 'level' ? places.map(({ y }) => ({ x: width / 2, y })) : places;
