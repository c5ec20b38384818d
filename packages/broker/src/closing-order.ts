import { max, min } from '@khara/money';
import { coveredPrice, phaseRules } from '@khara/rules';
import { isAfterMarket, type Share } from './order-checks.ts';
import type { Side } from './order.ts';

/** An intraday position, with what is held behind it. */
export type PositionBehind = {
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly heldPaise: bigint;
};

/**
 * The order of the system that closes an intraday position. It takes any price inside the band that what is held pays
 * for, and no worse one: a band that shifted, or that of a later day, may be wider than the margin, and no other member
 * gains what the platform would bear. Where only the closing price trades, that. Undefined: its share takes no orders
 * now, or the band has no such price. The position waits then.
 */
export function closingOrder(
  position: PositionBehind,
  share: Share,
):
  | { readonly side: Side; readonly type: 'limit' | 'market'; readonly quantity: number; readonly pricePaise: bigint }
  | undefined {
  if (share.phase === 'halted' || isAfterMarket(share) || !share.instrument.tradable) return undefined;
  const takes = phaseRules(share.phase);
  if (!takes.newLimit && !takes.newMarket) return undefined;
  const pricePaise = coveredIn(position, share);
  if (pricePaise === undefined) return undefined;
  const { quantity } = position;
  return {
    side: quantity > 0 ? 'sell' : 'buy',
    type: takes.newLimit ? 'limit' : 'market',
    quantity: Math.abs(quantity),
    pricePaise,
  };
}

/**
 * The worst price, on the tick and inside the band, of which what is held for a position still pays the loss; undefined
 * when the band has none.
 */
function coveredIn(
  {
    quantity,
    costPaise,
    heldPaise,
  }: { readonly quantity: number; readonly costPaise: bigint; readonly heldPaise: bigint },
  { instrument, quote }: Pick<Share, 'instrument' | 'quote'>,
): bigint | undefined {
  const tick = BigInt(instrument.tick);
  const [low, high] = [BigInt(quote.bandLow), BigInt(quote.bandHigh)];
  const covered = coveredPrice({ quantity, costPaise, heldPaise });
  const price = quantity > 0 ? max(low, ((covered + tick - 1n) / tick) * tick) : min(high, (covered / tick) * tick);
  return price < low || price > high ? undefined : price;
}
