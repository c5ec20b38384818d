import { useEffect, useState } from 'react';
import { useFeed } from '#api/feed.ts';
import { marketNow, useMarketClock } from '#api/market-clock.ts';

/** Market time, updated once a second. While prices are stale it stands where they stopped. */
export function useMarketNow(everyMs = 1000): number | undefined {
  const clock = useMarketClock();
  const stoppedAt = useFeed((feed) => feed.stoppedAt ?? feed.seenAt);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return stoppedAt ?? marketNow(clock, now);
}
