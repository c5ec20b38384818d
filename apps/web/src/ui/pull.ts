/**
 * Pull to refresh (docs/sources.md W1): pulling, refreshing, aborted, restored. The threshold is
 * the configuration's: let go past it the page is refreshed, before it the pull is aborted; either way it is
 * then restored. `ready` is the part of pulling in which letting go would refresh.
 */
type PullPhase = 'pulling' | 'ready' | 'refreshing' | 'aborted' | 'restored';

export type Pull = {
  readonly phase: PullPhase;
  /** How far the page has given way, in px. */
  readonly height: number;
};

export const AT_REST: Pull = { phase: 'restored', height: 0 };

/** It gives half of the finger's way, as a spring does. */
const GIVES = 0.5;

/** Where a finger that has gone `distance` px down from the top has pulled it. */
export function pulledTo(distance: number, threshold: number): Pull {
  const height = Math.max(0, distance) * GIVES;
  return { phase: height >= threshold ? 'ready' : 'pulling', height };
}

/** What letting go makes of it. */
export function letGo({ phase }: Pull, threshold: number): Pull {
  if (phase === 'ready') return { phase: 'refreshing', height: threshold };
  return phase === 'pulling' ? { phase: 'aborted', height: 0 } : AT_REST;
}
