import { useEffect, useState } from 'react';
import { serverNow } from '#api/market-clock.ts';

/** Real ms now by the server's clock, updated every `everyMs`: for what counts down. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
