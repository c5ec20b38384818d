import { useEffect, useState } from 'react';
import { quoteStore } from '#api/client.ts';

/**
 * The live prices of several codes, for a total. One message of the socket moves many of them; the caller
 * renders once for all of these, in the frame in which the rows do, so that they never disagree.
 */
export function useLivePrices(codes: readonly string[]): (code: string) => string | undefined {
  const [, render] = useState(0);
  const key = codes.join();
  useEffect(() => {
    let waiting = false;
    const moved = (): void => {
      if (waiting) return;
      waiting = true;
      queueMicrotask(() => {
        waiting = false;
        render((count) => count + 1);
      });
    };
    const stops = key === '' ? [] : key.split(',').map((code) => quoteStore.onQuote(code, moved));
    return () => {
      for (const stop of stops) stop();
    };
  }, [key]);
  return (code) => quoteStore.quote(code)?.price;
}
