/**
 * One measured figure beside its baseline, taken in the same run on the same machine; `ratio` is how many
 * times the baseline the product is.
 */
export type BenchLine = {
  readonly name: string;
  /** By which `npm run bench -- BENCH:KEY` prints it alone; absent: its bench prints it with the others. */
  readonly key?: string;
  readonly product: number;
  readonly baseline: number;
  readonly unit: string;
  readonly ratio: number;
  /** What was compared with what, and what dominates. */
  readonly note?: string;
};

const figure = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-IN')
    : value.toLocaleString('en-IN', { maximumSignificantDigits: 3 });

/** A bench line as the terminal and docs/performance.md show it. */
export function showLine({ name, product, baseline, unit, ratio, note }: BenchLine): string {
  const line = `${name}: ${figure(product)} ${unit}, baseline ${figure(baseline)} ${unit}, ratio ${ratio.toFixed(2)}`;
  return note ? `${line}  (${note})` : line;
}
