import type { Body, Data } from '@khara/contract';
import { announce, newUserTasks, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { isTooCommon } from './common-passwords.ts';
import { toNetwork } from './network.ts';
import { carryLimits } from './kept-identity-store.ts';
import { generateNickname, registrationLimit, tryInviteCode, withFreshInviteCode } from './new-member.ts';
import { newId, openSession } from './open-session.ts';
import { lastDigits, readPhone } from './phone.ts';
import * as memberStore from './member-store.ts';
import { generateTransactionPassword } from './transaction-password.ts';
import { takeAttempt } from './attempt-store.ts';
import { userInfo } from './user-info.ts';

type Refusals =
  | 'invite_code_required'
  | 'invite_code_invalid'
  | 'agreement_required'
  | 'passwords_differ'
  | 'phone_invalid'
  | 'password_too_common'
  | 'registration_refused'
  | 'try_later';

/**
 * Opens an account and signs in. Refuses, in this order: the invitation code (first, so that a caller without
 * one learns nothing; try_later after twenty wrong ones an hour from one network, but never for the published
 * code), agreement_required, passwords_differ, phone_invalid, password_too_common, try_later (five
 * registrations an hour from one network, in a school a hundred), registration_refused: the phone is taken,
 * which takes as long to find out as opening an account does.
 */
export async function register(
  deps: Deps,
  caller: Guest,
  body: Body<'register'>,
): Promise<Result<Data<'register'>, Refusals>> {
  const network = toNetwork(caller.address);
  const invited = await tryInviteCode(deps, network, body.inviteCode);
  if (invited.refused !== undefined) return invited;
  if (body.agree !== true) return refuse('agreement_required', { field: 'agree' });
  if (body.confirmPassword !== undefined && body.confirmPassword !== body.password) {
    return refuse('passwords_differ', { field: 'confirmPassword' });
  }
  const phone = readPhone(body.phone);
  if (phone === undefined) return refuse('phone_invalid', { field: 'phone' });
  if (isTooCommon(body.password, lastDigits(phone))) return refuse('password_too_common', { field: 'password' });

  const now = deps.clock.now();
  const waitMs = await takeAttempt(deps.db, `register:${network}`, registrationLimit(deps), now);
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const transactionPassword = generateTransactionPassword(deps.random);
  const passwordHash = await deps.passwords.hash(body.password);
  const transactionPasswordHash = await deps.passwords.hash(transactionPassword);
  const id = newId(deps);
  const opened = await withFreshInviteCode(deps, (inviteCode) =>
    deps.db.transaction(async (tx) => {
      const inserted = await memberStore.insertMember(tx, {
        id,
        phone,
        nickname: generateNickname(deps.random),
        language: caller.language,
        inviteCode,
        invitedBy: invited.value,
        passwordHash,
        transactionPasswordHash,
        now,
      });
      if (!inserted) return undefined;
      const session = await openSession(tx, deps, { memberId: id, caller, openedBy: 'registration' });
      const welcome = { userId: id, category: 'system', key: 'welcome', at: now } as const;
      const carried = await carryLimits(tx, deps, id, { phone });
      const notices = await notifyAll(tx, [welcome, ...carried, ...newUserTasks(id, now)]);
      const member = await memberStore.memberById(tx, id);
      return { session, notices, member };
    }),
  );
  if (!opened?.member) return refuse('registration_refused');
  deps.pushes.endSessions(opened.session.ended);
  announce(deps, ...opened.notices);
  const { token, device } = opened.session;
  return done({
    token,
    device,
    userInfo: await userInfo(deps, opened.member),
    defaultTransactionPassword: transactionPassword,
  });
}
