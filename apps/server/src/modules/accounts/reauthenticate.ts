import type { AssistantScope } from '@khara/contract';
import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import { done, refuse, type Done, type Refused, type Result } from '#src/kernel/result.ts';
import { checkSecondFactor, isSecondFactorOn } from './second-factor-codes.ts';
import * as memberStore from './member-store.ts';
import { SECRETS } from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { transactionPasswordCheck, type PasswordRefusal } from './transaction-password.ts';
import { ATTEMPT_LIMITS, forgetAttempts, takeAttempt } from './attempt-store.ts';

/** Age of a sign-in up to which no reauthentication is asked for. */
const FRESH_MS = 5 * 60_000;

/** What a call may bring to show whose it is. */
export type Proof = { readonly password?: string | undefined; readonly otp?: string | undefined };
export type ReauthenticationRefusal =
  | 'password_required'
  | 'try_later'
  | 'login_password_wrong'
  | 'second_factor_required'
  | 'otp_wrong';

/**
 * Whether it is the owner who sits at a session, and not a stranger who found it open: signed in within the
 * last five minutes, or the login password now, and with `factor` the second factor too where it is on. Asked
 * before a way to sign in is changed, and before sessions are ended. Of a practice account nothing is asked.
 * Refuses, in this order: password_required, try_later (ten wrong in 15 minutes), login_password_wrong,
 * second_factor_required, otp_wrong.
 */
export async function reauthenticate(
  deps: Deps,
  member: Member,
  { password, otp }: Proof,
  { factor = false } = {},
): Promise<Result<undefined, ReauthenticationRefusal>> {
  // Its session came from the one key that opens it, and it has no password to ask for.
  if (member.deviceOnly) return done(undefined);
  if (await isFresh(deps, member)) return done(undefined);
  if (password === undefined || password === '') return refuse('password_required', { field: 'password' });
  const checked = await checkLoginPassword(deps, member.userId, password);
  if (checked.refused === 'wrong') return refuse('login_password_wrong', { field: 'password' });
  if (checked.refused !== undefined) return checked;
  return factor ? checkSecondFactor(deps, member.userId, otp) : done(undefined);
}

/** What a call may bring to show that the owner of the account makes a key for programs, or lets an assistant in. */
type KeyProof = Proof & { readonly scope: AssistantScope; readonly transactionPassword?: string | undefined };

/**
 * Whether it is the owner who makes a key for programs or lets an assistant in: as `reauthenticate` with the
 * factor. What may trade stands for the transaction password, so it is typed now or remembered; a practice
 * account has none.
 */
export async function confirmProgramKey(
  deps: Deps,
  { member }: { readonly member: Member },
  { scope, transactionPassword, ...proof }: KeyProof,
): Promise<Result<undefined, ReauthenticationRefusal | PasswordRefusal | 'account_not_kept'>> {
  if (scope === 'trade' && member.deviceOnly) return refuse('account_not_kept');
  const owner = await reauthenticate(deps, member, proof, { factor: true });
  if (owner.refused !== undefined || scope !== 'trade') return owner;
  return transactionPasswordCheck(deps, member, transactionPassword);
}

/** What a call may bring to show that an account for payouts is changed by its owner. */
export type PayoutProof = Proof & { readonly transactionPassword?: string | undefined };
export type PayoutUnproved = ReauthenticationRefusal | PasswordRefusal;

/**
 * Whether it is the owner who decides where money goes: the second factor where it is on (a code, or a login
 * by passkey within the last five minutes), else both passwords. With `everything` both passwords and the
 * factor. A login that is fresh or a transaction password that is remembered never does. Refuses, in this
 * order: second_factor_required, otp_wrong (where the factor is enough); password_required,
 * transaction_password_required, try_later, login_password_wrong, what `transactionPasswordCheck` refuses;
 * then the factor.
 */
export async function confirmPayoutAccount(
  deps: Deps,
  member: Member,
  { password, otp, transactionPassword }: PayoutProof,
  { wants = 'factor_or_passwords' }: { readonly wants?: 'factor_or_passwords' | 'everything' } = {},
): Promise<Result<undefined, PayoutUnproved>> {
  if (wants === 'factor_or_passwords') {
    if (await isFresh(deps, member, 'passkey')) return done(undefined);
    if (await isSecondFactorOn(deps, member.userId)) return checkSecondFactor(deps, member.userId, otp);
  }
  if (!password) return refuse('password_required', { field: 'password' });
  if (transactionPassword === undefined) {
    return refuse('transaction_password_required', { field: 'transactionPassword' });
  }
  const checked = await checkLoginPassword(deps, member.userId, password);
  if (checked.refused === 'wrong') return refuse('login_password_wrong', { field: 'password' });
  if (checked.refused !== undefined) return checked;
  const known = await transactionPasswordCheck(deps, member, transactionPassword);
  if (known.refused !== undefined) return known;
  return checkSecondFactor(deps, member.userId, otp);
}

/** Whether a session was opened a moment ago; with `by`, in that way. */
export async function isFresh(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { sessionId }: Member,
  by?: sessionStore.SignInMethod,
): Promise<boolean> {
  const opening = await sessionStore.readOpening(deps.db, sessionId);
  if (!opening || (by !== undefined && opening.openedBy !== by)) return false;
  if (deps.clock.now() >= opening.at + FRESH_MS) return false;
  return isAsRecorded(deps, sessionStore.SESSIONS, sessionId);
}

/**
 * Whether this is a member's login password. Refuses, in this order: try_later (ten wrong in 15 minutes,
 * wherever they were typed), wrong.
 */
export async function checkLoginPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'log'>,
  memberId: string,
  password: string,
): Promise<Done<memberStore.MemberAccount> | Refused<'try_later'> | Refused<'wrong'>> {
  const { db, clock, passwords } = deps;
  const key = `old_password:${memberId}`;
  const waitMs = await takeAttempt(db, key, ATTEMPT_LIMITS.oldPassword, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const row = await memberStore.memberById(db, memberId);
  if (!row) throw new Error('A session belongs to no account');
  const isRight = await passwords.verify(password, row.passwordHash, memberId);
  if (!isRight || !(await isAsRecorded(deps, SECRETS, memberId))) return { refused: 'wrong' };
  await forgetAttempts(db, key);
  return done(row);
}
