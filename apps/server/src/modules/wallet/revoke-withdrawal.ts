import type { Data } from '@khara/contract';
import { announce, type SentNotice } from '#modules/notices/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { presentWithdrawal } from './present-withdrawal.ts';
import { releaseMoney, notifyOfWithdrawal } from './withdrawal-steps.ts';
import * as store from './withdrawal-store.ts';

/**
 * Gives up a withdrawal that has not been approved. Repeatable. Refuses, in this order: unknown_order (also
 * another member's), withdrawal_not_revocable.
 */
export async function revokeWithdrawal(
  deps: Deps,
  { member }: MemberCaller,
  orderNumber: string,
): Promise<Result<Data<'revokeWithdrawal'>, 'unknown_order' | 'withdrawal_not_revocable'>> {
  if (!(await store.findWithdrawal(deps.db, member.userId, orderNumber)))
    return refuse('unknown_order', { field: 'id' });
  // The row is locked: of a revocation and an approval at the same moment, one comes first, and the other
  // finds it done.
  let sent: SentNotice;
  const row = await deps.db.transaction(async (tx) => {
    sent = undefined;
    const locked = await store.lockWithdrawal(tx, orderNumber);
    if (locked?.status !== 'in_transfer') return locked;
    await releaseMoney(tx, deps, locked, 'user');
    await store.stepWithdrawal(tx, orderNumber, { status: 'revoked', at: deps.clock.now() });
    sent = await notifyOfWithdrawal(tx, deps, locked, 'withdrawalRevoked');
    return store.lockWithdrawal(tx, orderNumber);
  });
  if (row?.status !== 'revoked') return refuse('withdrawal_not_revocable', { field: 'id' });
  const receipt = await ledger.loadReceipt(deps, { kind: 'withdraw_release', ref: orderNumber });
  announce(deps, sent);
  deps.pushes.changed([{ userId: member.userId, kind: 'wallet', currency: row.currency }]);
  return done({ ...presentWithdrawal(row), receipt });
}
