import { useDeferredValue } from 'react';
import { useStale } from '../../api/feed.ts';
import { useMarketClock } from '../../api/market-clock.ts';

/**
 * Whether the market has said what part of its day it is in: a page that speaks of it above its prices shows
 * them only then, since the words would push them down. Without a line to the market nothing waits for that.
 */
export function useMarketKnown(): boolean {
  const isKnown = useMarketClock(({ market }) => market !== undefined);
  const cut = useStale();
  return useDeferredValue(isKnown || cut); // in small pieces, as every first answer
}
