import { emptyCandles, type Candles } from '@khara/history';
import { adjustPrice, type Day, type Ratio } from '@khara/rules';
import { shareFactor, timesRatio, type CorporateAction } from './corporate-actions.ts';

/** Shares of today for each share of a day, by what went ex after it; undefined when nothing did. */
export function factorAfter(actions: readonly CorporateAction[], day: Day): Ratio | undefined {
  let factor: Ratio | undefined;
  for (const { exDate, terms } of actions) {
    if (exDate > day) factor = factor ? timesRatio(factor, shareFactor(terms)) : shareFactor(terms);
  }
  return factor;
}

/** Prices divided by the factor, volumes times it; volumes of a stretch sum to that of the whole. */
export function adjustCandles(candles: Candles, from: number, end: number, factor: Ratio): void {
  let before = 0;
  let given = 0;
  for (let at = from; at < end; at += 1) {
    for (const column of ['open', 'high', 'low', 'close'] as const) {
      candles[column][at] = Math.max(1, adjustPrice(candles[column][at]!, factor));
    }
    before += candles.volume[at]!;
    const total = Math.floor((before * factor.numerator) / factor.denominator);
    candles.volume[at] = total - given;
    given = total;
  }
}

export function adjustedCandles(candles: Candles, factor: Ratio): Candles {
  const copy = emptyCandles(candles.length);
  for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) copy[column].set(candles[column]);
  adjustCandles(copy, 0, copy.length, factor);
  return copy;
}
