import type { Deps } from '../../deps.ts';
import type { Member } from '../../handler.ts';
import { done, refuse, type Done, type Refused, type Result } from '../../result.ts';
import { checkSecondFactor } from './second-factor-codes.ts';
import * as store from './store.ts';
import { BUDGETS, forgetTries, takeTry } from './tries.ts';

/** For so long after a sign-in nobody is asked again who they are. */
export const FRESH_MS = 5 * 60_000;

/** What a call may bring to show whose it is. */
export type Proof = { readonly password?: string | undefined; readonly otp?: string | undefined };
export type NotShown =
  | 'password_required'
  | 'try_later'
  | 'login_password_wrong'
  | 'second_factor_required'
  | 'otp_wrong';

/**
 * Whether it is the owner who sits at a session, and not somebody who found it open: signed in within the last five minutes, or the login password now, and
 * with `factor` the second factor too where it is on. Asked before what lets somebody in is changed, and before sessions are ended. Refuses, in this order:
 * password_required, try_later (ten wrong in 15 minutes), login_password_wrong, second_factor_required, otp_wrong.
 */
export async function confirmOwner(
  deps: Deps,
  member: Member,
  { password, otp }: Proof,
  { factor = false } = {},
): Promise<Result<undefined, NotShown>> {
  if (await isFresh(deps, member)) return done(undefined);
  if (password === undefined || password === '') return refuse('password_required', { field: 'password' });
  const checked = await checkLoginPassword(deps, member.userId, password);
  if (checked.refused === 'wrong') return refuse('login_password_wrong', { field: 'password' });
  if (checked.refused !== undefined) return checked;
  return factor ? checkSecondFactor(deps, member.userId, otp) : done(undefined);
}

/** Whether a session was opened a moment ago; with `by`, in that way. */
export async function isFresh(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { sessionId }: Member,
  by?: store.OpenedBy,
): Promise<boolean> {
  const opening = await store.openingOf(db, sessionId);
  if (!opening || (by !== undefined && opening.openedBy !== by)) return false;
  return clock.now() < opening.at + FRESH_MS;
}

/** Whether this is a member's login password. Refuses, in this order: try_later (ten wrong in 15 minutes, wherever they were typed), wrong. */
export async function checkLoginPassword(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  memberId: string,
  password: string,
): Promise<Done<store.MemberRow> | Refused<'try_later'> | Refused<'wrong'>> {
  const key = `old_password:${memberId}`;
  const waitMs = await takeTry(db, key, BUDGETS.oldPassword, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const row = await store.memberById(db, memberId);
  if (!row) throw new Error('A session belongs to no account');
  if (!(await passwords.verify(password, row.password_hash))) return { refused: 'wrong' };
  await forgetTries(db, key);
  return done(row);
}
