import { createHmac } from 'node:crypto';
import type { Body, Data } from '@khara/contract';
import { noteTakeoverSignal, type TakeoverSignal } from '#modules/credit/index.ts';
import { isAsRecorded } from '#modules/ledger/index.ts';
import { announce } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { toNetwork } from './network.ts';
import { openSession } from './open-session.ts';
import { readPhone } from './phone.ts';
import { deviceKnownTo, notifyOfNewDevice } from './devices.ts';
import { hashToken } from './sessions.ts';
import { checkSecondFactor } from './second-factor-codes.ts';
import * as memberStore from './member-store.ts';
import * as secretStore from './secret-store.ts';
import type { MemberAccount } from './member-store.ts';
import { ATTEMPT_LIMITS, forgetAttempts, giveBackAttempt, takeAttempt } from './attempt-store.ts';
import { userInfo } from './user-info.ts';

type Refusals = 'phone_invalid' | 'credentials_invalid' | 'try_later' | 'second_factor_required' | 'otp_wrong';

/**
 * Signs in with phone and password. An unknown phone and a wrong password differ in nothing: counters, one
 * password hash, answer and text are the same. A device that the account knows has a limit of failures of
 * its own; others share one per network and one per phone, so that guessing elsewhere never keeps the owner
 * out. Refuses, in this order: phone_invalid, try_later (`retryAfter` in seconds), credentials_invalid, and
 * where a second factor is on second_factor_required, try_later, otp_wrong.
 */
export async function signIn(
  deps: Deps,
  caller: Guest,
  body: Body<'signIn'>,
): Promise<Result<Data<'signIn'>, Refusals>> {
  const phone = readPhone(body.phone);
  if (phone === undefined) return refuse('phone_invalid', { field: 'phone' });
  const member = await memberStore.memberByPhone(deps.db, phone);
  const knownDevice = await deviceKnownTo(deps, member, caller.device);

  const limits = knownDevice === undefined ? strangerLimits(deps, caller, phone) : [deviceLimit(member, knownDevice)];
  const waitMs = await takeFromAll(deps, limits);
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const right = await deps.passwords.verify(body.password, member?.passwordHash);
  const hash = member?.passwordHash;
  if (!right || !member || hash === undefined || !(await isAsRecorded(deps, secretStore.SECRETS, member.id))) {
    return refuse('credentials_invalid');
  }

  for (const { key, forgiven } of limits) {
    await (forgiven ? forgetAttempts(deps.db, key) : giveBackAttempt(deps.db, key));
  }
  const from = knownDevice === undefined ? 'elsewhere' : hashToken(knownDevice).toString('base64url');
  const second = await checkSecondFactor(deps, member.id, body.otp, from);
  if (second.refused !== undefined) return second;

  const rehashed = deps.passwords.isStale(hash) ? await deps.passwords.hash(body.password) : undefined;
  const opened = await deps.db.transaction(async (tx) => {
    // Checking takes a moment. A member who changes a password that others know must not find one of them
    // signed in afterwards.
    if (!(await memberStore.isStillAsChecked(tx, member))) return undefined;
    if (rehashed !== undefined) {
      await secretStore.replacePassword(tx, { memberId: member.id, checked: hash, hash: rehashed });
    }
    await memberStore.setLanguage(tx, member.id, caller.language);
    const session = await openSession(tx, deps, { memberId: member.id, caller, knownDevice, openedBy: 'password' });
    if (knownDevice !== undefined) return { ...session, notices: [] };
    const notice = await notifyOfNewDevice(tx, deps, member.id, caller);
    return { ...session, notices: [notice, await noteTakeoverSignal(tx, deps, strangeDevice(member))] };
  });
  if (!opened) return refuse('credentials_invalid');
  deps.pushes.endSessions(opened.ended);
  announce(deps, ...opened.notices);
  const { token, device } = opened;
  return done({ token, device, userInfo: await userInfo(deps, { ...member, language: caller.language }) });
}

const strangeDevice = (member: MemberAccount): TakeoverSignal => ({
  userId: member.id,
  openedAt: member.createdAt,
  hasSecondFactor: member.hasSecondFactor,
  signal: 'new_device',
});

export type KeyedLimit = {
  readonly key: string;
  readonly limit: (typeof ATTEMPT_LIMITS)[keyof typeof ATTEMPT_LIMITS];
  /** A success clears it altogether; otherwise it only gives back its own try. */
  readonly forgiven: boolean;
};

/** A phone in a counter's key: whether or not there is such an account, and unreadable without the pepper. */
const phoneKey = (deps: Deps, phone: string): string =>
  `phone:${createHmac('sha256', deps.keys.passwordPepper.key).update(phone).digest('base64url')}`;

export const strangerLimits = (deps: Deps, caller: Guest, phone: string): readonly KeyedLimit[] => [
  { key: `network:${toNetwork(caller.address)}`, limit: ATTEMPT_LIMITS.network, forgiven: false },
  { key: phoneKey(deps, phone), limit: ATTEMPT_LIMITS.unknownDevice, forgiven: true },
];

const deviceLimit = (member: MemberAccount | undefined, device: string): KeyedLimit => ({
  key: `device:${member?.id}:${hashToken(device).toString('base64url')}`,
  limit: ATTEMPT_LIMITS.knownDevice,
  forgiven: true,
});

/** Takes one try from each limit, or from none. Answers 0 or the ms to wait. */
export async function takeFromAll(deps: Deps, limits: readonly KeyedLimit[]): Promise<number> {
  const taken: string[] = [];
  for (const { key, limit } of limits) {
    const waitMs = await takeAttempt(deps.db, key, limit, deps.clock.now());
    if (waitMs > 0) {
      for (const earlier of taken) await giveBackAttempt(deps.db, earlier);
      return waitMs;
    }
    taken.push(key);
  }
  return 0;
}
