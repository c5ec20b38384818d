import { coveredIn, isAfterMarket } from '@khara/broker';
import { phaseRules } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { readAccountKey } from '#modules/orders/index.ts';
import { findShare } from './share.ts';
import { endOpposite, insertSystemOrder, type PositionToClose } from './closing-store.ts';

/** The command of an order that closes a position, and all commands in their order. */
type ClosingOrder = { readonly seq: bigint; readonly seqs: readonly bigint[] };

/**
 * Journals an order of the system that closes an intraday position. It takes any price inside the band that what is
 * held pays for, and no worse one: a band that shifted, or that of a later day, may be wider than the margin, and no
 * other member gains what the platform would bear. Where only the closing price trades, that. Its member's own orders
 * against it end first: the exchange would cancel it where it meets one, and the position would stay open by that.
 * Undefined: its share takes no orders now, or the band has no such price; the position waits then. Nor has one any of
 * whose member no server has taken an order.
 */
export async function insertClosingOrder(
  deps: Pick<Deps, 'market' | 'clock'>,
  tx: Queryable,
  position: PositionToClose,
  requestId: string,
): Promise<ClosingOrder | undefined> {
  const { clock, market } = deps;
  const { marketDate, marketTime } = market.now();
  const share = findShare(deps, position.code);
  if (!share || share.phase === 'halted' || isAfterMarket(share) || !share.instrument.tradable) return undefined;
  const takes = phaseRules(share.phase);
  if (!takes.newLimit && !takes.newMarket) return undefined;
  const pricePaise = coveredIn(position, share);
  if (pricePaise === undefined) return undefined;
  const side = position.quantity > 0 ? 'sell' : 'buy';
  const accountKey = await readAccountKey(tx, position.userId);
  if (accountKey === undefined) return undefined;
  const at = clock.now();
  const ended = await endOpposite(tx, position, side, at);
  const seq = await insertSystemOrder(tx, {
    position: { ...position, accountKey },
    requestId,
    side,
    type: takes.newLimit ? 'limit' : 'market',
    pricePaise,
    marketDate,
    marketTime,
    at,
  });
  return { seq, seqs: [...ended, seq] };
}
