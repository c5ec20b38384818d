import type { KycStatus, Language } from '@khara/contract';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import { SqlError, type Queryable, type Tx } from '#src/ports/database.ts';

/** All the module's SQL except the counters of tries (attempt-limits.ts), and nothing but SQL. Instants arrive as bigint ms. */

export type MemberRow = {
  readonly id: string;
  readonly number: bigint;
  readonly phone: string;
  readonly nickname: string;
  readonly language: Language;
  readonly invite_code: string;
  readonly password_hash: string;
  readonly transaction_password_hash: string;
  readonly transaction_password_is_default: boolean;
  readonly transaction_password_set_at: bigint;
  readonly created_at: bigint;
  readonly totp_enabled: boolean;
  /** An authenticator or a passkey. */
  readonly has_second_factor: boolean;
  readonly kyc_status: KycStatus;
};

/** By what a member signs in and confirms, and from when on money may leave: the log answers for it. */
export const SECRETS: RecordedTable = {
  type: 'account.secrets',
  table: 'accounts.member',
  id: 'id',
  member: 'id',
  columns: [
    't.phone',
    't.password_hash',
    't.transaction_password_hash',
    't.transaction_password_is_default',
    't.transaction_password_set_at',
    't.withdrawals_from',
  ],
};

/** An owner of an authenticator or a passkey is authenticated. */
export const HAS_SECOND_FACTOR = `(exists (select from accounts.totp t where t.member_id = member.id and t.confirmed_at is not null)
    or exists (select from accounts.passkey p where p.member_id = member.id)) as has_second_factor`;
const MEMBER = `id, number, phone, nickname, language, invite_code, password_hash, transaction_password_hash,
  transaction_password_is_default, transaction_password_set_at, created_at, kyc_status,
  exists (select from accounts.totp t where t.member_id = member.id and t.confirmed_at is not null) as totp_enabled,
  ${HAS_SECOND_FACTOR}`;

export async function memberByPhone(db: Queryable, phone: string): Promise<MemberRow | undefined> {
  const rows = await db.query<MemberRow>(
    'accounts.member_by_phone',
    `select ${MEMBER} from accounts.member where phone = $1`,
    [phone],
  );
  return rows[0];
}

export async function memberById(db: Queryable, id: string): Promise<MemberRow | undefined> {
  const rows = await db.query<MemberRow>(
    'accounts.member_by_id',
    `select ${MEMBER} from accounts.member where id = $1`,
    [id],
  );
  return rows[0];
}

export async function memberIdByInviteCode(db: Queryable, code: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    'accounts.member_by_invite_code',
    'select id from accounts.member where invite_code = $1',
    [code],
  );
  return rows[0]?.id;
}

export type Invited = { readonly number: bigint; readonly nickname: string; readonly created_at: bigint };

/** Who registered with a member's code, before the account of that number, the newest first, and how many there are in all. */
export async function invitedBy(
  db: Queryable,
  memberId: string,
  page: { readonly before: bigint | null; readonly size: number },
): Promise<{ readonly rows: readonly Invited[]; readonly total: number }> {
  const rows = await db.query<Invited>(
    'accounts.invited_by',
    `select number, nickname, created_at from accounts.member
     where invited_by = $1 and erased_at is null and ($2::bigint is null or number < $2) order by number desc limit $3`,
    [memberId, page.before, page.size],
  );
  const [count] = await db.query<{ total: bigint }>(
    'accounts.count_invited',
    'select count(*) as total from accounts.member where invited_by = $1 and erased_at is null',
    [memberId],
  );
  return { rows, total: Number(count?.total ?? 0n) };
}

export type NewMember = {
  readonly id: string;
  readonly phone: string;
  readonly nickname: string;
  readonly language: Language;
  readonly inviteCode: string;
  readonly invitedBy: string | undefined;
  readonly passwordHash: string;
  readonly transactionPasswordHash: string;
  readonly now: number;
};

/** Answers false, and writes nothing, when the phone is taken. */
export async function insertMember(tx: Tx, member: NewMember): Promise<boolean> {
  const rows = await tx.query(
    'accounts.insert_member',
    `insert into accounts.member (id, phone, nickname, language, invite_code, invited_by, password_hash,
       transaction_password_hash, transaction_password_is_default, transaction_password_set_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $9)
     on conflict on constraint member_phone do nothing
     returning id`,
    [
      member.id,
      member.phone,
      member.nickname,
      member.language,
      member.inviteCode,
      member.invitedBy ?? null,
      member.passwordHash,
      member.transactionPasswordHash,
      member.now,
    ],
  );
  if (rows.length > 0) await recordRow(tx, SECRETS, member.id, 'registered');
  return rows.length > 0;
}

/** Two members drew the same invitation code: try again with another. */
export const isInviteCodeClash = (error: unknown): boolean =>
  error instanceof SqlError && error.constraint === 'member_invite_code';

/**
 * Whether what was checked of a member a moment ago still is what signs them in: the same password, and no second factor that was not asked for. Holds the
 * member until the commit: a change of either comes after it, and ends the session that opens now with the others.
 */
export async function isStillAsChecked(tx: Tx, checked: MemberRow): Promise<boolean> {
  const held = await holdMember(tx, checked.id);
  if (held?.password_hash !== checked.password_hash) return false;
  // A statement of its own: it sees what was committed while the one before waited.
  return checked.totp_enabled || (await memberById(tx, checked.id))?.totp_enabled === false;
}

/** Lets no other transaction change a member, or sign them in, until the commit. */
export async function holdMember(tx: Tx, id: string): Promise<{ readonly password_hash: string } | undefined> {
  const rows = await tx.query<{ password_hash: string }>(
    'accounts.hold_member',
    'select password_hash from accounts.member where id = $1 for no key update',
    [id],
  );
  return rows[0];
}

/** Replaces the login password only if it still is the one that was checked. */
export async function replacePassword(
  tx: Tx,
  change: { readonly memberId: string; readonly checked: string; readonly hash: string },
): Promise<boolean> {
  const rows = await tx.query(
    'accounts.replace_password',
    'update accounts.member set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [change.memberId, change.checked, change.hash],
  );
  if (rows.length > 0) await recordRow(tx, SECRETS, change.memberId, 'login_password');
  return rows.length > 0;
}

/** Replaces the login password whatever it was, and keeps money from leaving for a while. */
export async function resetPassword(
  tx: Tx,
  change: { readonly memberId: string; readonly hash: string; readonly withdrawalsFrom: number },
): Promise<void> {
  await tx.query(
    'accounts.reset_password',
    `update accounts.member set password_hash = $2, withdrawals_from = greatest(withdrawals_from, $3) where id = $1`,
    [change.memberId, change.hash, change.withdrawalsFrom],
  );
  await recordRow(tx, SECRETS, change.memberId, 'login_password_reset');
}

/** Replaces the transaction password only if it still is the one that was checked. */
export async function replaceTransactionPassword(
  tx: Tx,
  change: { readonly memberId: string; readonly checked: string; readonly hash: string; readonly now: number },
): Promise<boolean> {
  const rows = await tx.query(
    'accounts.replace_transaction_password',
    `update accounts.member set transaction_password_hash = $3, transaction_password_is_default = false,
       transaction_password_set_at = $4 where id = $1 and transaction_password_hash = $2 returning id`,
    [change.memberId, change.checked, change.hash, change.now],
  );
  if (rows.length > 0) await recordRow(tx, SECRETS, change.memberId, 'transaction_password');
  return rows.length > 0;
}

/** Replaces the transaction password whatever it was, and keeps money from leaving for a while. */
export async function resetTransactionPassword(
  tx: Tx,
  change: { readonly memberId: string; readonly hash: string; readonly withdrawalsFrom: number; readonly now: number },
): Promise<void> {
  await tx.query(
    'accounts.reset_transaction_password',
    `update accounts.member set transaction_password_hash = $2, transaction_password_is_default = false,
       transaction_password_set_at = $4, withdrawals_from = greatest(withdrawals_from, $3) where id = $1`,
    [change.memberId, change.hash, change.withdrawalsFrom, change.now],
  );
  await recordRow(tx, SECRETS, change.memberId, 'transaction_password_reset');
}

/** Members whose wait after a reset ended in a span of time, and who have no notice of it yet. */
export async function waitedUntil(
  db: Queryable,
  span: { readonly since: number; readonly until: number },
): Promise<readonly { readonly id: string; readonly withdrawalsFrom: number }[]> {
  const rows = await db.query<{ id: string; withdrawals_from: bigint }>(
    'accounts.waited_until',
    `select id, withdrawals_from from accounts.member m
     where withdrawals_from > greatest($1::bigint, 0) and withdrawals_from <= $2 and erased_at is null and not exists
       (select from notices.notice n where n.member_id = m.id and n.about = 'withdrawals-open:' || m.withdrawals_from)`,
    [span.since, span.until],
  );
  return rows.map(({ id, withdrawals_from: from }) => ({ id, withdrawalsFrom: Number(from) }));
}

export async function setLanguage(db: Queryable, memberId: string, language: Language): Promise<void> {
  await db.query('accounts.set_language', 'update accounts.member set language = $2 where id = $1 and language <> $2', [
    memberId,
    language,
  ]);
}

export async function languagesOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Language>> {
  const rows = await db.query<{ id: string; language: Language }>(
    'accounts.languages_of',
    'select id, language from accounts.member where id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ id, language }) => [id, language]));
}

// ---- devices -------------------------------------------------------------------------------------------------------

export async function isDeviceOf(db: Queryable, memberId: string, hash: Uint8Array): Promise<boolean> {
  const rows = await db.query('accounts.device_of', 'select from accounts.device where member_id = $1 and hash = $2', [
    memberId,
    hash,
  ]);
  return rows.length > 0;
}

/** Remembers a device, and forgets all but the newest `keep` of its member. */
export async function rememberDevice(
  db: Queryable,
  device: { readonly memberId: string; readonly hash: Uint8Array; readonly now: number; readonly keep: number },
): Promise<void> {
  await db.query(
    'accounts.remember_device',
    `insert into accounts.device (member_id, hash, last_used_at) values ($1, $2, $3)
     on conflict (member_id, hash) do update set last_used_at = $3`,
    [device.memberId, device.hash, device.now],
  );
  await db.query(
    'accounts.forget_old_devices',
    `delete from accounts.device where member_id = $1 and hash not in
       (select hash from accounts.device where member_id = $1 order by last_used_at desc limit $2)`,
    [device.memberId, device.keep],
  );
}

// ---- sessions ------------------------------------------------------------------------------------------------------

export type SessionRow = {
  readonly id: string;
  readonly member_id: string;
  readonly number: bigint;
  readonly created_at: bigint;
  readonly last_seen_at: bigint;
  readonly ended_at: bigint | null;
  readonly transaction_password_until: bigint | null;
};

export async function sessionByToken(db: Queryable, tokenHash: Uint8Array): Promise<SessionRow | undefined> {
  const rows = await db.query<SessionRow>(
    'accounts.session_by_token',
    `select s.id, s.member_id, m.number, s.created_at, s.last_seen_at, s.ended_at, s.transaction_password_until
     from accounts.session s join accounts.member m on m.id = s.member_id where s.token_hash = $1`,
    [tokenHash],
  );
  return rows[0];
}

export type LiveSession = {
  readonly id: string;
  readonly user_agent: string;
  readonly address: string;
  readonly created_at: bigint;
  readonly last_seen_at: bigint;
};

/** Sessions of a member that have not ended, the newest first. */
export async function liveSessions(
  db: Queryable,
  memberId: string,
  since: { readonly created: number; readonly seen: number },
): Promise<readonly LiveSession[]> {
  return db.query<LiveSession>(
    'accounts.live_sessions',
    `select id, user_agent, address, created_at, last_seen_at from accounts.session
     where member_id = $1 and ended_at is null and created_at > $2 and last_seen_at > $3
     order by created_at desc, id desc`,
    [memberId, since.created, since.seen],
  );
}

export async function isSessionOf(db: Queryable, memberId: string, id: string): Promise<boolean> {
  const rows = await db.query('accounts.session_of', 'select from accounts.session where id = $2 and member_id = $1', [
    memberId,
    id,
  ]);
  return rows.length > 0;
}

export type OpenedBy = 'registration' | 'password' | 'passkey';

/** When and how a session was opened. */
export async function openingOf(
  db: Queryable,
  id: string,
): Promise<{ readonly at: number; readonly openedBy: OpenedBy } | undefined> {
  const rows = await db.query<{ created_at: bigint; opened_by: OpenedBy }>(
    'accounts.opening_of',
    'select created_at, opened_by from accounts.session where id = $1',
    [id],
  );
  return rows[0] && { at: Number(rows[0].created_at), openedBy: rows[0].opened_by };
}

export type NewSession = {
  readonly id: string;
  readonly openedBy: OpenedBy;
  readonly memberId: string;
  readonly tokenHash: Uint8Array;
  readonly userAgent: string;
  readonly address: string;
  readonly now: number;
};

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(
    'accounts.insert_session',
    `insert into accounts.session (id, member_id, token_hash, user_agent, address, created_at, last_seen_at, opened_by)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
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
}

export async function seen(db: Queryable, sessionId: string, now: number): Promise<void> {
  await db.query(
    'accounts.session_seen',
    'update accounts.session set last_seen_at = greatest(last_seen_at, $2) where id = $1 and ended_at is null',
    [sessionId, now],
  );
}

type Ended = readonly { readonly token_hash: Uint8Array }[];
const hexOf = (rows: Ended): string[] => rows.map(({ token_hash }) => Buffer.from(token_hash).toString('hex'));

/** Hashes of the tokens of sessions that ended, or forgot the transaction password, at an instant or later, in hex. */
export async function sessionsChangedSince(
  db: Queryable,
  since: number,
): Promise<{ readonly ended: string[]; readonly forgot: string[] }> {
  const rows: readonly { readonly token_hash: Uint8Array; readonly has_ended: boolean }[] = await db.query(
    'accounts.sessions_changed_since',
    `select token_hash, ended_at is not null as has_ended from accounts.session
     where ended_at >= $1 or transaction_password_forgotten_at >= $1`,
    [since],
  );
  return {
    ended: hexOf(rows.filter(({ has_ended }) => has_ended)),
    forgot: hexOf(rows.filter(({ has_ended }) => !has_ended)),
  };
}

/** Ends one session. Answers the hashes of the tokens that ended, in hex. */
export async function endSession(db: Queryable, sessionId: string, reason: string, now: number): Promise<string[]> {
  const rows: Ended = await db.query(
    'accounts.end_session',
    `update accounts.session set ended_at = $3, end_reason = $2, transaction_password_until = null
     where id = $1 and ended_at is null returning token_hash`,
    [sessionId, reason, now],
  );
  return hexOf(rows);
}

/** Ends all sessions of a member, but one where `keep` says which. */
export async function endOtherSessions(
  db: Queryable,
  end: { readonly memberId: string; readonly keep?: string; readonly reason: string; readonly now: number },
): Promise<string[]> {
  const rows: Ended = await db.query(
    'accounts.end_other_sessions',
    `update accounts.session set ended_at = $4, end_reason = $3, transaction_password_until = null
     where member_id = $1 and id is distinct from $2 and ended_at is null returning token_hash`,
    [end.memberId, end.keep ?? null, end.reason, end.now],
  );
  return hexOf(rows);
}

/** Ends the oldest sessions of a member beyond the newest `keep`. */
export async function endOldestSessions(
  db: Queryable,
  end: { readonly memberId: string; readonly keep: number; readonly now: number },
): Promise<string[]> {
  const rows: Ended = await db.query(
    'accounts.end_oldest_sessions',
    `update accounts.session set ended_at = $3, end_reason = 'replaced', transaction_password_until = null
     where id in (select id from accounts.session where member_id = $1 and ended_at is null
                  order by created_at desc, id desc offset $2)
     returning token_hash`,
    [end.memberId, end.keep, end.now],
  );
  return hexOf(rows);
}

/**
 * How long a correct transaction password is remembered in a session. False: the session has ended, or the password is no longer the one that was checked. A
 * change of it that is under way is waited for, and one that comes after finds what was remembered here.
 */
export async function rememberTransactionPassword(
  db: Queryable,
  given: { readonly memberId: string; readonly sessionId: string; readonly checked: string; readonly until: number },
): Promise<boolean> {
  const rows = await db.query(
    'accounts.remember_transaction_password',
    `with same as materialized (select id from accounts.member where id = $1 and transaction_password_hash = $3 for share)
     update accounts.session s set transaction_password_until = $4 from same where s.id = $2 and s.member_id = same.id and s.ended_at is null
     returning s.id`,
    [given.memberId, given.sessionId, given.checked, given.until],
  );
  return rows.length > 0;
}

/** Forgets it in one session. */
export async function forgetTransactionPasswordIn(db: Queryable, sessionId: string, now: number): Promise<void> {
  await db.query(
    'accounts.forget_transaction_password_here',
    `update accounts.session set transaction_password_until = null, transaction_password_forgotten_at = $2
     where id = $1 and ended_at is null`,
    [sessionId, now],
  );
}

/** Forgets it in all sessions of a member. Answers the token hashes of those that had it, in hex. */
export async function forgetTransactionPassword(db: Queryable, memberId: string, now: number): Promise<string[]> {
  const rows: Ended = await db.query(
    'accounts.forget_transaction_password',
    `update accounts.session set transaction_password_until = null, transaction_password_forgotten_at = $2
     where member_id = $1 and ended_at is null and transaction_password_until is not null returning token_hash`,
    [memberId, now],
  );
  return hexOf(rows);
}

/** Removes what is no longer needed: sessions that ended, or must have, before `endedBefore`, and counters untouched since `triedBefore`. */
export async function tidy(
  db: Queryable,
  before: { readonly endedBefore: number; readonly createdBefore: number; readonly triedBefore: number },
): Promise<void> {
  await db.query('accounts.tidy_sessions', 'delete from accounts.session where ended_at < $1 or created_at < $2', [
    before.endedBefore,
    before.createdBefore,
  ]);
  await db.query('accounts.tidy_tries', 'delete from accounts.tries where last_at < $1', [before.triedBefore]);
}
