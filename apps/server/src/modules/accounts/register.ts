import type { Body, Data } from '@khara/contract';
import { announce, newUserTasks, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { toNetwork } from './network.ts';
import { carryLimits } from './kept-identity-store.ts';
import {
  countNewAccount,
  generateNickname,
  readRegistration,
  type RegistrationFlaw,
  withFreshInviteCode,
} from './new-member.ts';
import { newId, openSession } from './open-session.ts';
import * as memberStore from './member-store.ts';
import { generateTransactionPassword } from './transaction-password.ts';
import { userInfo } from './user-info.ts';

/**
 * Opens an account and signs in. Refuses, in this order: what `readRegistration` does, try_later (five
 * registrations an hour from one network, in a school a hundred), registration_refused: the phone is taken,
 * which takes as long to find out as opening an account does.
 */
export async function register(
  deps: Deps,
  caller: Guest,
  body: Body<'register'>,
): Promise<Result<Data<'register'>, RegistrationFlaw | 'registration_refused'>> {
  const network = toNetwork(caller.address);
  const read = await readRegistration(deps, network, body);
  if (read.refused !== undefined) return read;
  const waitMs = await countNewAccount(deps, 'register', network);
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const { phone, invitedBy } = read.value;
  const now = deps.clock.now();
  const transactionPassword = generateTransactionPassword(deps.random);
  const passwordHash = await deps.passwords.hash(body.password);
  const transactionPasswordHash = await deps.passwords.hash(transactionPassword);
  const id = newId(deps);
  const opened = await withFreshInviteCode(deps, (inviteCode) =>
    deps.db.transaction(async (tx) => {
      const inserted = await memberStore.insertMember(tx, {
        id,
        phone,
        nickname: body.nickname ?? generateNickname(deps.random),
        language: caller.language,
        inviteCode,
        invitedBy,
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
