import type { Data } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { announce, type SentNotice } from '#modules/notices/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { notifyEnded } from './recharge-notices.ts';
import { presentRecharge } from './present-recharge.ts';
import * as store from './recharge-store.ts';
import { askRail, signedPayTo } from './submit-recharge.ts';

/**
 * Gives up a recharge that has not been paid. Repeatable. Refuses, in this order: unknown_order (also another
 * member's), recharge_not_revocable: it has ended, or the rail says that the money is on its way.
 */
export async function revokeRecharge(
  deps: Deps,
  { member, language }: MemberCaller,
  orderNumber: string,
): Promise<Result<Data<'revokeRecharge'>, 'unknown_order' | 'recharge_not_revocable'>> {
  const row = await store.findRecharge(deps.db, member.userId, orderNumber);
  if (!row) return refuse('unknown_order', { field: 'id' });
  if (row.status === 'passed' || row.status === 'failed') return refuse('recharge_not_revocable', { field: 'id' });
  // The rail first: once it has promised that no money will come, nothing can cross the revocation on its way.
  const payTo = signedPayTo(deps, row) ?? (await askRail(deps, row));
  if (row.status === 'in_transfer' && !(await deps.rail.cancel(orderNumber))) {
    return refuse('recharge_not_revocable', { field: 'id' });
  }
  let sent: SentNotice;
  const revoked = await deps.db.transaction(async (tx) => {
    sent = undefined;
    const locked = await store.lockRecharge(tx, orderNumber);
    if (locked?.status !== 'in_transfer') return locked;
    await store.setStatus(tx, orderNumber, { status: 'revoked', at: deps.clock.now() });
    sent = await notifyEnded(tx, deps, locked, 'rechargeRevoked');
    return store.lockRecharge(tx, orderNumber);
  });
  if (revoked?.status !== 'revoked') return refuse('recharge_not_revocable', { field: 'id' });
  announce(deps, sent);
  return done(presentRecharge(revoked, payTo, language));
}
