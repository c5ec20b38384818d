import { hash } from 'node:crypto';
import { changeRecorded, findRecord, recordRemoval, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The SQL of passkeys, and nothing but SQL. */

export type Passkey = {
  readonly id: string;
  readonly memberId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
};

/** Who may sign in without a password: the log answers for it. */
export const PASSKEYS: RecordedTable = {
  type: 'account.key',
  table: 'accounts.passkey',
  id: 'id',
  member: 'member_id',
  columns: ['t.credential_id', "encode(t.public_key, 'hex')", 't.counter', 't.rp_id', 't.created_at'],
};

const PASSKEY = 'id, member_id, credential_id, public_key, counter, transports, rp_id, name, created_at, last_used_at';

export const listPasskeys = (db: Queryable, memberId: string): Promise<readonly Passkey[]> =>
  db.query<Passkey>(
    'accounts.passkeys_of',
    `SELECT ${PASSKEY} FROM accounts.passkey WHERE member_id = $1 ORDER BY created_at DESC, id`,
    [memberId],
  );

export async function passkeyByCredential(db: Queryable, credentialId: string): Promise<Passkey | undefined> {
  const rows = await db.query<Passkey>(
    'accounts.passkey_by_credential',
    `SELECT ${PASSKEY} FROM accounts.passkey WHERE credential_id = $1`,
    [credentialId],
  );
  return rows[0];
}

/** Keeps a passkey unless its member has too many or the credential is known. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'lastUsedAt'>,
  most: number,
): Promise<Passkey | undefined> {
  await tx.query('accounts.lock_member', 'SELECT FROM accounts.member WHERE id = $1 FOR UPDATE', [passkey.memberId]);
  const rows = await tx.query<Passkey>(
    'accounts.insert_passkey',
    `INSERT INTO accounts.passkey (id, member_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
     WHERE (SELECT count(*) FROM accounts.passkey WHERE member_id = $2) < $10
     ON CONFLICT ON CONSTRAINT passkey_credential DO NOTHING
     RETURNING ${PASSKEY}`,
    [
      passkey.id,
      passkey.memberId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.rpId,
      passkey.name,
      passkey.createdAt,
      most,
    ],
  );
  if (rows[0]) await recordRow(tx, PASSKEYS, passkey.id, 'added');
  return rows[0];
}

export type PasskeyUse = {
  readonly id: string;
  readonly counter: number;
  /** What was answered. */
  readonly challenge: string;
  readonly now: number;
};

/**
 * Notes a use. Answers false when a newer counter is known: the passkey was copied; or where the log has an answer to
 * this challenge, whatever became of its row.
 */
export async function usePasskey(tx: Tx, { id, counter, challenge, now }: PasskeyUse): Promise<boolean> {
  const ref = `challenge ${hash('sha256', challenge)}`;
  if (await findRecord(tx, PASSKEYS.type, ref)) return false;
  return changeRecorded(tx, PASSKEYS, { id, act: 'used', ref }, async () => {
    const rows = await tx.query(
      'accounts.use_passkey',
      `UPDATE accounts.passkey SET counter = $2, last_used_at = $3
       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
      [id, counter, now],
    );
    return rows.length > 0;
  });
}

/** Answers false when there is none such. */
export async function removePasskey(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'accounts.remove_passkey',
    'DELETE FROM accounts.passkey WHERE member_id = $1 AND id = $2 RETURNING id',
    [memberId, id],
  );
  if (rows.length > 0) await recordRemoval(tx, PASSKEYS, { id, member: memberId });
  return rows.length > 0;
}

export type Challenge = { readonly memberId: string | undefined; readonly origin: string };

export async function insertChallenge(
  db: Queryable,
  challenge: string,
  { memberId, origin }: Challenge,
  expiresAt: number,
): Promise<void> {
  await db.query(
    'accounts.insert_challenge',
    'INSERT INTO accounts.passkey_challenge (challenge, member_id, origin, expires_at) VALUES ($1, $2, $3, $4)',
    [challenge, memberId ?? null, origin, expiresAt],
  );
}

/** A challenge that was given out and is still good; it is used up by this. */
export async function takeChallenge(db: Queryable, challenge: string, now: number): Promise<Challenge | undefined> {
  const rows = await db.query<{ memberId: string | undefined; origin: string }>(
    'accounts.take_challenge',
    'DELETE FROM accounts.passkey_challenge WHERE challenge = $1 AND expires_at > $2 RETURNING member_id, origin',
    [challenge, now],
  );
  const [row] = rows;
  return row && { memberId: row.memberId, origin: row.origin };
}

export async function tidyChallenges(db: Queryable, now: number): Promise<void> {
  await db.query('accounts.purge_challenges', 'DELETE FROM accounts.passkey_challenge WHERE expires_at <= $1', [now]);
}
