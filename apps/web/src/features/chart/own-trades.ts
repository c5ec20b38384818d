import type { Data } from '@khara/contract';
import { indiaFields } from '#api/market-clock.ts';
import { marketDay } from './candles.ts';
import { DAY_MS, INDIA_MS } from '@khara/rules';

/** A fill of the reader's own, at its market instant. */
export type OwnTrade = {
  readonly t: number;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: string;
};
/** Own trades within one candle, oldest first. */
export type OwnMark = { readonly buy: readonly OwnTrade[]; readonly sell: readonly OwnTrade[] };

export const readTrade = ({ marketTime, side, quantity, price }: Data<'fills'>['list'][number]): OwnTrade => ({
  t: indiaFields(marketTime) - INDIA_MS,
  side,
  quantity,
  price,
});

/** The latest end of an opening auction in India's day: that of a share on its first day, 10:00. */
const OPENED_MS = 36_000_000;
const timeOfDay = (t: number): number => t + INDIA_MS - marketDay(t) * DAY_MS;

/**
 * Own trades by the number of the candle in which each was made; `times` are the beginnings of candles, oldest first.
 * A trade of an opening auction is before its day's first candle, and belongs to it. One that is older than the first
 * candle belongs to none of them.
 */
export function ownMarks(trades: readonly OwnTrade[], times: readonly number[]): ReadonlyMap<number, OwnMark> {
  const marks = new Map<number, { buy: OwnTrade[]; sell: OwnTrade[] }>();
  for (const trade of trades.toSorted((a, b) => a.t - b.t)) {
    const at = findCandle(trade.t, times);
    if (at === undefined) continue;
    const mark = marks.get(at) ?? { buy: [], sell: [] };
    marks.set(at, mark);
    mark[trade.side].push(trade);
  }
  return marks;
}

function findCandle(t: number, times: readonly number[]): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  const [before, next] = [times[low - 1], times[low]];
  const isOpening = next !== undefined && marketDay(next) === marketDay(t) && timeOfDay(next) <= OPENED_MS;
  if (isOpening && (before === undefined || marketDay(before) !== marketDay(t))) return low;
  return before === undefined ? undefined : low - 1;
}

const shares = (trades: readonly OwnTrade[]): number => trades.reduce((sum, { quantity }) => sum + quantity, 0);

/** Shares that own trades bought and sold, for the words of a chart. */
export function sumShares(marks: Iterable<OwnMark>): { readonly bought: number; readonly sold: number } {
  let [bought, sold] = [0, 0];
  for (const { buy, sell } of marks) {
    bought += shares(buy);
    sold += shares(sell);
  }
  return { bought, sold };
}
