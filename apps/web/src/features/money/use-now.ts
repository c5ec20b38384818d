import { useEffect, useState } from 'react';
import { useMarketClock } from '#api/market-clock.ts';

/**
 * Real ms now by the server's clock, updated every `everyMs` and when the server says its time: for what counts down.
 */
export function useNow(everyMs: number): number {
  const [own, setOwn] = useState(Date.now);
  const aheadMs = useMarketClock((clock) => clock.aheadMs);
  useEffect(() => {
    const timer = setInterval(() => setOwn(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return own + aheadMs;
}
