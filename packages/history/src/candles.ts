/**
 * Candles as columns, oldest first. Prices are whole paise (hundredths of a point for an index), volumes
 * whole shares. A price fits 32 bits up to two crore rupees a share.
 */
export type Candles = {
  readonly length: number;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
};

export const emptyCandles = (length: number): Candles => ({
  length,
  open: new Int32Array(length),
  high: new Int32Array(length),
  low: new Int32Array(length),
  close: new Int32Array(length),
  volume: new Float64Array(length),
});

/** One candle of `count` candles from `first`: the only way in which a longer interval is ever made. */
export function putAggregate(into: Candles, at: number, from: Candles, first: number, count: number): void {
  let high = from.high[first]!;
  let low = from.low[first]!;
  let volume = 0;
  for (let index = first; index < first + count; index += 1) {
    if (from.high[index]! > high) high = from.high[index]!;
    if (from.low[index]! < low) low = from.low[index]!;
    volume += from.volume[index]!;
  }
  into.open[at] = from.open[first]!;
  into.high[at] = high;
  into.low[at] = low;
  into.close[at] = from.close[first + count - 1]!;
  into.volume[at] = volume;
}
