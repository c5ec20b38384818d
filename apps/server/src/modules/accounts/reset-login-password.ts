import type { Body } from '@khara/contract';
import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { readRecoveryCode } from '#src/security/recovery-codes.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { isTooCommon } from './common-passwords.ts';
import { SECURITY_PAGE } from './devices.ts';
import { lastDigits, readPhone } from './phone.ts';
import { WITHDRAWALS_WAIT_MS } from './reset-transaction-password.ts';
import { isFactorAsRecorded, findMemberStep } from './second-factor-codes.ts';
import * as factors from './second-factor-store.ts';
import { strangerLimits, takeFromAll } from './sign-in.ts';
import * as memberStore from './member-store.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { forgetAttempts, giveBackAttempt } from './attempt-store.ts';

type Refusals = 'phone_invalid' | 'passwords_differ' | 'password_too_common' | 'try_later' | 'reset_refused';

/**
 * Sets a forgotten login password anew, by a code of the authenticator and a recovery code, both at once:
 * what is switched on is never gone round, and a found list of codes opens nothing alone. All sessions end,
 * withdrawals wait 24 hours, and signing in asks for the second factor as ever. An account without one has no
 * such way: its owner and a thief would look alike. An unknown phone and a wrong code answer alike, and count
 * as failed sign-ins do. Refuses, in this order: phone_invalid, passwords_differ, password_too_common,
 * try_later, reset_refused.
 */
export async function resetLoginPassword(
  deps: Deps,
  caller: Guest,
  { otp, recoveryCode, newPassword, confirmPassword, ...body }: Body<'resetLoginPassword'>,
): Promise<Result<null, Refusals>> {
  const { db, passwords } = deps;
  const phone = readPhone(body.phone);
  if (phone === undefined) return refuse('phone_invalid', { field: 'phone' });
  if (confirmPassword !== undefined && confirmPassword !== newPassword) {
    return refuse('passwords_differ', { field: 'confirmPassword' });
  }
  if (isTooCommon(newPassword, lastDigits(phone))) return refuse('password_too_common', { field: 'newPassword' });
  const limits = strangerLimits(deps, caller, phone);
  const waitMs = await takeFromAll(deps, limits);
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const code = readRecoveryCode(recoveryCode);
  const memberId = (await memberStore.memberByPhone(db, phone))?.id ?? '';
  const codeHash = await factors.recoveryCode(db, memberId, code?.selector ?? '');
  const isCode = await passwords.verify(code?.text ?? '', codeHash);
  if (!isCode || !(await isFactorAsRecorded(deps, memberId)) || !code || codeHash === undefined)
    return refuse('reset_refused');
  const changed = await changeLoginPassword(deps, memberId, { otp, selector: code.selector, codeHash, newPassword });
  if (!changed) return refuse('reset_refused');
  for (const { key, forgiven } of limits) await (forgiven ? forgetAttempts(db, key) : giveBackAttempt(db, key));
  deps.pushes.endSessions(changed.ended);
  announce(deps, changed.notice);
  return done(null);
}

/** Uses both codes up and changes the password, or does neither. */
async function changeLoginPassword(
  deps: Deps,
  memberId: string,
  given: {
    readonly otp: string;
    readonly selector: string;
    readonly codeHash: string;
    readonly newPassword: string;
  },
) {
  const { db, clock, passwords } = deps;
  const now = clock.now();
  const found = await factors.readTotp(db, memberId);
  const step = found?.isConfirmed ? findMemberStep(deps, memberId, found, given.otp) : undefined;
  if (step === undefined) return undefined;
  const hash = await passwords.hash(given.newPassword);
  return db.transaction(async (tx) => {
    const totp = await factors.readTotp(tx, memberId); // locked: two that bring the same codes follow one another
    if (!totp?.isConfirmed || totp.lastStep >= step) return undefined;
    const use = { memberId, selector: given.selector, hash: given.codeHash, now };
    if (!(await factors.useRecoveryCode(tx, use))) return undefined;
    await factors.useStep(tx, memberId, step);
    await secretStore.resetPassword(tx, { memberId, hash, withdrawalsFrom: now + WITHDRAWALS_WAIT_MS });
    return {
      ended: await sessionStore.endOtherSessions(tx, { memberId, reason: 'password_reset', now }),
      notice: await notify(tx, {
        userId: memberId,
        category: 'system',
        key: 'passwordReset',
        link: SECURITY_PAGE,
        at: now,
      }),
    };
  });
}
