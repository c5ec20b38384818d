import type { Body, Data } from '@khara/contract';
import { announce, completeTask, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { checkLoginPassword } from './reauthenticate.ts';
import { checkSecondFactor } from './second-factor-codes.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { endPause } from './password-attempt-store.ts';
import { DAY_MS } from '@khara/rules';

/**
 * Wait of withdrawals after a reset: a thief of a session and the login password cannot leave with
 * the money at once.
 */
export const WITHDRAWALS_WAIT_MS = DAY_MS;

/**
 * Sets another transaction password by the login password, and the second factor where it is on. A pause
 * after wrong tries ends. Refuses, in this order: try_later (ten wrong login passwords in 15 minutes),
 * login_password_wrong, second_factor_required, otp_wrong.
 */
export async function resetTransactionPassword(
  deps: Deps,
  { member }: MemberCaller,
  { password, otp, newPassword }: Body<'resetTransactionPassword'>,
): Promise<
  Result<
    Data<'resetTransactionPassword'>,
    'try_later' | 'login_password_wrong' | 'second_factor_required' | 'otp_wrong'
  >
> {
  const { db, clock, passwords } = deps;
  const checked = await checkLoginPassword(deps, member.userId, password);
  if (checked.refused === 'wrong') return refuse('login_password_wrong', { field: 'password' });
  if (checked.refused !== undefined) return checked;
  const second = await checkSecondFactor(deps, member.userId, otp);
  if (second.refused !== undefined) return second;

  const hash = await passwords.hash(newPassword);
  const now = clock.now();
  const withdrawalsFrom = now + WITHDRAWALS_WAIT_MS;
  const { forgotten, notice } = await db.transaction(async (tx) => {
    await secretStore.resetTransactionPassword(tx, { memberId: member.userId, hash, withdrawalsFrom, now });
    await completeTask(tx, [member.userId], 'password', now);
    return {
      forgotten: await sessionStore.forgetTransactionPassword(tx, member.userId, now),
      notice: await notify(tx, { userId: member.userId, category: 'system', key: 'transactionPasswordReset', at: now }),
    };
  });
  await endPause(db, member.userId);
  deps.pushes.forgetSessions(forgotten);
  announce(deps, notice);
  return done({ withdrawalsFrom });
}
