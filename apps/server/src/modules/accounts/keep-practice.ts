import type { Body, Data } from '@khara/contract';
import { announce, newUserTasks, notifyAll } from '#modules/notices/index.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { carryLimits } from './kept-identity-store.ts';
import { proveDevice } from './device-key.ts';
import * as memberStore from './member-store.ts';
import { toNetwork } from './network.ts';
import { countNewAccount, readRegistration, type RegistrationFlaw } from './new-member.ts';
import { checkLoginPassword } from './reauthenticate.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { userInfo } from './user-info.ts';

type Refusals = RegistrationFlaw | 'account_kept' | 'device_key_refused' | 'phone_taken';

/**
 * Gives a practice account a phone and both passwords, in the place of its device's key. Its session goes on, and asks
 * for the transaction password from now on; others end. Refuses, in this order: what registration refuses of its
 * fields; account_kept: it has another phone or password already (the same again is answered as the first time);
 * try_later, counted with registrations; device_key_refused; phone_taken.
 */
export async function keepPracticeAccount(
  deps: Deps,
  { member, address }: MemberCaller,
  body: Body<'keepPracticeAccount'>,
): Promise<Result<Data<'keepPracticeAccount'>, Refusals>> {
  const network = toNetwork(address);
  const read = await readRegistration(deps, network, body);
  if (read.refused !== undefined) return read;
  const { phone, invitedBy } = read.value;
  if (!member.deviceOnly) return answerAgain(deps, member.userId, phone, body.password);

  const waitMs = await countNewAccount(deps, 'register', network);
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const device = await proveDevice(deps, body);
  if (!device) return refuse('device_key_refused');
  const passwordHash = await deps.passwords.hash(body.password);
  const transactionPasswordHash = await deps.passwords.hash(body.transactionPassword);
  const kept = await keep(deps, {
    memberId: member.userId,
    sessionId: member.sessionId,
    deviceKey: device.deviceKey,
    phone,
    passwordHash,
    transactionPasswordHash,
    nickname: body.nickname,
    invitedBy,
    now: deps.clock.now(),
  });
  if (kept === 'phone_taken') return refuse('phone_taken', { field: 'phone' });
  return kept ? done(kept) : answerAgain(deps, member.userId, phone, body.password);
}

/** Undefined where it was kept already, or is of another device. */
async function keep(
  deps: Deps,
  kept: secretStore.KeptWith & { readonly sessionId: string; readonly nickname: string | undefined },
): Promise<Data<'keepPracticeAccount'> | 'phone_taken' | undefined> {
  const { memberId: userId, sessionId, phone, nickname, now } = kept;
  const changed = await deps.db
    .transaction(async (tx) => {
      if (!(await secretStore.keepWithPhone(tx, kept))) return undefined;
      if (nickname !== undefined) await memberStore.setNickname(tx, userId, nickname);
      const told = { userId, category: 'system', key: 'accountKept', at: now } as const;
      const carried = await carryLimits(tx, deps, userId, { phone });
      const notices = await notifyAll(tx, [told, ...carried, ...newUserTasks(userId, now, ['kyc'])]);
      const end = { memberId: userId, keep: sessionId, reason: 'account_kept', now };
      const ended = await sessionStore.endOtherSessions(tx, end);
      return { notices, ended, tokens: await sessionStore.noteSessionsChanged(tx, userId, now) };
    })
    .catch((error: unknown) => {
      if (memberStore.isPhoneClash(error)) return 'phone_taken' as const;
      throw error;
    });
  if (changed === undefined || changed === 'phone_taken') return changed;
  deps.pushes.endSessions(changed.ended);
  deps.pushes.forgetSessions(changed.tokens);
  announce(deps, ...changed.notices);
  return { userInfo: await userInfo(deps, await readMember(deps, userId)) };
}

/** The answer that was lost, for those who send the same again. */
async function answerAgain(
  deps: Deps,
  memberId: string,
  phone: string,
  password: string,
): Promise<Result<Data<'keepPracticeAccount'>, 'account_kept' | 'device_key_refused' | 'try_later'>> {
  const row = await readMember(deps, memberId);
  if (row.deviceKey !== undefined) return refuse('device_key_refused');
  if (row.phone !== phone) return refuse('account_kept');
  const checked = await checkLoginPassword(deps, memberId, password);
  if (checked.refused === 'wrong') return refuse('account_kept');
  return checked.refused === undefined ? done({ userInfo: await userInfo(deps, checked.value) }) : checked;
}

async function readMember({ db }: Deps, id: string): Promise<memberStore.MemberAccount> {
  const row = await memberStore.memberById(db, id);
  if (!row) throw new Error('A session belongs to no account');
  return row;
}
