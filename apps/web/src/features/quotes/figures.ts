import { paise } from '@khara/money';

/**
 * Where a price stands between two others, in per cent from the left: geometry of a slider, not a figure.
 * Undefined without a range.
 */
export function placeBetween(price: string, low: string | null, high: string | null): number | undefined {
  const [at, from, to] = [price, low ?? '', high ?? ''].map((value) => paise(value));
  if (at === undefined || from === undefined || to === undefined || to <= from) return undefined;
  const share = Number(((at - from) * 10_000n) / (to - from)) / 100;
  return Math.min(100, Math.max(0, share));
}

/** The wider of a range and a live price that has just left it. */
export function widened(
  range: { readonly low: string | null; readonly high: string | null },
  price: string,
): { readonly low: string | null; readonly high: string | null } {
  const at = paise(price);
  const [low, high] = [paise(range.low ?? ''), paise(range.high ?? '')];
  if (at === undefined) return range;
  return {
    low: low !== undefined && at < low ? price : range.low,
    high: high !== undefined && at > high ? price : range.high,
  };
}
