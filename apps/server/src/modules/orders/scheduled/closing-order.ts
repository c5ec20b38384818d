import { max, min } from '@khara/money';
import { coveredPrice, phaseRules } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { isAfterMarket, type Share } from '../placing/rules.ts';
import { shareOf } from '../placing/share.ts';
import { insertSystemOrder, type PositionToClose } from './scheduled-store.ts';

/**
 * Journals an order of the system that closes an intraday position, and answers its command. It takes any price inside
 * the band, but on its own day none that costs more than is held for it: a band that shifted may be wider than the
 * margin, and no other member gains what the platform would bear. Where only the closing price trades, that. Undefined:
 * its share takes no orders now.
 */
export async function insertClosingOrder(
  deps: Pick<Deps, 'market' | 'clock'>,
  tx: Queryable,
  position: PositionToClose,
  requestId: string,
): Promise<bigint | undefined> {
  const { marketDate, marketTime } = deps.market.now();
  const share = shareOf(deps, position.code);
  if (!share || share.phase === 'halted' || isAfterMarket(share) || !share.instrument.tradable) return undefined;
  const takes = phaseRules(share.phase);
  if (!takes.newLimit && !takes.newMarket) return undefined;
  const side = position.quantity > 0 ? 'sell' : 'buy';
  const { bandLow, bandHigh } = share.quote;
  const far = side === 'sell' ? bandLow : bandHigh;
  return insertSystemOrder(tx, {
    position,
    requestId,
    side,
    type: takes.newLimit ? 'limit' : 'market',
    pricePaise: max(1n, position.market_date === marketDate ? coveredIn(position, share, far) : BigInt(far)),
    marketDate,
    marketTime,
    at: deps.clock.now(),
  });
}

/** The worst price, on the tick and inside the band, of which what is held for a position still pays the loss. */
export function coveredIn(
  {
    quantity,
    cost_paise: costPaise,
    held_paise: heldPaise,
  }: Pick<PositionToClose, 'quantity' | 'cost_paise' | 'held_paise'>,
  { instrument, quote: { bandLow, bandHigh } }: Pick<Share, 'instrument' | 'quote'>,
  far: number,
): bigint {
  const tick = BigInt(instrument.tick);
  const covered = coveredPrice({ quantity, costPaise, heldPaise });
  return quantity > 0
    ? min(BigInt(bandHigh), max(BigInt(far), ((covered + tick - 1n) / tick) * tick))
    : max(BigInt(bandLow), min(BigInt(far), (covered / tick) * tick));
}
