import type { Share } from '@khara/broker';
import type { Data } from '@khara/contract';
import { rupees } from '@khara/money';
import type { MarketView } from '#src/ports/market.ts';

type ExpectedFill = NonNullable<Data<'previewOrder'>['expectedFill']>;
type Order = { readonly side: 'buy' | 'sell'; readonly quantity: number; readonly pricePaise: bigint };

/** Levels of each side that are looked at. */
const LEVELS = 50;

/** Whether an order would give more at a price, or get less, than at its limit. */
export const isWorse = (side: 'buy' | 'sell', price: number | bigint, limit: bigint): boolean =>
  side === 'buy' ? BigInt(price) > limit : BigInt(price) < limit;

/**
 * What of an order the book that is shown would fill now, up to its price, and what stands before the rest. Undefined
 * outside continuous trading.
 */
export function expectFill(
  market: Pick<MarketView, 'depth'>,
  { instrument, range }: Pick<Share, 'instrument' | 'range'>,
  { side, quantity, pricePaise }: Order,
): ExpectedFill | undefined {
  const depth = range && market.depth(instrument.code, LEVELS);
  if (!depth) return undefined;
  const [own, others] = side === 'buy' ? [depth.bids, depth.asks] : [depth.asks, depth.bids];
  let [waits, value] = [quantity, 0n];
  for (const [price, shown] of others) {
    if (isWorse(side, price, pricePaise)) break;
    const taken = Math.min(waits, shown);
    waits -= taken;
    value += BigInt(taken) * BigInt(price);
  }
  const filled = quantity - waits;
  const before = own.filter(([price]) => BigInt(price) === pricePaise || isWorse(side, price, pricePaise));
  const [best] = others;
  return {
    quantity: filled,
    averagePrice: filled === 0 ? null : rupees(value / BigInt(filled)),
    waits,
    ahead: waits === 0 ? 0 : before.reduce((sum, [, shown]) => sum + shown, 0),
    best: best ? { price: rupees(BigInt(best[0])), quantity: best[1] } : null,
  };
}
