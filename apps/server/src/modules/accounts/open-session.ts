import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import type { Tx } from '#src/ports/database.ts';
import { hashToken, MAX_SESSIONS, TRUSTED_MS } from './sessions.ts';
import * as deviceStore from './device-store.ts';
import * as sessionStore from './session-store.ts';

/** Devices remembered of one account; the one unused for longest is forgotten. */
const MAX_DEVICES = 20;

const SECRET_BYTES = 32;
const randomSecret = ({ random }: Deps, bytes = SECRET_BYTES): string =>
  Buffer.from(random.bytes(bytes)).toString('base64url');

/** A random id, of which a billion a second would not meet in a lifetime. */
export const newId = (deps: Deps): string => randomSecret(deps, 12);

export type OpenedSession = {
  readonly token: string;
  readonly device: string;
  /**
   * Token hashes of the sessions that ended to make room, in hex; for the caches that remember them, after the commit.
   */
  readonly ended: readonly string[];
};

/**
 * Signs a caller in: a new session, the oldest beyond five ended, and the device known from now on. A device
 * that is known keeps its value, and the session with which it called, if that was this account's, ends: one
 * place needs no two tokens.
 */
export async function openSession(
  tx: Tx,
  deps: Deps,
  {
    memberId,
    caller,
    knownDevice,
    openedBy,
  }: {
    readonly memberId: string;
    readonly caller: Guest;
    readonly knownDevice?: string | undefined;
    readonly openedBy: sessionStore.SignInMethod;
  },
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const token = randomSecret(deps);
  const device = knownDevice ?? randomSecret(deps);
  await sessionStore.insertSession(tx, {
    id: newId(deps),
    memberId,
    openedBy,
    tokenHash: hashToken(token),
    userAgent: caller.userAgent,
    address: caller.address,
    now,
  });
  const { member } = caller;
  const left =
    knownDevice !== undefined && member?.userId === memberId
      ? await sessionStore.endSession(tx, member.sessionId, 'replaced', now)
      : [];
  const ended = [...left, ...(await sessionStore.endOldestSessions(tx, { memberId, keep: MAX_SESSIONS, now }))];
  await deviceStore.rememberDevice(tx, { memberId, hash: hashToken(device), now, keep: MAX_DEVICES });
  return { token, device, ended };
}

/**
 * Tells memory and sockets of this server of sessions that ended in any, and memory of those that forgot the
 * transaction password: the bus may have lost it. Looks back so far that two servers' clocks may be half a
 * minute apart: the memory trusts nothing older by itself.
 */
export async function forgetChangedSessions(
  { db, clock, sessions }: Pick<Deps, 'db' | 'clock' | 'sessions'>,
  sockets: { endSessions(tokenHashes: readonly string[]): void },
): Promise<void> {
  const { ended, forgot } = await sessionStore.sessionsChangedSince(db, clock.now() - 2 * TRUSTED_MS);
  sessions.forget([...ended, ...forgot]);
  sockets.endSessions(ended);
}
