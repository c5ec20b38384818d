import type { MarketView } from '#src/ports/market.ts';

/**
 * Reads something as of a market date, and reads it again when the date changes meanwhile, so that it and the prices
 * beside it are of one date. Answer at once: whatever is awaited after it may be of the next date.
 */
export async function ofOneDate<Read>(
  market: Pick<MarketView, 'now'>,
  read: (marketDate: string) => Promise<Read>,
): Promise<Read> {
  for (;;) {
    const { marketDate } = market.now();
    const found = await read(marketDate);
    if (market.now().marketDate === marketDate) return found;
  }
}
