import type { Data } from '@khara/contract';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../handler.ts';
import { done, refuse, type Result } from '../../result.ts';
import { forgetSessions } from './open-session.ts';
import { liveSince } from './sessions.ts';
import * as store from './store.ts';

/** Where an account is signed in. */
export async function listSessions(
  { db, clock }: Deps,
  { member }: SignedIn,
): Promise<Result<Data<'sessions'>, never>> {
  const rows = await store.liveSessions(db, member.userId, liveSince(clock.now()));
  const list = rows.map((row) => ({
    id: row.id,
    device: row.user_agent,
    ip: row.address,
    createdAt: Number(row.created_at),
    lastSeenAt: Number(row.last_seen_at),
    current: row.id === member.sessionId,
  }));
  return done({ list, nextCursor: null });
}

/** Ends one session of one's own, this one too. One that has ended already is no reason to refuse; somebody else's is as unknown as none. */
export async function revokeSession(
  deps: Deps,
  { member }: SignedIn,
  { id }: { readonly id: string },
): Promise<Result<null, 'not_found'>> {
  if (!(await store.isSessionOf(deps.db, member.userId, id))) return refuse('not_found');
  forgetSessions(deps, await store.endSession(deps.db, id, 'revoked', deps.clock.now()));
  return done(null);
}

export async function revokeOtherSessions(deps: Deps, { member }: SignedIn): Promise<Result<null, never>> {
  const ended = await store.endOtherSessions(deps.db, {
    memberId: member.userId,
    keep: member.sessionId,
    reason: 'revoked',
    now: deps.clock.now(),
  });
  forgetSessions(deps, ended);
  return done(null);
}
