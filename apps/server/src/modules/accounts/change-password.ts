import type { Body } from '@khara/contract';
import { noteTakeoverSignal } from '#modules/credit/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../handler.ts';
import { done, refuse, type Result } from '../../result.ts';
import { isTooCommon } from './common-passwords.ts';
import { forgetSessions } from './open-session.ts';
import { digitsOf } from './phone.ts';
import * as store from './store.ts';
import { BUDGETS, forgetTries, takeTry } from './tries.ts';

type Refusals = 'passwords_differ' | 'try_later' | 'old_password_wrong' | 'password_unchanged' | 'password_too_common';

/**
 * Changes the login password and ends all other sessions and their sockets. Refuses, in this order: passwords_differ, try_later (ten wrong old passwords
 * in 15 minutes), old_password_wrong, password_unchanged, password_too_common.
 */
export async function changePassword(
  deps: Deps,
  { member, language }: SignedIn,
  { oldPassword, newPassword, confirmPassword }: Body<'changePassword'>,
): Promise<Result<null, Refusals>> {
  const { db, clock, passwords } = deps;
  if (confirmPassword !== undefined && confirmPassword !== newPassword) {
    return refuse('passwords_differ', { field: 'confirmPassword' });
  }
  const key = `old_password:${member.userId}`;
  const waitMs = await takeTry(db, key, BUDGETS.oldPassword, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const row = await store.memberById(db, member.userId);
  if (!row) throw new Error('A session belongs to no account');
  if (!(await passwords.verify(oldPassword, row.password_hash))) {
    return refuse('old_password_wrong', { field: 'oldPassword' });
  }
  await forgetTries(db, key);
  if (newPassword === oldPassword) return refuse('password_unchanged', { field: 'newPassword' });
  if (isTooCommon(newPassword, digitsOf(row.phone))) return refuse('password_too_common', { field: 'newPassword' });

  const hash = await passwords.hash(newPassword);
  const changed = await db.transaction(async (tx) => {
    if (!(await store.replacePassword(tx, { memberId: row.id, checked: row.password_hash, hash }))) return undefined;
    const now = clock.now();
    const ended = await store.endOtherSessions(tx, {
      memberId: row.id,
      keep: member.sessionId,
      reason: 'password_changed',
      now,
    });
    const notice = await notify(tx, { userId: row.id, category: 'system', key: 'passwordChanged', at: now });
    const suspected = await noteTakeoverSignal(tx, deps, {
      userId: row.id,
      openedAt: Number(row.created_at),
      hasSecondFactor: row.totp_enabled,
      signal: 'password_changed',
    });
    return { ended, notices: [notice, suspected] };
  });
  // Somebody changed it between the check and here.
  if (!changed) return refuse('old_password_wrong', { field: 'oldPassword' });
  forgetSessions(deps, changed.ended);
  for (const notice of changed.notices) announce(deps, notice, language);
  return done(null);
}
