import { create } from 'zustand';
import type { FeedState } from './socket.ts';
import { marketAtLastWord, useMarketClock } from './market-clock.ts';

type Feed = {
  readonly state: FeedState;
  /** Market time at which prices stopped, while they are stale. */
  readonly stoppedAt: number | undefined;
  /** Market time of what was seen in an earlier visit, while that is what is shown (last-seen.ts). */
  readonly seenAt: number | undefined;
  readonly online: boolean;
  /** The server answers calls, and no line to it stands: something between forbids one. */
  readonly isBlocked: boolean;
};

/** Whether prices flow: what the practice marker's dot and the banner under the navigation bar show. */
export const useFeed = create<Feed>()(() => ({
  state: 'connecting',
  stoppedAt: undefined,
  seenAt: undefined,
  isBlocked: false,
  online: typeof navigator === 'undefined' || navigator.onLine !== false,
}));

// From the first moment on: without a network no code comes that could listen later.
if (typeof window !== 'undefined') {
  const network = (): void => useFeed.setState({ online: navigator.onLine });
  for (const change of ['online', 'offline']) window.addEventListener(change, network);
}

// A word that comes another way than by the line (ask-market.ts) moves the clock that stands.
useMarketClock.subscribe((clock) => {
  if (useFeed.getState().state === 'stale') useFeed.setState({ stoppedAt: marketAtLastWord(clock) });
});

/** Whether prices have stopped: what shows them is then grey. */
export const useStale = (): boolean => useFeed(({ state, online }) => state === 'stale' || !online);

export function setFeedState(state: FeedState): void {
  const stoppedAt = state === 'stale' ? marketAtLastWord(useMarketClock.getState()) : undefined;
  useFeed.setState({ state, stoppedAt, ...(state === 'live' && { seenAt: undefined, isBlocked: false }) });
}
