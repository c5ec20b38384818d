import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { SealedTable } from '#src/security/sealed-table.ts';
import { stepNow, useCode, type Factor, type OwnFactor } from '#src/security/second-factor.ts';
import * as factors from './second-factor-store.ts';
import { ATTEMPT_LIMITS, forgetAttempts, takeAttempt } from './attempt-store.ts';

/** What a member's authenticator secret is bound to in the vault. */
export const belongsTo = (memberId: string) => [memberId, 'totp'];

/** Authenticators' secrets whose keys the vault wraps. */
export const SEALED_AUTHENTICATORS: SealedTable = {
  table: 'accounts.totp',
  id: 'member_id',
  columns: [],
  belongsTo: ({ memberId = '' }) => belongsTo(memberId),
};
export const triesKey = (memberId: string, from = 'member'): string => `otp:${memberId}:${from}`;

export type CodeRefusal = 'try_later' | 'otp_wrong';

export async function isSecondFactorOn({ db }: Pick<Deps, 'db'>, memberId: string): Promise<boolean> {
  return (await factors.readTotp(db, memberId))?.isConfirmed === true;
}

/** Whether a factor, or that there is none, is what the log says: one that was deleted by hand is still asked for. */
export const isFactorAsRecorded = (deps: Deps, memberId: string): Promise<boolean> =>
  isAsRecorded(deps, factors.AUTHENTICATORS, memberId);

/**
 * Checks a code of the second factor, or a recovery code, and uses it up: no code counts twice. Passes
 * without one where the factor is off. Refuses, in this order: second_factor_required, try_later (`from` has
 * a limit of its own, so that a stranger elsewhere keeps no owner out), otp_wrong.
 */
export async function checkSecondFactor(
  deps: Deps,
  memberId: string,
  otp: string | undefined,
  from = 'member',
): Promise<Result<undefined, 'second_factor_required' | CodeRefusal>> {
  if (!(await isSecondFactorOn(deps, memberId)))
    return (await isFactorAsRecorded(deps, memberId)) ? done(undefined) : refuse('otp_wrong', { field: 'otp' });
  if (otp === undefined || otp === '') return refuse('second_factor_required', { field: 'otp' });
  return useOtp(deps, memberId, otp, from);
}

export async function useOtp(
  deps: Deps,
  memberId: string,
  otp: string,
  from = 'member',
): Promise<Result<undefined, CodeRefusal>> {
  const { db, clock } = deps;
  const key = triesKey(memberId, from);
  const waitMs = await takeAttempt(db, key, ATTEMPT_LIMITS.secondFactor, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  if (!(await isFactorAsRecorded(deps, memberId)) || !(await useCode(deps, memberFactor(deps, memberId), otp)))
    return refuse('otp_wrong', { field: 'otp' });
  await forgetAttempts(db, key);
  return done(undefined);
}

/** A member's second factor, for what members and staff have in common. */
const memberFactor = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, memberId: string): OwnFactor => ({
  db,
  belongsTo: belongsTo(memberId),
  find: (at) => factors.readTotp(at, memberId),
  useStep: (tx, step) => factors.useStep(tx, memberId, step),
  recoveryCode: (selector) => factors.recoveryCode(db, memberId, selector),
  useRecoveryCode: (code) =>
    db.transaction((tx) => factors.useRecoveryCode(tx, { memberId, ...code, now: clock.now() })),
});

/** The step that a code of a member's authenticator is of, if it counts now. */
export const findMemberStep = (
  deps: Pick<Deps, 'keys' | 'clock'>,
  memberId: string,
  totp: Factor,
  otp: string,
): number | undefined => stepNow(deps, belongsTo(memberId), totp, otp);
