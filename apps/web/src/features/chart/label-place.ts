/** Where words may stand on the canvas, in px. */
export type Place = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
/** Where a candle stands with its wicks, in px: its middle, its highest and its lowest point. */
export type CandleExtent = { readonly x: number; readonly top: number; readonly bottom: number };

/** Of places for the same words, the one that covers the fewest candles; the earlier one of equals. */
export function leastCovering(places: readonly [Place, ...Place[]], candles: readonly CandleExtent[]): Place {
  const covered = ({ left, top, width, height }: Place): number =>
    candles.filter(
      (candle) => candle.x >= left && candle.x <= left + width && candle.bottom >= top && candle.top <= top + height,
    ).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
