import type { Data } from '@khara/contract';

export type Depth = NonNullable<Data<'marketDetail'>['depth']>;

/** Shares of all that is offered on both sides, in whole per cent that sum to 100; undefined for an empty book. */
export function depthBalance({
  totalBid,
  totalAsk,
}: Pick<Depth, 'totalBid' | 'totalAsk'>): { readonly buy: number; readonly sell: number } | undefined {
  const total = totalBid + totalAsk;
  if (total === 0) return undefined;
  const buy = Math.round((totalBid / total) * 100);
  return { buy, sell: 100 - buy };
}
