import { changeRecorded, recordRemoval, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Factor } from '#src/security/second-factor.ts';
import type { SealedSecret } from '#src/security/vault.ts';

/** The SQL of authenticators and recovery codes, and nothing but SQL. */

/**
 * Authenticators that are switched on, with the newest code that was used and all recovery codes, used or not: the log
 * answers for them.
 */
export const AUTHENTICATORS: RecordedTable = {
  type: 'account.authenticator',
  table: '(SELECT * FROM accounts.totp WHERE confirmed_at IS NOT NULL)',
  id: 'member_id',
  member: 'member_id',
  columns: [
    "encode(t.body, 'hex')",
    't.created_at',
    't.confirmed_at',
    't.last_step',
    "(SELECT string_agg(concat_ws(' ', c.selector, c.hash, c.used_at), ',' ORDER BY c.selector) FROM accounts.recovery_code c WHERE c.member_id = t.member_id)",
  ],
};

/** A member's authenticator. In a transaction it stays locked: two that bring the same code follow one another. */
export async function readTotp(db: Queryable, memberId: string): Promise<Factor | undefined> {
  const lock = 'isTransaction' in db ? 'for update' : '';
  const rows = await db.query<{
    keyId: string;
    wrappedKey: Buffer;
    body: Buffer;
    confirmedAt: number | undefined;
    lastStep: bigint;
  }>(
    `accounts.totp${lock}`,
    `SELECT key_id, wrapped_key, body, confirmed_at, last_step FROM accounts.totp WHERE member_id = $1 ${lock}`,
    [memberId],
  );
  const [row] = rows;
  return (
    row && {
      sealed: { keyId: row.keyId, wrappedKey: row.wrappedKey, body: row.body },
      isConfirmed: row.confirmedAt !== undefined,
      lastStep: Number(row.lastStep),
    }
  );
}

/** Puts a new secret in the place of one that was never confirmed. Answers false when one is confirmed. */
export async function replaceTotp(
  db: Queryable,
  memberId: string,
  sealed: SealedSecret,
  now: number,
): Promise<boolean> {
  const rows = await db.query(
    'accounts.replace_totp',
    `INSERT INTO accounts.totp AS t (member_id, key_id, wrapped_key, body, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (member_id) DO UPDATE SET key_id = $2, wrapped_key = $3, body = $4, created_at = $5
       WHERE t.confirmed_at IS NULL
     RETURNING member_id`,
    [memberId, sealed.keyId, sealed.wrappedKey, sealed.body, now],
  );
  return rows.length > 0;
}

export async function confirmTotp(tx: Tx, memberId: string, step: number, now: number): Promise<void> {
  await tx.query(
    'accounts.confirm_totp',
    'UPDATE accounts.totp SET confirmed_at = $2, last_step = $3 WHERE member_id = $1',
    [memberId, now, step],
  );
}

export async function useStep(tx: Tx, memberId: string, step: number): Promise<void> {
  await changeRecorded(tx, AUTHENTICATORS, { id: memberId, act: 'code_used' }, async () => {
    await tx.query('accounts.use_totp_step', 'UPDATE accounts.totp SET last_step = $2 WHERE member_id = $1', [
      memberId,
      step,
    ]);
    return true;
  });
}

/** Removes the authenticator and its recovery codes. */
export async function removeTotp(tx: Tx, memberId: string): Promise<void> {
  await recordRemoval(tx, AUTHENTICATORS, { id: memberId, member: memberId });
  await tx.query('accounts.remove_totp', 'DELETE FROM accounts.totp WHERE member_id = $1', [memberId]);
}

/** The recovery codes of an authenticator that has just been confirmed. */
export async function insertRecoveryCodes(
  tx: Tx,
  memberId: string,
  codes: readonly { readonly selector: string; readonly hash: string }[],
): Promise<void> {
  await tx.query(
    'accounts.insert_recovery_codes',
    'INSERT INTO accounts.recovery_code (member_id, selector, hash) SELECT $1, * FROM unnest($2::text[], $3::text[])',
    [memberId, codes.map(({ selector }) => selector), codes.map(({ hash }) => hash)],
  );
  await recordRow(tx, AUTHENTICATORS, memberId, 'switched_on');
}

/** The hash of a recovery code that was not used, by the letters that say which it is. */
export async function recoveryCode(db: Queryable, memberId: string, selector: string): Promise<string | undefined> {
  const rows = await db.query<{ hash: string }>(
    'accounts.recovery_code',
    'SELECT hash FROM accounts.recovery_code WHERE member_id = $1 AND selector = $2 AND used_at IS NULL',
    [memberId, selector],
  );
  return rows[0]?.hash;
}

/** Uses up the recovery code that was checked. Answers false when another call was faster. */
export async function useRecoveryCode(
  tx: Tx,
  use: { readonly memberId: string; readonly selector: string; readonly hash: string; readonly now: number },
): Promise<boolean> {
  return changeRecorded(tx, AUTHENTICATORS, { id: use.memberId, act: 'recovery_code_used' }, async () => {
    const rows = await tx.query(
      'accounts.use_recovery_code',
      `UPDATE accounts.recovery_code SET used_at = $4
       WHERE member_id = $1 AND selector = $2 AND hash = $3 AND used_at IS NULL RETURNING selector`,
      [use.memberId, use.selector, use.hash, use.now],
    );
    return rows.length > 0;
  });
}
