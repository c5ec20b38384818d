import type { Deps } from '#src/kernel/deps.ts';
import { readRecoveryCode } from '#src/security/recovery-codes.ts';
import { stepOf } from '#src/security/totp.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { unseal } from '#src/security/vault.ts';
import * as factors from './second-factor-store.ts';
import { ATTEMPT_LIMITS, forgetAttempts, takeAttempt } from './attempt-limits.ts';

/** What a member's authenticator secret is bound to in the vault. */
export const belongsTo = (memberId: string) => [memberId, 'totp'];
export const triesKey = (memberId: string, from = 'member'): string => `otp:${memberId}:${from}`;

export type Wrong = 'try_later' | 'otp_wrong';

export async function isSecondFactorOn({ db }: Pick<Deps, 'db'>, memberId: string): Promise<boolean> {
  return (await factors.totpOf(db, memberId))?.isConfirmed === true;
}

/**
 * Checks a code of the second factor, or a recovery code, and uses it up: no code counts twice. Passes without one where the factor is off. Refuses, in
 * this order: second_factor_required, try_later (`from` has a budget of its own, so that a stranger elsewhere keeps no owner out), otp_wrong.
 */
export async function checkSecondFactor(
  deps: Deps,
  memberId: string,
  otp: string | undefined,
  from = 'member',
): Promise<Result<undefined, 'second_factor_required' | Wrong>> {
  if (!(await isSecondFactorOn(deps, memberId))) return done(undefined);
  if (otp === undefined || otp === '') return refuse('second_factor_required', { field: 'otp' });
  return useOtp(deps, memberId, otp, from);
}

export async function useOtp(
  deps: Deps,
  memberId: string,
  otp: string,
  from = 'member',
): Promise<Result<undefined, Wrong>> {
  const { db, clock } = deps;
  const key = triesKey(memberId, from);
  const waitMs = await takeAttempt(db, key, ATTEMPT_LIMITS.secondFactor, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const isRight = (await useStep(deps, memberId, otp)) || (await useRecoveryCode(deps, memberId, otp));
  if (!isRight) return refuse('otp_wrong', { field: 'otp' });
  await forgetAttempts(db, key);
  return done(undefined);
}

async function useStep(deps: Deps, memberId: string, otp: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const totp = await factors.totpOf(tx, memberId);
    if (!totp?.isConfirmed) return false;
    const step = memberStepOf(deps, memberId, totp, otp);
    if (step !== undefined) await factors.useStep(tx, memberId, step);
    return step !== undefined;
  });
}

async function useRecoveryCode({ db, clock, passwords }: Deps, memberId: string, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (!code) return false;
  const hash = await factors.recoveryCode(db, memberId, code.selector);
  if (!(await passwords.verify(code.text, hash)) || hash === undefined) return false;
  return factors.useRecoveryCode(db, { memberId, selector: code.selector, hash, now: clock.now() });
}

/** The step that a code of a member's authenticator is of, if it counts now. */
export const memberStepOf = (
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  memberId: string,
  totp: factors.TotpRow,
  otp: string,
): number | undefined => stepOf(unseal(keys.vault, totp, belongsTo(memberId)), otp, clock.now(), totp.lastStep);
