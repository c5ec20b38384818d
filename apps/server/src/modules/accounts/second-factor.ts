import type { Body, Data } from '@khara/contract';
import { cureCredit } from '#modules/credit/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { isStillOpen, newRecoveryCodes, newSecret } from '#src/security/second-factor.ts';
import { enrolmentDetails } from '#src/security/totp.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { reauthenticate, type ReauthenticationRefusal } from './reauthenticate.ts';
import { maskPhone } from './phone.ts';
import {
  belongsTo,
  isFactorAsRecorded,
  isSecondFactorOn,
  findMemberStep,
  triesKey,
  useOtp,
  type CodeRefusal,
} from './second-factor-codes.ts';
import * as factors from './second-factor-store.ts';
import * as memberStore from './member-store.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { ATTEMPT_LIMITS, forgetAttempts, takeAttempt } from './attempt-store.ts';

/**
 * Generates a secret for an authenticator, answered once. An earlier one that was never confirmed is forgotten.
 * Refuses, in this order: what shows that the caller is no owner (reauthenticate.ts), totp_already_on.
 */
export async function totpSetup(
  deps: Deps,
  { member }: MemberCaller,
  proof: Body<'totpSetup'>,
): Promise<Result<Data<'totpSetup'>, ReauthenticationRefusal | 'totp_already_on'>> {
  const { db, clock } = deps;
  const owner = await reauthenticate(deps, member, proof);
  if (owner.refused !== undefined) return owner;
  const row = await memberStore.memberById(db, member.userId);
  if (!row) throw new Error('A session belongs to no account');
  // One that was deleted by hand is on as before.
  if (!(await isFactorAsRecorded(deps, member.userId))) return refuse('totp_already_on');
  const { secret, sealed } = newSecret(deps, belongsTo(member.userId));
  if (!(await factors.replaceTotp(db, member.userId, sealed, clock.now()))) return refuse('totp_already_on');
  return done(enrolmentDetails(secret, maskPhone(row.phone)));
}

/**
 * Switches the second factor on by a first code. Refuses, in this order: totp_not_set_up, totp_already_on,
 * try_later, otp_wrong.
 */
export async function totpConfirm(
  deps: Deps,
  { member }: MemberCaller,
  { otp }: { readonly otp: string },
): Promise<Result<Data<'totpConfirm'>, 'totp_not_set_up' | 'totp_already_on' | CodeRefusal>> {
  const { db, clock } = deps;
  const found = await factors.readTotp(db, member.userId);
  if (!found) return refuse('totp_not_set_up');
  if (found.isConfirmed) return refuse('totp_already_on');
  const waitMs = await takeAttempt(db, triesKey(member.userId), ATTEMPT_LIMITS.secondFactor, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  // Decided here: hashing takes a moment, in which the code may cease to be shown.
  const step = findMemberStep(deps, member.userId, found, otp);
  if (step === undefined) return refuse('otp_wrong', { field: 'otp' });
  const { shown, hashed } = await newRecoveryCodes(deps, member.userId);
  const changed = await db.transaction(async (tx) => {
    const totp = await factors.readTotp(tx, member.userId);
    if (!isStillOpen(totp, found)) return undefined; // another page was faster
    await factors.confirmTotp(tx, member.userId, step, clock.now());
    await factors.insertRecoveryCodes(tx, member.userId, hashed);
    // An owner of a second factor is authenticated.
    const healed = await cureCredit(tx, deps, { userId: member.userId, rule: 'takeover_signals' });
    return { ...(await changeOfFactor(tx, deps, member, 'secondFactorOn')), healed };
  });
  if (!changed) return refuse('otp_wrong', { field: 'otp' });
  await forgetAttempts(db, triesKey(member.userId));
  deps.pushes.endSessions(changed.ended);
  announce(deps, changed.notice);
  announce(deps, changed.healed);
  return done({ recoveryCodes: shown });
}

/**
 * Switches the second factor off, by a code of it and the login password. Refuses, in this order:
 * totp_not_set_up, what shows that the caller is no owner (reauthenticate.ts), try_later, otp_wrong.
 */
export async function totpDisable(
  deps: Deps,
  { member }: MemberCaller,
  { otp, password }: Body<'totpDisable'>,
): Promise<Result<null, 'totp_not_set_up' | ReauthenticationRefusal | CodeRefusal>> {
  if (!(await isSecondFactorOn(deps, member.userId))) return refuse('totp_not_set_up');
  const owner = await reauthenticate(deps, member, { password });
  if (owner.refused !== undefined) return owner;
  const checked = await useOtp(deps, member.userId, otp);
  if (checked.refused !== undefined) return checked;
  const changed = await deps.db.transaction(async (tx) => {
    await factors.removeTotp(tx, member.userId);
    return changeOfFactor(tx, deps, member, 'secondFactorOff');
  });
  deps.pushes.endSessions(changed.ended);
  announce(deps, changed.notice);
  return done(null);
}

/** What follows each change of the second factor: the other sessions end, and the owner gets a notice. */
async function changeOfFactor(
  tx: Tx,
  { clock }: Deps,
  { userId, sessionId }: MemberCaller['member'],
  key: 'secondFactorOn' | 'secondFactorOff',
) {
  const now = clock.now();
  // A sign-in that was checked without the factor opens before, and ends here, or not at all.
  await secretStore.holdMember(tx, userId);
  const ended = await sessionStore.endOtherSessions(tx, {
    memberId: userId,
    keep: sessionId,
    reason: 'second_factor_changed',
    now,
  });
  return { ended, notice: await notify(tx, { userId, category: 'system', key, at: now }) };
}
