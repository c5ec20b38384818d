import { max } from '@khara/money';
import { phaseRules } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { isAfterMarket } from '../placing/rules.ts';
import { shareOf } from '../placing/share.ts';
import { insertSystemOrder, type PositionToClose } from './scheduled-store.ts';

/**
 * Journals an order of the system that closes an intraday position, and answers its command. It takes any price inside
 * the band; where only the closing price trades, that. Undefined: its share takes no orders now.
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
  return insertSystemOrder(tx, {
    position,
    requestId,
    side,
    type: takes.newLimit ? 'limit' : 'market',
    pricePaise: max(1n, BigInt(side === 'sell' ? bandLow : bandHigh)),
    marketDate,
    marketTime,
    at: deps.clock.now(),
  });
}
