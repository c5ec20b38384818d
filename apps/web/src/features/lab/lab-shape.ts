import type { LabDay, Lane } from './lane.ts';

/* Where bars and lines of a replayed day stand. Prices in paise; they are only drawn here: floats are fine. */

/** Market time of one bar. */
const BAR_MS = 600_000;
const STEPS = [1, 2, 5, 10] as const;

export type Bar = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/** Milliseconds since midnight at the two ends of the picture. */
export type Span = {
  readonly fromMs: number;
  readonly toMs: number;
};

export const beginOfBar = (timeMs: number): number => Math.floor(timeMs / BAR_MS) * BAR_MS;

/** Bars of ten minutes of the trades before a step; without a trade there is none. */
export function buildBars({ trades }: Lane, { times }: LabDay, before: number): readonly Bar[] {
  const bars: Bar[] = [];
  let bar: { -readonly [name in keyof Bar]: Bar[name] } | undefined;
  for (let at = 0; at < trades.length && trades[at]! < before; at += 3) {
    const fromMs = beginOfBar(times[trades[at]!]!);
    const [price, quantity] = [trades[at + 1]!, trades[at + 2]!];
    if (bar?.fromMs !== fromMs) {
      bar = { fromMs, toMs: fromMs + BAR_MS, open: price, high: price, low: price, close: price, volume: 0 };
      bars.push(bar);
    }
    bar.high = Math.max(bar.high, price);
    bar.low = Math.min(bar.low, price);
    bar.close = price;
    bar.volume += quantity;
  }
  return bars;
}

/** The range of the axis with a little room, and its round prices, two to five. */
export function priceLevels(bars: readonly Bar[], previousClose: number, tick: number) {
  const prices = bars.length === 0 ? [previousClose] : bars.flatMap((bar) => [bar.high, bar.low]);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const room = Math.max((most - least) * 0.1, 4 * tick);
  const [low, high] = [least - room, most + room];
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, (STEPS.find((each) => each * power >= rough) ?? 10) * power);
  const levels: number[] = [];
  for (let level = Math.ceil(low / step) * step; level <= high; level += step) levels.push(level);
  return { low, high, levels };
}

export const toX = (timeMs: number, { fromMs, toMs }: Span, width: number): number =>
  Math.round(((timeMs - fromMs) / Math.max(1, toMs - fromMs)) * width * 10) / 10;

export const linePath = (bars: readonly Bar[], x: (timeMs: number) => number, y: (price: number) => number): string =>
  bars.length === 0
    ? ''
    : `M${bars.map(({ fromMs, toMs, close }) => `${x((fromMs + toMs) / 2)} ${Math.round(y(close) * 10) / 10}`).join('L')}`;
