import type { Body, Data } from '@khara/contract';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { reauthenticate, type ReauthenticationRefusal } from './reauthenticate.ts';
import { SECURITY_PAGE } from './devices.ts';
import { liveSince } from './sessions.ts';
import * as sessionStore from './session-store.ts';

/** Where an account is signed in. */
export async function listSessions(
  { db, clock }: Deps,
  { member }: MemberCaller,
): Promise<Result<Data<'sessions'>, never>> {
  const rows = await sessionStore.liveSessions(db, member.userId, liveSince(clock.now()));
  const list = rows.map((row) => ({
    id: row.id,
    device: row.userAgent,
    ip: row.address,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    current: row.id === member.sessionId,
  }));
  return done({ list, nextCursor: null });
}

/**
 * Ends one session of one's own, this one too. One that has ended already is no reason to refuse; another
 * member's is as unknown as none. Refuses, in this order: not_found, and for another session than this what
 * shows that the caller is no owner (reauthenticate.ts): its thief must not lock the owner out with it.
 */
export async function revokeSession(
  deps: Deps,
  { member }: MemberCaller,
  { id, password }: Body<'revokeSession'>,
): Promise<Result<null, 'not_found' | ReauthenticationRefusal>> {
  if (!(await sessionStore.isSessionOf(deps.db, member.userId, id))) return refuse('not_found');
  if (id !== member.sessionId) {
    const owner = await reauthenticate(deps, member, { password });
    if (owner.refused !== undefined) return owner;
  }
  await endSessions(deps, member, (tx, now) => sessionStore.endSession(tx, id, 'revoked', now));
  return done(null);
}

/** Ends all sessions but this one. Refuses what shows that the caller is no owner (reauthenticate.ts). */
export async function revokeOtherSessions(
  deps: Deps,
  { member }: MemberCaller,
  { password }: Body<'revokeOtherSessions'>,
): Promise<Result<null, ReauthenticationRefusal>> {
  const owner = await reauthenticate(deps, member, { password });
  if (owner.refused !== undefined) return owner;
  await endSessions(deps, member, (tx, now) =>
    sessionStore.endOtherSessions(tx, { memberId: member.userId, keep: member.sessionId, reason: 'revoked', now }),
  );
  return done(null);
}

/** Ends sessions and tells the owner how many, in one transaction; then memory and sockets. */
async function endSessions(
  deps: Deps,
  member: Member,
  work: (tx: Tx, now: number) => Promise<string[]>,
): Promise<void> {
  const { ended, notice } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const ended = await work(tx, now);
    return { ended, notice: ended.length > 0 ? await notifyOfEnd(tx, member.userId, ended.length, now) : undefined };
  });
  deps.pushes.endSessions(ended);
  announce(deps, notice);
}

const notifyOfEnd = (tx: Tx, userId: string, n: number, at: number) =>
  notify(tx, { userId, category: 'system', key: 'sessionsRevoked', params: { n }, link: SECURITY_PAGE, at });

export type StaffSignOut = { readonly tokenHashes: readonly string[]; readonly notice: SentNotice };

/**
 * Ends all sessions of a member in a transaction of the back office, where two people agreed to it. After the
 * commit memory and sockets get the hashes, the member by the notice.
 */
export async function endMemberSessions(tx: Tx, memberId: string, at: number): Promise<StaffSignOut> {
  const tokenHashes = await sessionStore.endOtherSessions(tx, { memberId, reason: 'ended_by_staff', now: at });
  const key = 'sessionsEndedByStaff';
  const link = '/pages/personal/privacy/index';
  return { tokenHashes, notice: await notify(tx, { userId: memberId, category: 'system', key, link, at }) };
}
