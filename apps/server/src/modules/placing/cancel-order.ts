import { currentType, isOpenState, whyNotChange } from '@khara/broker';
import type { Data, RefusalsOf } from '@khara/contract';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { idIn } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { announceOrders, presentOrderWithFills, findOrder } from '#modules/orders/index.ts';
import { readOrder, settledSoon } from './first-answer.ts';
import type { Desk } from './desk.ts';
import { journalCancel } from './place-store.ts';
import { holdName } from '#modules/settlement/index.ts';

/**
 * Cancels what is left of an open order: the command is journalled, goes to the exchange, and the answer is
 * the order as it then is. It may have filled in the meantime: then it says so. A second cancel answers with
 * the order as it is. Refuses, in this order: unknown_order; market_closed, phase_not_accepting (the matching
 * of an auction, and a market order once it is frozen); order_not_open (filled, expired or rejected before
 * the cancel came).
 */
export async function cancelOrder(
  deps: Deps & { readonly desk: Desk },
  caller: MemberCaller,
  id: string,
): Promise<Result<Data<'cancelOrder'>, RefusalsOf<'cancelOrder'>>> {
  const { userId } = caller.member;
  const orderId = idIn(id);
  const found = orderId && (await findOrder(deps.db, userId, orderId));
  if (!found) return refuse('unknown_order', { field: 'id' });
  const refused = isOpenState(found.state)
    ? whyNotChange(deps.market.phase(found.code), { ...found, type: currentType(found) }, 'cancel')
    : undefined;
  if (refused !== undefined) return refuse(refused);
  const { marketDate, marketTime } = deps.market.now();
  const at = deps.clock.now();
  const cancelled = await deps.desk.change(userId, async (tx, before) => {
    const answer = await journalCancel(tx, { userId, orderId: found.id, marketDate, marketTime, at }, before);
    const isNew = answer && (answer.command ?? (answer.seq === undefined && answer.state === 'cancelled'));
    if (isNew && isOpenState(found.state)) await caller.beside?.(tx);
    return { answer, command: answer?.command };
  });
  if (!cancelled) return refuse('unknown_order', { field: 'id' });
  if (cancelled.seq !== undefined) {
    await settledSoon(deps, cancelled.seq);
  } else if (cancelled.state !== 'cancelled') {
    return refuse('order_not_open');
  } else if (isOpenState(found.state)) {
    // It waited, and nothing else settles it.
    announceOrders(deps, [{ id: found.id, userId, program: found.program, at, steps: ['cancelled'] }]);
  }
  const [{ order, fills }, receipt] = await Promise.all([
    readOrder(deps, userId, found.id),
    ledger.receiptOfRelease(deps, { owner: ledger.userOwner(userId), hold: holdName(found.id) }),
  ]);
  return done({ ...presentOrderWithFills({ deps, language: caller.language }, order, fills), receipt });
}
