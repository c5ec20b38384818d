import type { Interval } from '@khara/contract';
import { call } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { readCandle, type Candle } from './candles.ts';
import type { Adjustment } from './drawings/drawings.ts';

/** Candles asked for at a time: a screen and a half of the densest zoom. */
const PAGE = 240;
/** Enough to put right what ticks missed of the candles just closed. */
const CORRECTION = 4;

type CandlePage = {
  readonly candles: readonly Candle[];
  readonly more: boolean;
  readonly adjustments: readonly Adjustment[];
};

/**
 * Asks the server for candles of one code and interval, page by page backwards. The first page is asked for
 * at once, while the canvas still loads.
 */
export function candleSource(code: string, interval: Interval, onFailure: (failure: Failure) => void) {
  const ask = async (limit: number, to?: number): Promise<CandlePage | undefined> => {
    const result = await call('candles', { code, interval, limit, ...(to !== undefined && { to }) });
    if (!result.ok) {
      if (limit === PAGE && to === undefined) onFailure(result);
      return undefined;
    }
    const candles = result.data.candles.map(readCandle);
    const adjustments = result.data.adjustments.map(([t, numerator, denominator]) => ({
      t,
      divisor: numerator / denominator,
    }));
    return { candles, more: candles.length >= limit, adjustments };
  };
  let first: Promise<CandlePage | undefined> | undefined = ask(PAGE);

  return {
    async load(before: number | undefined): Promise<CandlePage> {
      const page = await (before === undefined ? (first ?? ask(PAGE)) : ask(PAGE, before));
      if (before === undefined) first = undefined; // a second load wants new candles
      // An older page that did not come is asked for again when the reader drags there again.
      return page ?? { candles: [], more: before !== undefined, adjustments: [] };
    },
    /** The newest few candles as the server has them; undefined when it did not say. */
    async newest(): Promise<readonly Candle[] | undefined> {
      return (await ask(CORRECTION))?.candles;
    },
  };
}
export type CandleSource = ReturnType<typeof candleSource>;
