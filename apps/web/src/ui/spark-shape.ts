export type SparkShape = {
  /** Height of the previous close; undefined when there is none to draw. */
  readonly base: number | undefined;
  readonly line: string;
  readonly fill: string;
  readonly end: { readonly x: number; readonly y: number };
};

/**
 * Where a sparkline's parts stand, in px to a tenth. Undefined when there is no line. Numbers are only drawn
 * here, never shown: floats are fine for pixels.
 */
export function sparkShape(
  prices: readonly string[],
  prevClose: string | undefined,
  width: number,
  height: number,
): SparkShape | undefined {
  if (prices.length < 2) return undefined;
  const values = prices.map(Number);
  const base = prevClose === undefined ? undefined : Number(prevClose);
  const all = base === undefined ? values : [...values, base];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const right = width - 3; // room for the dot
  const x = (index: number) => round((index / (values.length - 1)) * right + 1);
  const y = (value: number) => round(3 + (1 - (value - low) / span) * (height - 6));
  const line = `M${values.map((value, index) => `${x(index)} ${y(value)}`).join('L')}`;
  const ground = base === undefined ? height - 1 : y(base);
  const end = { x: x(values.length - 1), y: y(values.at(-1) ?? low) };
  return {
    base: base === undefined ? undefined : ground,
    line,
    fill: `${line}L${end.x} ${ground}L1 ${ground}Z`,
    end,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
