import type { Data } from '@khara/contract';

export type Depth = NonNullable<Data<'marketDetail'>['depth']>;
/** [price, quantity, orders] as it travels. */
export type Level = Depth['bids'][number];

/** Levels on each side of the book. */
export const LEVELS = 5;

/** One line of the picture: the best bid beside the best ask, and so on down. An empty place of the book is undefined. */
export type DepthLine = {
  readonly bid: Level | undefined;
  readonly ask: Level | undefined;
  /** Length of the bar in per cent of its half, against the largest quantity of both sides. */
  readonly bidBar: number;
  readonly askBar: number;
};

/** Always five lines, so that the picture never changes its height. */
export function depthLines({ bids, asks }: Depth): readonly DepthLine[] {
  const largest = Math.max(1, ...[...bids, ...asks].map(([, quantity]) => quantity));
  const bar = (level: Level | undefined): number => (level ? Math.max(2, Math.round((level[1] / largest) * 100)) : 0);
  return Array.from({ length: LEVELS }, (_, index) => {
    const [bid, ask] = [bids[index], asks[index]];
    return { bid, ask, bidBar: bar(bid), askBar: bar(ask) };
  });
}

/** Shares of all that is offered on both sides, in whole per cent that sum to 100; undefined for an empty book. */
export function depthBalance({
  totalBid,
  totalAsk,
}: Depth): { readonly buy: number; readonly sell: number } | undefined {
  const total = totalBid + totalAsk;
  if (total === 0) return undefined;
  const buy = Math.round((totalBid / total) * 100);
  return { buy, sell: 100 - buy };
}
