/** SQL of the keys of members' programs and of the grants of assistants, and of logins with them. Instants are ms. */
import type { AssistantScope } from '@khara/contract';
import { changeRecorded, recordRemoval, recordRow, removeRecorded, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** Keys and grants that are good: what may act for a member without a password, so the log answers for it. */
export const PROGRAM_KEYS: RecordedTable = {
  type: 'account.program',
  table: '(SELECT k.* FROM accounts.program_key k WHERE k.ended_at IS NULL)',
  id: 'id',
  member: 'member_id',
  columns: [
    't.scope',
    't.redirect',
    't.postback',
    't.addresses',
    "encode(t.secret_hash, 'hex')",
    "encode(t.client_hash, 'hex')",
    't.day_paise',
    't.day_orders',
    't.asks',
    't.paused_at',
    "encode(t.token_hash, 'hex')",
    't.token_until',
    "encode(t.refresh_token_hash, 'hex')",
    't.created_at',
    't.expires_at',
  ],
};

/** Logins that a member allowed and no program has exchanged: the log answers for them. */
export const PROGRAM_LOGINS: RecordedTable = {
  type: 'account.login',
  table: `(SELECT encode(l.token_hash, 'hex') AS id, l.*, k.member_id FROM accounts.program_login l
    JOIN accounts.program_key k ON k.id = l.key_id)`,
  id: 'id',
  by: "t.token_hash = decode($1, 'hex')",
  member: 'member_id',
  columns: ['t.key_id', 't.challenge', 't.redirect', 't.expires_at'],
};
export const loginId = (tokenHash: Uint8Array): string => Buffer.from(tokenHash).toString('hex');

/** Keys have no `rehearse`: that is a part of their `read`. */
export type Scope = AssistantScope;

/** What a grant may place in a market day, and whether its member is asked about each order. */
type GrantLimits = { readonly dayPaise: bigint; readonly dayOrders: number; readonly asks: boolean };

export type ProgramKey = {
  readonly id: string;
  readonly memberId: string;
  readonly name: string;
  readonly scope: Scope;
  readonly redirect: string | undefined;
  readonly postback: string | undefined;
  readonly addresses: readonly string[];
  /** Of a grant that places orders: whether its member is asked about each. */
  readonly asks: boolean | undefined;
  /** Of a grant: since when its member has stopped it. */
  readonly pausedAt: number | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | undefined;
  readonly lastAddress: string | undefined;
  readonly endedAt: number | undefined;
};

const KEY =
  'id, member_id, name, scope, redirect, postback, addresses, asks, paused_at, created_at, expires_at, last_used_at, last_address, ended_at';

/** All keys, or grants, of a member that are still remembered, the newest first. */
export const listKeys = (
  db: Queryable,
  memberId: string,
  which: 'keys' | 'grants' = 'keys',
): Promise<readonly ProgramKey[]> =>
  db.query<ProgramKey>(
    'programs.keys_of',
    `SELECT ${KEY} FROM accounts.program_key WHERE member_id = $1 AND (client_hash IS NULL) = $2 ORDER BY created_at DESC, id`,
    [memberId, which === 'keys'],
  );

/** Whether a member has, or had, this key or grant. */
export async function isKeyOf(db: Queryable, memberId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    'programs.is_key_of',
    'SELECT FROM accounts.program_key WHERE id = $2 AND member_id = $1',
    [memberId, id],
  );
  return rows.length > 0;
}

export type LiveKey = ProgramKey & {
  readonly number: bigint;
  readonly deviceOnly: boolean;
  /** Undefined of a grant. */
  readonly secretHash: Uint8Array | undefined;
  /** Of a grant: SHA-256 of its client's id. */
  readonly clientHash: Uint8Array | undefined;
  readonly tokenHash: Uint8Array | undefined;
  readonly tokenUntil: number;
  readonly refreshTokenHash: Uint8Array | undefined;
};

/** A key that is good now, with what its tokens are compared with. */
export async function liveKey(db: Queryable, id: string, now: number): Promise<LiveKey | undefined> {
  const rows = await db.query<LiveKey>(
    'programs.live_key',
    `SELECT k.*, m.number, m.device_key IS NOT NULL AS device_only FROM accounts.program_key k JOIN accounts.member m ON m.id = k.member_id
     WHERE k.id = $1 AND k.ended_at IS NULL AND k.expires_at > $2`,
    [id, now],
  );
  return rows[0];
}

/** Those of these keys that have a postback, whether they are good or not: a key has it from its beginning on. */
export const keysWithPostback = (db: Queryable, ids: readonly string[]) =>
  db.query<Pick<ProgramKey, 'id'>>(
    'programs.keys_with_postback',
    'SELECT id FROM accounts.program_key WHERE id = ANY ($1::text[]) AND postback IS NOT NULL',
    [ids],
  );

/** Which of these keys have an access token that is good now, with its hash. */
export const liveTokens = (db: Queryable, ids: readonly string[], now: number) =>
  db.query<Pick<LiveKey, 'id' | 'tokenHash'>>(
    'programs.live_tokens',
    `SELECT id, token_hash FROM accounts.program_key
     WHERE id = ANY ($1::text[]) AND ended_at IS NULL AND expires_at > $2 AND token_until > $2`,
    [ids, now],
  );

type Made = Pick<ProgramKey, 'id' | 'name' | 'scope' | 'memberId' | 'expiresAt'> & { readonly now: number };
export type NewKey = Made &
  Pick<ProgramKey, 'redirect' | 'postback' | 'addresses'> & {
    readonly secretHash: Uint8Array;
    readonly tokens: LoginTokens;
  };
export type NewGrant = Made & { readonly clientHash: Uint8Array; readonly limits: GrantLimits | undefined };

/** Keeps a key, or a grant, unless its member has too many of its kind. */
export async function insertKey(tx: Tx, key: NewKey | NewGrant, most: number): Promise<ProgramKey | undefined> {
  await tx.query('programs.lock_member', 'SELECT FROM accounts.member WHERE id = $1 FOR UPDATE', [key.memberId]);
  const own = 'secretHash' in key ? key : undefined;
  const grant = 'clientHash' in key ? key : undefined;
  const rows = await tx.query<ProgramKey>(
    'programs.insert_key',
    `INSERT INTO accounts.program_key (id, member_id, name, scope, redirect, addresses, secret_hash, token_hash, created_at, expires_at,
       token_until, refresh_token_hash, postback, client_hash, day_paise, day_orders, asks)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14, $15, $16, $17, $18
     WHERE (SELECT count(*) FROM accounts.program_key WHERE member_id = $2 AND ended_at IS NULL AND expires_at > $9
       AND (client_hash IS NULL) = ($15::bytea IS NULL)) < $11
     RETURNING ${KEY}`,
    [
      key.id,
      key.memberId,
      key.name,
      key.scope,
      own?.redirect,
      own?.addresses ?? [],
      own?.secretHash,
      own?.tokens.access,
      key.now,
      key.expiresAt,
      most,
      own?.tokens.until ?? key.now,
      own?.tokens.refresh,
      own?.postback,
      grant?.clientHash,
      grant?.limits?.dayPaise,
      grant?.limits?.dayOrders,
      grant?.limits?.asks,
    ],
  );
  if (rows[0]) await recordRow(tx, PROGRAM_KEYS, key.id, 'added');
  return rows[0];
}

/**
 * Ends keys of a member: the one that `id` names, the grants of a client, or all. Answers the hashes of the access
 * tokens that ended, in hex.
 */
export async function endKeys(
  tx: Tx,
  end: {
    readonly memberId: string;
    readonly id?: string;
    readonly clientHash?: Uint8Array;
    readonly reason: string;
    readonly now: number;
  },
): Promise<string[]> {
  const rows = await tx.query<{ id: string; tokenHash: Uint8Array | undefined }>(
    'programs.end_keys',
    `UPDATE accounts.program_key SET ended_at = $4, end_reason = $3
     WHERE member_id = $1 AND ($2::text IS NULL OR id = $2) AND ($5::bytea IS NULL OR client_hash = $5) AND ended_at IS NULL
     RETURNING id, token_hash`,
    [end.memberId, end.id ?? null, end.reason, end.now, end.clientHash ?? null],
  );
  for (const { id } of rows) await recordRemoval(tx, PROGRAM_KEYS, { id, member: end.memberId });
  return rows.flatMap(({ tokenHash }) => toHex(tokenHash));
}

/**
 * Stops the grants of a member that are good, or lets them go on. Answers the hashes of their access tokens, in hex.
 */
export async function pauseGrants(
  tx: Tx,
  {
    memberId,
    pausedAt,
    now,
  }: { readonly memberId: string; readonly pausedAt: number | undefined; readonly now: number },
): Promise<string[]> {
  const grants = await tx.query<Pick<LiveKey, 'id' | 'tokenHash'>>(
    'programs.grants_to_pause',
    `SELECT id, token_hash FROM accounts.program_key
     WHERE member_id = $1 AND client_hash IS NOT NULL AND ended_at IS NULL AND expires_at > $2 ORDER BY id`,
    [memberId, now],
  );
  for (const { id } of grants)
    await changeRecorded(tx, PROGRAM_KEYS, { id, act: pausedAt === undefined ? 'resumed' : 'paused' }, async () => {
      const rows = await tx.query(
        'programs.pause_grant',
        `UPDATE accounts.program_key SET paused_at = $2
         WHERE id = $1 AND ended_at IS NULL AND (paused_at IS NULL) = ($2::bigint IS NOT NULL) RETURNING id`,
        [id, pausedAt],
      );
      return rows.length > 0;
    });
  return grants.flatMap(({ tokenHash }) => toHex(tokenHash));
}

const toHex = (hash: Uint8Array | undefined): readonly string[] => (hash ? [Buffer.from(hash).toString('hex')] : []);

/** Notes a use. No caller waits for it: when it is lost, the key only seems a minute more idle. */
export async function markUsed(db: Queryable, id: string, address: string, now: number): Promise<void> {
  await db.query(
    'programs.mark_used',
    `UPDATE accounts.program_key SET last_used_at = $3, last_address = $2
     WHERE id = $1 AND ended_at IS NULL AND coalesce(last_used_at, 0) <= $3`,
    [id, address, now],
  );
}

/** How the client of an assistant shows that a login is its own. */
export type LoginBinding = { readonly challenge: string; readonly redirect: string };

/** A login that a member allowed: it is good once, until an instant. */
export async function insertLogin(
  tx: Tx,
  keyId: string,
  {
    tokenHash,
    until,
    bound,
  }: { readonly tokenHash: Uint8Array; readonly until: number; readonly bound?: LoginBinding },
): Promise<void> {
  await tx.query(
    'programs.insert_login',
    `INSERT INTO accounts.program_login (token_hash, key_id, expires_at, challenge, redirect) VALUES ($1, $2, $3, $4, $5)`,
    [tokenHash, keyId, until, bound?.challenge, bound?.redirect],
  );
  await recordRow(tx, PROGRAM_LOGINS, loginId(tokenHash), 'allowed');
}

/** A login that has not been used up. */
export async function readLogin(db: Queryable, keyId: string, tokenHash: Uint8Array) {
  const rows = await db.query<Partial<LoginBinding>>(
    'programs.read_login',
    'SELECT challenge, redirect FROM accounts.program_login WHERE token_hash = $1 AND key_id = $2',
    [tokenHash, keyId],
  );
  return rows[0];
}

/** Uses a login up. Answers whether it was good. */
export async function takeLogin(tx: Tx, keyId: string, tokenHash: Uint8Array, now: number): Promise<boolean> {
  return removeRecorded(tx, PROGRAM_LOGINS, loginId(tokenHash), async () => {
    const rows = await tx.query(
      'programs.take_login',
      'DELETE FROM accounts.program_login WHERE token_hash = $1 AND key_id = $2 AND expires_at > $3 RETURNING key_id',
      [tokenHash, keyId, now],
    );
    return rows.length > 0;
  });
}

/** Hashes of an access token, which is good until an instant, and of what gives the next one. */
export type LoginTokens = { readonly access: Uint8Array; readonly refresh: Uint8Array; readonly until: number };

/**
 * Gives a key other tokens; those before are good no more. With `renews` only where that is its refresh token. Answers
 * the hash of the access token that ended, if there was one, in hex; undefined: it was not done.
 */
export async function setLogin(
  tx: Tx,
  keyId: string,
  { access, refresh, until }: LoginTokens,
  renews?: Uint8Array,
): Promise<readonly string[] | undefined> {
  let before: readonly string[] | undefined;
  await changeRecorded(tx, PROGRAM_KEYS, { id: keyId, act: 'signed_in' }, async () => {
    const [row] = await tx.query<{ before: Uint8Array | undefined }>(
      'programs.set_login',
      `UPDATE accounts.program_key k SET token_hash = $2, refresh_token_hash = $3, token_until = $5
       FROM (SELECT id, token_hash FROM accounts.program_key WHERE id = $1 FOR UPDATE) b
       WHERE k.id = b.id AND k.ended_at IS NULL AND ($4::bytea IS NULL OR k.refresh_token_hash = $4)
       RETURNING b.token_hash AS before`,
      [keyId, access, refresh, renews ?? null, until],
    );
    before = row && toHex(row.before);
    return row !== undefined;
  });
  return before;
}

/** Forgets the one token of a key that has this hash. Answers whether there was one. */
export async function forgetToken(tx: Tx, keyId: string, hash: Uint8Array): Promise<boolean> {
  return changeRecorded(tx, PROGRAM_KEYS, { id: keyId, act: 'signed_out' }, async () => {
    const rows = await tx.query(
      'programs.forget_token',
      `UPDATE accounts.program_key SET token_hash = nullif(token_hash, $2),
         refresh_token_hash = nullif(refresh_token_hash, $2)
       WHERE id = $1 AND ended_at IS NULL AND $2 IN (token_hash, refresh_token_hash) RETURNING id`,
      [keyId, hash],
    );
    return rows.length > 0;
  });
}

/** Removes keys that ended, or whose life did, before an instant, and logins that are over. */
export async function tidyKeys(tx: Tx, before: number, now: number): Promise<void> {
  const rows = await tx.query<{ id: string; memberId: string; wasLive: boolean }>(
    'programs.purge_keys',
    `DELETE FROM accounts.program_key WHERE ended_at < $1 OR expires_at < $1
     RETURNING id, member_id, ended_at IS NULL AS was_live`,
    [before],
  );
  for (const { id, memberId: member, wasLive } of rows)
    if (wasLive) await recordRemoval(tx, PROGRAM_KEYS, { id, member });
  await tx.query('programs.purge_logins', 'DELETE FROM accounts.program_login WHERE expires_at <= $1', [now]);
}
