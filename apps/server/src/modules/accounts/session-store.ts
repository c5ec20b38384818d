/** SQL of sessions, and of how long one remembers the transaction password. Instants are ms. */
import type { Language } from '@khara/contract';
import { changeRecorded, recordRemoval, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import { endKeys } from '#modules/programs/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/**
 * Sessions that have not ended, and until when each remembers the transaction password: the log answers for it. Of its
 * last use it says nothing.
 */
export const SESSIONS: RecordedTable = {
  type: 'account.session',
  table: '(SELECT s.* FROM accounts.session s WHERE s.ended_at IS NULL)',
  id: 'id',
  member: 'member_id',
  columns: ["encode(t.token_hash, 'hex')", 't.created_at', 't.opened_by', 't.transaction_password_until'],
};

export type MemberSession = {
  readonly id: string;
  readonly memberId: string;
  readonly number: bigint;
  readonly language: Language;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: string | undefined;
  readonly transactionPasswordUntil: number | undefined;
  /** Of a practice account, in hex, with the number of the newest record of its owner's secrets. */
  readonly deviceKey: string | undefined;
  readonly openedBy: SignInMethod;
  /** Of its newest record in the log. */
  readonly record: bigint | undefined;
};

export async function sessionByToken(db: Queryable, tokenHash: Uint8Array): Promise<MemberSession | undefined> {
  const rows = await db.query<MemberSession>(
    'accounts.session_by_token',
    `SELECT s.id, s.member_id, m.number, m.language, s.created_at, s.last_seen_at, s.ended_at, s.end_reason,
       s.transaction_password_until, s.opened_by, (SELECT r.id FROM ledger.record r WHERE r.type = 'account.session' AND r.json::jsonb ->> 'id' = s.id
                     ORDER BY r.id DESC LIMIT 1) AS record,
       CASE WHEN m.device_key IS NOT NULL THEN encode(m.device_key, 'hex') || ' ' ||
         (SELECT max(r.id) FROM ledger.record r WHERE r.type = 'account.secrets' AND r.json::jsonb ->> 'id' = m.id) END AS device_key
     FROM accounts.session s JOIN accounts.member m ON m.id = s.member_id WHERE s.token_hash = $1`,
    [tokenHash],
  );
  return rows[0];
}

export type LiveSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
};

/** Addresses from which sessions of these members were opened that have not ended. */
export async function liveAddresses(db: Queryable, memberIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ address: string }>(
    'accounts.live_addresses',
    'SELECT DISTINCT address FROM accounts.session WHERE member_id = ANY ($1) AND ended_at IS NULL',
    [memberIds],
  );
  return rows.map(({ address }) => address);
}

/** Sessions of a member that have not ended, the newest first. */
export async function liveSessions(
  db: Queryable,
  memberId: string,
  since: { readonly created: number; readonly seen: number },
): Promise<readonly LiveSession[]> {
  return db.query<LiveSession>(
    'accounts.live_sessions',
    `SELECT id, user_agent, address, created_at, last_seen_at FROM accounts.session
     WHERE member_id = $1 AND ended_at IS NULL AND created_at > $2 AND last_seen_at > $3
     ORDER BY created_at DESC, id DESC`,
    [memberId, since.created, since.seen],
  );
}

export async function isSessionOf(db: Queryable, memberId: string, id: string): Promise<boolean> {
  const rows = await db.query('accounts.session_of', 'SELECT FROM accounts.session WHERE id = $2 AND member_id = $1', [
    memberId,
    id,
  ]);
  return rows.length > 0;
}

export type SignInMethod = 'registration' | 'password' | 'passkey' | 'device_key';

/** When and how a session was opened. */
export async function readOpening(
  db: Queryable,
  id: string,
): Promise<{ readonly at: number; readonly openedBy: SignInMethod } | undefined> {
  const rows = await db.query<{ createdAt: number; openedBy: SignInMethod }>(
    'accounts.opening_of',
    'SELECT created_at, opened_by FROM accounts.session WHERE id = $1',
    [id],
  );
  return rows[0] && { at: rows[0].createdAt, openedBy: rows[0].openedBy };
}

export type NewSession = {
  readonly id: string;
  readonly openedBy: SignInMethod;
  readonly memberId: string;
  readonly tokenHash: Uint8Array;
  readonly userAgent: string;
  readonly address: string;
  readonly now: number;
};

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    'accounts.insert_session',
    `INSERT INTO accounts.session (id, member_id, token_hash, user_agent, address, created_at, last_seen_at, opened_by)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [
      session.id,
      session.memberId,
      session.tokenHash,
      session.userAgent.slice(0, 200),
      session.address,
      session.now,
      session.openedBy,
    ],
  );
  await recordRow(tx, SESSIONS, session.id, 'opened');
}

export async function markSessionSeen(db: Queryable, sessionId: string, now: number): Promise<void> {
  await db.query(
    'accounts.session_seen',
    'UPDATE accounts.session SET last_seen_at = greatest(last_seen_at, $2) WHERE id = $1 AND ended_at IS NULL',
    [sessionId, now],
  );
}

type WithToken = readonly { readonly tokenHash: Uint8Array }[];
type EndedSessions = readonly { readonly tokenHash: Uint8Array; readonly id: string; readonly memberId: string }[];

const tokenHexes = (rows: WithToken): string[] => rows.map(({ tokenHash }) => Buffer.from(tokenHash).toString('hex'));

/** Writes the records of sessions that have ended. Answers the hashes of their tokens, in hex. */
async function recordEnds(tx: Tx, rows: EndedSessions): Promise<string[]> {
  for (const { id, memberId: member } of rows) await recordRemoval(tx, SESSIONS, { id, member });
  return tokenHexes(rows);
}

/** Hashes of the tokens of sessions that ended, or forgot the transaction password, at an instant or later, in hex. */
export async function sessionsChangedSince(
  db: Queryable,
  since: number,
): Promise<{ readonly ended: string[]; readonly forgot: string[] }> {
  const rows: readonly { readonly tokenHash: Uint8Array; readonly hasEnded: boolean }[] = await db.query(
    'accounts.sessions_changed_since',
    `SELECT token_hash, ended_at IS NOT NULL AS has_ended FROM accounts.session
     WHERE ended_at >= $1 OR transaction_password_forgotten_at >= $1`,
    [since],
  );
  return {
    ended: tokenHexes(rows.filter(({ hasEnded }) => hasEnded)),
    forgot: tokenHexes(rows.filter(({ hasEnded }) => !hasEnded)),
  };
}

/** Ends one session. Answers the hashes of the tokens that ended, in hex. */
export async function endSession(tx: Tx, sessionId: string, reason: string, now: number): Promise<string[]> {
  const rows: EndedSessions = await tx.query(
    'accounts.end_session',
    `UPDATE accounts.session SET ended_at = $3, end_reason = $2, transaction_password_until = NULL
     WHERE id = $1 AND ended_at IS NULL RETURNING token_hash, id, member_id`,
    [sessionId, reason, now],
  );
  return recordEnds(tx, rows);
}

/**
 * Ends all sessions of a member, but one where `keep` says which, and all keys of programs.
 */
export async function endOtherSessions(
  tx: Tx,
  end: { readonly memberId: string; readonly keep?: string; readonly reason: string; readonly now: number },
): Promise<string[]> {
  const rows: EndedSessions = await tx.query(
    'accounts.end_other_sessions',
    `UPDATE accounts.session SET ended_at = $4, end_reason = $3, transaction_password_until = NULL
     WHERE member_id = $1 AND id IS DISTINCT FROM $2 AND ended_at IS NULL RETURNING token_hash, id, member_id`,
    [end.memberId, end.keep ?? null, end.reason, end.now],
  );
  const keys = await endKeys(tx, { memberId: end.memberId, reason: end.reason, now: end.now });
  return [...(await recordEnds(tx, rows)), ...keys];
}

/** Ends the oldest sessions of a member beyond the newest `keep`. */
export async function endOldestSessions(
  tx: Tx,
  end: { readonly memberId: string; readonly keep: number; readonly now: number },
): Promise<string[]> {
  const rows: EndedSessions = await tx.query(
    'accounts.end_oldest_sessions',
    `UPDATE accounts.session SET ended_at = $3, end_reason = 'replaced', transaction_password_until = NULL
     WHERE id IN (SELECT id FROM accounts.session WHERE member_id = $1 AND ended_at IS NULL
                  ORDER BY created_at DESC, id DESC OFFSET $2)
     RETURNING token_hash, id, member_id`,
    [end.memberId, end.keep, end.now],
  );
  return recordEnds(tx, rows);
}

/**
 * How long a correct transaction password is remembered in a session. False: the session has ended, or the
 * password is no longer the one that was checked. A change of it that is under way is waited for, and one
 * that comes after finds what was remembered here.
 */
export async function rememberTransactionPassword(
  tx: Tx,
  given: {
    readonly memberId: string;
    readonly sessionId: string;
    readonly checked: string | undefined;
    readonly until: number;
  },
): Promise<boolean> {
  const { memberId, sessionId, checked, until } = given;
  const same = await tx.query(
    'accounts.same_transaction_password',
    'SELECT id FROM accounts.member WHERE id = $1 AND transaction_password_hash = $2 FOR SHARE',
    [memberId, checked ?? null],
  );
  if (same.length === 0) return false;
  return changeRecorded(tx, SESSIONS, { id: sessionId, act: 'remembered' }, async () => {
    const rows = await tx.query(
      'accounts.remember_transaction_password',
      `UPDATE accounts.session SET transaction_password_until = $3 WHERE id = $2 AND member_id = $1 AND ended_at IS NULL
       RETURNING id`,
      [memberId, sessionId, until],
    );
    return rows.length > 0;
  });
}

/** Forgets it in one session. */
export async function forgetTransactionPasswordIn(tx: Tx, sessionId: string, now: number): Promise<void> {
  await changeRecorded(tx, SESSIONS, { id: sessionId, act: 'forgot' }, async () => {
    const rows = await tx.query(
      'accounts.forget_transaction_password_here',
      `UPDATE accounts.session SET transaction_password_until = NULL, transaction_password_forgotten_at = $2
       WHERE id = $1 AND ended_at IS NULL RETURNING id`,
      [sessionId, now],
    );
    return rows.length > 0;
  });
}

/** Forgets it in all sessions of a member. Answers the token hashes of those that had it, in hex. */
export async function forgetTransactionPassword(tx: Tx, memberId: string, now: number): Promise<string[]> {
  const rows: EndedSessions = await tx.query(
    'accounts.sessions_that_remember',
    `SELECT token_hash, id, member_id FROM accounts.session
     WHERE member_id = $1 AND ended_at IS NULL AND transaction_password_until IS NOT NULL ORDER BY id FOR UPDATE`,
    [memberId],
  );
  for (const { id } of rows) await forgetTransactionPasswordIn(tx, id, now);
  return tokenHexes(rows);
}

/**
 * Notes, for other servers, that what is remembered of a member's sessions is over. Answers their token hashes, in hex.
 */
export async function noteSessionsChanged(tx: Tx, memberId: string, now: number): Promise<string[]> {
  const rows: WithToken = await tx.query(
    'accounts.note_sessions_changed',
    `UPDATE accounts.session SET transaction_password_forgotten_at = $2 WHERE member_id = $1 AND ended_at IS NULL
     RETURNING token_hash`,
    [memberId, now],
  );
  return tokenHexes(rows);
}

/** Removes sessions that ended, or must have, before an instant. */
export async function tidySessions(
  db: Queryable,
  before: { readonly endedBefore: number; readonly createdBefore: number },
): Promise<void> {
  await db.query('accounts.purge_sessions', 'DELETE FROM accounts.session WHERE ended_at < $1 OR created_at < $2', [
    before.endedBefore,
    before.createdBefore,
  ]);
}
