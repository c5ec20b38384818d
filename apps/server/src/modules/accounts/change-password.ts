import type { Body } from '@khara/contract';
import { noteTakeoverSignal } from '#modules/credit/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { isTooCommon } from './common-passwords.ts';
import { checkLoginPassword, isFresh } from './reauthenticate.ts';
import { lastDigits } from './phone.ts';
import * as memberStore from './member-store.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';

type Refusals =
  | 'passwords_differ'
  | 'password_required'
  | 'try_later'
  | 'old_password_wrong'
  | 'password_unchanged'
  | 'password_too_common';

/**
 * Changes the login password and ends all other sessions and their sockets. A member who signed in with a
 * passkey a moment ago needs no old one: that is the way back for those who have forgotten it. Refuses, in
 * this order: passwords_differ, password_required, try_later (ten wrong old passwords in 15 minutes),
 * old_password_wrong, password_unchanged, password_too_common.
 */
export async function changePassword(
  deps: Deps,
  { member }: MemberCaller,
  { oldPassword, newPassword, confirmPassword }: Body<'changePassword'>,
): Promise<Result<null, Refusals>> {
  const { db, clock, passwords } = deps;
  if (confirmPassword !== undefined && confirmPassword !== newPassword) {
    return refuse('passwords_differ', { field: 'confirmPassword' });
  }
  const owner = await checkOwner(deps, member, oldPassword);
  if (owner.refused !== undefined) return owner;
  const row = owner.value;
  if (newPassword === oldPassword) return refuse('password_unchanged', { field: 'newPassword' });
  if (isTooCommon(newPassword, lastDigits(row.phone ?? '')))
    return refuse('password_too_common', { field: 'newPassword' });

  const hash = await passwords.hash(newPassword);
  const changed = await db.transaction(async (tx) => {
    if (!(await secretStore.replacePassword(tx, { memberId: row.id, checked: row.passwordHash, hash })))
      return undefined;
    const now = clock.now();
    const ended = await sessionStore.endOtherSessions(tx, {
      memberId: row.id,
      keep: member.sessionId,
      reason: 'password_changed',
      now,
    });
    const notice = await notify(tx, { userId: row.id, category: 'system', key: 'passwordChanged', at: now });
    const suspected = await noteTakeoverSignal(tx, deps, {
      userId: row.id,
      openedAt: row.createdAt,
      hasSecondFactor: row.hasSecondFactor,
      signal: 'password_changed',
    });
    return { ended, notices: [notice, suspected] };
  });
  // It changed between the check and here.
  if (!changed) return refuse('old_password_wrong', { field: 'oldPassword' });
  deps.pushes.endSessions(changed.ended);
  announce(deps, ...changed.notices);
  return done(null);
}

/** The member whose session it is, by the old password, or without it where a passkey was used a moment ago. */
async function checkOwner(
  deps: Deps,
  member: MemberCaller['member'],
  oldPassword: string | undefined,
): Promise<Result<memberStore.MemberAccount, 'password_required' | 'try_later' | 'old_password_wrong'>> {
  if (oldPassword === undefined) {
    const row = (await isFresh(deps, member, 'passkey'))
      ? await memberStore.memberById(deps.db, member.userId)
      : undefined;
    return row ? done(row) : refuse('password_required', { field: 'oldPassword' });
  }
  const checked = await checkLoginPassword(deps, member.userId, oldPassword);
  return checked.refused === 'wrong' ? refuse('old_password_wrong', { field: 'oldPassword' }) : checked;
}
