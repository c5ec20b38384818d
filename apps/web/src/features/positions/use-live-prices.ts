import { useEffect, useState } from 'react';
import { quoteStore } from '#api/client.ts';

/** A sum over many prices is worked out again at most this often: faster nobody can read it. */
const EVERY_MS = 1000;

/** The live prices of several codes, for a total. Renders its caller once a second at most; rows have their own subscription. */
export function useLivePrices(codes: readonly string[]): (code: string) => string | undefined {
  const [, render] = useState(0);
  const key = codes.join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        render((count) => count + 1);
      }, EVERY_MS);
    };
    const stops = key === '' ? [] : key.split(',').map((code) => quoteStore.onQuote(code, moved));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [key]);
  return (code) => quoteStore.quote(code)?.price;
}
