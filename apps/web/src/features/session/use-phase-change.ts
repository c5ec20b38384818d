import { useEffect, useRef } from 'react';
import { useMarketClock } from '#api/market-clock.ts';
import type { SharePhase } from './share-session.ts';

/**
 * Readers ask again spread over this time, and over a quarter of a phase that is shorter: the socket tells
 * all of them in the same instant.
 */
const SPREAD_MS = 1500;

/** Runs once after each change of a share's phase, which the socket tells: for what its page has to ask again. */
export function usePhaseChange(phase: SharePhase | undefined, run: () => unknown): void {
  const latest = useRef(run);
  const before = useRef(phase);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (before.current === phase || phase === undefined) return undefined;
    const first = before.current === undefined;
    before.current = phase;
    if (first) return undefined;
    const left = (useMarketClock.getState().market?.nextPhaseAt ?? Infinity) - Date.now();
    const timer = setTimeout(() => void latest.current(), Math.random() * Math.min(SPREAD_MS, Math.max(0, left / 4)));
    return () => clearTimeout(timer);
  }, [phase]);
}
