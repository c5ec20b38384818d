import { closingOrder } from '@khara/broker';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { readAccountKey } from '#modules/orders/index.ts';
import { findShare } from './share.ts';
import { endOpposite, insertSystemOrder, type PositionToClose } from './closing-store.ts';

/** The command of an order that closes a position, and all commands in their order. */
type ClosingOrder = { readonly seq: bigint; readonly seqs: readonly bigint[] };

/**
 * Journals an order of the system that closes an intraday position. Its member's own orders against it end first: the
 * exchange would cancel it where it meets one, and the position would stay open by that. Undefined: it cannot be closed
 * now. Nor can one any of whose member no server has taken an order.
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
  const closing = share && closingOrder(position, share);
  if (!closing) return undefined;
  const accountKey = await readAccountKey(tx, position.userId);
  if (accountKey === undefined) return undefined;
  const at = clock.now();
  const ended = await endOpposite(tx, position, closing.side, at);
  const order = { ...closing, position: { ...position, accountKey }, requestId, marketDate, marketTime, at };
  const seq = await insertSystemOrder(tx, order);
  return { seq, seqs: [...ended, seq] };
}
