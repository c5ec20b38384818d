import type { MarketView } from '#src/ports/market.ts';

/**
 * What is read as of the market date of the prices that stand beside it: a day that began meanwhile reads it again. To
 * be answered without waiting for anything more.
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
