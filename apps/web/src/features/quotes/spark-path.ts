/**
 * The drawing of a day's prices: a line, the level of the previous close, and the area between the two. Prices are numbers here because they become
 * pixels; nothing computed from them is ever shown as an amount.
 */
export type Spark = {
  readonly line: string;
  readonly area: string;
  /** y of the previous close. */
  readonly base: number;
  /** Where the line ends: the last price. */
  readonly end: { readonly x: number; readonly y: number };
};

/** Room for the dot at the end of the line, and for its stroke at the edges. */
const RIGHT = 3;
const EDGE = 2.5;

/** Undefined while there are fewer than two prices: one point is no movement. */
export function sparkPath(
  prices: readonly number[],
  previousClose: number,
  size: { readonly width: number; readonly height: number },
): Spark | undefined {
  if (prices.length < 2) return undefined;
  const low = Math.min(previousClose, ...prices);
  const high = Math.max(previousClose, ...prices);
  const span = high - low;
  const y = (price: number): number =>
    round(span === 0 ? size.height / 2 : EDGE + ((high - price) / span) * (size.height - 2 * EDGE));
  const x = (index: number): number => round((index / (prices.length - 1)) * (size.width - RIGHT));

  const points = prices.map((price, index) => `${x(index)} ${y(price)}`);
  const end = { x: x(prices.length - 1), y: y(prices.at(-1) ?? previousClose) };
  const base = y(previousClose);
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${end.x} ${base}L0 ${base}Z`, base, end };
}

/** A tenth of a pixel is finer than any screen. */
const round = (value: number): number => Math.round(value * 10) / 10;
