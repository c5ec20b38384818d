import { create } from 'zustand';
import type { FeedState } from './socket.ts';
import { marketNow, useMarketClock } from './market-clock.ts';

type Feed = {
  readonly state: FeedState;
  /** Market time at which prices stopped, while they are stale. */
  readonly stoppedAt: number | undefined;
  /** Market time of what was seen in an earlier visit, while that is what is shown (last-seen.ts). */
  readonly seenAt: number | undefined;
  readonly online: boolean;
};

/** Whether prices flow: what the practice marker's dot and the banner under the navigation bar show. */
export const useFeed = create<Feed>()(() => ({
  state: 'connecting',
  stoppedAt: undefined,
  seenAt: undefined,
  online: typeof navigator === 'undefined' || navigator.onLine !== false,
}));

// From the first moment on: without a network no code comes that could listen later.
if (typeof window !== 'undefined') {
  const network = (): void => useFeed.setState({ online: navigator.onLine });
  for (const change of ['online', 'offline']) window.addEventListener(change, network);
}

/** Whether prices have stopped: what shows them is then grey. */
export const useStale = (): boolean => useFeed(({ state, online }) => state === 'stale' || !online);

export function setFeedState(state: FeedState, lostAt: number): void {
  const stoppedAt = state === 'stale' ? marketNow(useMarketClock.getState(), lostAt) : undefined;
  useFeed.setState({ state, stoppedAt, ...(state === 'live' && { seenAt: undefined }) });
}
