import { paise, percent, rupees } from '@khara/money';
import type { Tick } from '#api/quotes.ts';
import type { Quote } from './quote.ts';

/** What of a quote moves. */
export type PriceChange = { readonly price: string; readonly changeAmount: string; readonly changePercent: string };

/**
 * A quote as it stands now: the newer of the list's answer and the socket's tick. The change is counted from
 * the same previous close.
 */
export function asOfNow(
  quote: Pick<Quote, keyof PriceChange | 'prevClose' | 'at'>,
  tick: Tick | undefined,
): PriceChange {
  if (!tick || tick.at < quote.at || tick.price === quote.price) return quote;
  const [price, close] = [paise(tick.price), paise(quote.prevClose)];
  if (price === undefined || close === undefined) return quote;
  const change = price - close;
  return { price: tick.price, changeAmount: rupees(change), changePercent: percent(change, close) };
}

/** The day's line with the price of now at its end. */
export function sparkNow(spark: readonly string[] | undefined, price: string): readonly string[] {
  if (!spark || spark.length === 0) return [];
  return spark.at(-1) === price ? spark : [...spark.slice(0, -1), price];
}
