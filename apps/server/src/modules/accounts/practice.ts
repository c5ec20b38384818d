import type { Body, Data } from '@khara/contract';
import { PRACTICE_START_PAISE } from '@khara/rules';
import * as ledger from '#modules/ledger/index.ts';
import { announce, newUserTasks, notifyAll } from '#modules/notices/index.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { Tx } from '#src/ports/database.ts';
import { ATTEMPT_LIMITS, giveBackAttempt, takeAttempt } from './attempt-store.ts';
import { proveDevice, type ProvedDevice } from './device-key.ts';
import { deviceKnownTo } from './devices.ts';
import * as memberStore from './member-store.ts';
import { toNetwork } from './network.ts';
import { generateNickname, countNewAccount, withFreshInviteCode } from './new-member.ts';
import { newId, openSession } from './open-session.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { userInfo } from './user-info.ts';

type SignedIn = Data<'practiceSignIn'>;

/**
 * Opens a practice account for the key of a device, with its paper money, and signs in; with a key that has one it
 * signs in to that. Refuses, in this order: agreement_required, try_later (30 failures of one network in 15 minutes),
 * device_key_refused, too_many_practice_accounts (five an hour from one network, in a school a hundred; `minutes`).
 */
export async function openPracticeAccount(
  deps: Deps,
  caller: Guest,
  { agree, ...proof }: Body<'openPracticeAccount'>,
): Promise<Result<SignedIn, 'agreement_required' | 'device_key_refused' | 'too_many_practice_accounts' | 'try_later'>> {
  if (agree !== true) return refuse('agreement_required', { field: 'agree' });
  const proved = await proveWithinLimit(deps, caller, proof);
  if (proved.refused !== undefined) return proved;
  const device = proved.value;
  if (!(await memberStore.memberByDeviceKey(deps.db, device.deviceKey))) {
    const waitMs = await countNewAccount(deps, 'practice', toNetwork(caller.address));
    if (waitMs > 0) {
      const details = { retryAfter: Math.ceil(waitMs / 1000), minutes: Math.ceil(waitMs / 60_000) };
      return refuse('too_many_practice_accounts', { details });
    }
    const opened = await openDeviceAccount(deps, caller, device);
    if (opened) return done(opened.signedIn);
    // Another tab of the same browser was faster.
  }
  const signedIn = await signInTo(deps, caller, device);
  return signedIn ? done(signedIn) : refuse('device_key_refused');
}

/**
 * Signs in to a practice account. Refuses, in this order: try_later (as above), device_key_refused,
 * device_key_unknown: no account has this key, or it was kept with a phone number since.
 */
export async function practiceSignIn(
  deps: Deps,
  caller: Guest,
  proof: Body<'practiceSignIn'>,
): Promise<Result<SignedIn, 'device_key_refused' | 'device_key_unknown' | 'try_later'>> {
  const proved = await proveWithinLimit(deps, caller, proof);
  if (proved.refused !== undefined) return proved;
  const signedIn = await signInTo(deps, caller, proved.value);
  return signedIn ? done(signedIn) : refuse('device_key_unknown');
}

async function proveWithinLimit(
  deps: Deps,
  caller: Guest,
  proof: Body<'practiceSignIn'>,
): Promise<Result<ProvedDevice, 'device_key_refused' | 'try_later'>> {
  const key = `network:${toNetwork(caller.address)}`;
  const waitMs = await takeAttempt(deps.db, key, ATTEMPT_LIMITS.network, deps.clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const device = await proveDevice(deps, proof);
  if (!device) return refuse('device_key_refused');
  await giveBackAttempt(deps.db, key);
  return done(device);
}

/** What a seat of a class has beside a practice account: other paper money, and its place, in the same transaction. */
export type SeatToOpen<T> = {
  readonly startPaise: bigint;
  /** Undefined: there is no place, and no account is opened. */
  readonly take: (tx: Tx, memberId: string) => Promise<T | undefined>;
};

/** Undefined where another call opened one for the same key, or there is no seat. */
export async function openDeviceAccount<T = undefined>(
  deps: Deps,
  caller: Guest,
  device: ProvedDevice,
  seat?: SeatToOpen<T>,
): Promise<{ readonly signedIn: SignedIn; readonly place: T | undefined } | undefined> {
  const now = deps.clock.now();
  const id = newId(deps);
  const opened = await withFreshInviteCode(deps, (inviteCode) =>
    deps.db.transaction(async (tx) => {
      const { language } = caller;
      const nickname = generateNickname(deps.random);
      const { deviceKey } = device;
      const row = { id, nickname, language, inviteCode, invitedBy: undefined, deviceKey, isSeat: !!seat, now };
      if (!(await memberStore.insertMember(tx, row))) return undefined;
      await payPracticeStart(tx, deps, id, seat?.startPaise ?? PRACTICE_START_PAISE);
      const session = await openSession(tx, deps, { memberId: id, caller, openedBy: 'device_key' });
      const welcome = { userId: id, category: 'system', key: 'welcomePractice', at: now } as const;
      const sent = [...(seat ? [] : [welcome]), ...newUserTasks(id, now, ['order'])];
      const notices = await notifyAll(tx, sent);
      const member = await memberStore.memberById(tx, id);
      // Last: who joins a class at the same time waits here for the others.
      const place = await seat?.take(tx, id);
      if (seat && place === undefined) throw new NoPlace();
      return { session, place, notices, member };
    }),
  ).catch((error: unknown) => {
    if (error instanceof NoPlace) return undefined;
    throw error;
  });
  if (!opened?.member) return undefined;
  announce(deps, ...opened.notices);
  const { token, device: known } = opened.session;
  return { signedIn: { token, device: known, userInfo: await userInfo(deps, opened.member) }, place: opened.place };
}

/** Takes the account back that was about to be opened. */
class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/** 301 → 101: no rail brings it, and an account gets it once, as it is opened. */
async function payPracticeStart(tx: Tx, { market }: Deps, memberId: string, amount: bigint): Promise<void> {
  const { marketDate } = market.now();
  const owner = ledger.userOwner(memberId);
  await ledger.addSources(tx, marketDate, [
    { type: 'practice', id: memberId, purpose: 'practice_start', owner, asset: 'INR', amount },
  ]);
  const lines = [ledger.move(ledger.railIn('INR'), -amount), ledger.move(ledger.available(memberId), amount)];
  const posted = await ledger.post(tx, { kind: 'practice_start', ref: memberId, actor: 'system', marketDate, lines });
  if (posted.refused !== undefined) throw new Error(`The start of ${memberId} was refused: ${posted.refused}`);
}

/**
 * Moves a practice account to the device that calls: the one before is known no more, and its sessions end. Undefined
 * where it has a phone by now, or the device has an account of its own.
 */
export async function moveToDevice(
  deps: Deps,
  caller: Guest,
  memberId: string,
  device: ProvedDevice,
): Promise<SignedIn | undefined> {
  if (await memberStore.memberByDeviceKey(deps.db, device.deviceKey)) return undefined;
  const moved = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (!(await secretStore.replaceDeviceKey(tx, { memberId, deviceKey: device.deviceKey, now }))) return undefined;
    const ended = await sessionStore.endOtherSessions(tx, { memberId, reason: 'device_moved', now });
    const session = await openSession(tx, deps, { memberId, caller, openedBy: 'device_key' });
    return { session, ended: [...session.ended, ...ended] };
  });
  if (!moved) return undefined;
  deps.pushes.endSessions(moved.ended);
  const member = await memberStore.memberById(deps.db, memberId);
  const { token, device: known } = moved.session;
  return member && { token, device: known, userInfo: await userInfo(deps, member) };
}

/**
 * Shuts a practice account: no device has its key from now on, and its sessions end. It is erased once nothing of it is
 * under way. Answers the sessions, which hear of it after the commit.
 */
export async function shutPractice(
  tx: Tx,
  { random, clock }: Pick<Deps, 'random' | 'clock'>,
  memberId: string,
): Promise<readonly string[]> {
  const now = clock.now();
  if (!(await secretStore.replaceDeviceKey(tx, { memberId, deviceKey: random.bytes(32), now }))) return [];
  return sessionStore.endOtherSessions(tx, { memberId, reason: 'account_closed', now });
}

/** Undefined where no account has the key. */
export async function signInTo(deps: Deps, caller: Guest, device: ProvedDevice): Promise<SignedIn | undefined> {
  const member = await memberStore.memberByDeviceKey(deps.db, device.deviceKey);
  if (!member || !(await ledger.isAsRecorded(deps, secretStore.SECRETS, member.id))) return undefined;
  const knownDevice = await deviceKnownTo(deps, member, caller.device);
  const opened = await deps.db.transaction(async (tx) => {
    const use = { ...device, memberId: member.id, now: deps.clock.now() };
    if (!(await secretStore.noteDeviceSignIn(tx, use))) return undefined;
    await memberStore.setLanguage(tx, member.id, caller.language);
    return openSession(tx, deps, { memberId: member.id, caller, knownDevice, openedBy: 'device_key' });
  });
  if (!opened) return undefined;
  deps.pushes.endSessions(opened.ended);
  const { token, device: known } = opened;
  return { token, device: known, userInfo: await userInfo(deps, { ...member, language: caller.language }) };
}
