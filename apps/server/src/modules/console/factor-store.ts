import { expectRecord } from '#modules/ledger/index.ts';
import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import type { Factor } from '#src/security/second-factor.ts';
import type { SealedSecret } from '#src/security/vault.ts';

/** SQL of the second factor of staff. It is the server's: the back office's own role sees no secret and no hash. */

export type StaffFactor = Factor & {
  /** The next sign-in has to set it up. */
  readonly isDue: boolean;
};

/** A person's second factor. In a transaction it stays locked: two that bring the same code follow one another. */
export async function readFactor(db: Queryable, staff: string): Promise<StaffFactor | undefined> {
  const lock = 'isTransaction' in db ? 'for update' : '';
  const rows = await db.query<{
    keyId: string | undefined;
    wrappedKey: Buffer | undefined;
    body: Buffer | undefined;
    confirmedAt: number | undefined;
    lastStep: bigint;
    due: boolean;
  }>(
    `console.factor${lock}`,
    `SELECT key_id, wrapped_key, body, confirmed_at, last_step, due FROM console.second_factor WHERE staff = $1 ${lock}`,
    [staff],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { keyId, wrappedKey, body } = row;
  return {
    sealed: keyId !== undefined && wrappedKey !== undefined && body !== undefined ? { keyId, wrappedKey, body } : null,
    isConfirmed: row.confirmedAt !== undefined,
    lastStep: Number(row.lastStep),
    isDue: row.due,
  };
}

/** Puts a new secret in the place of one that was never confirmed. */
export const replaceSecret = (db: Db, staff: string, sealed: SealedSecret) =>
  db.transaction((tx) => {
    expectRecord(tx, 'staff.factor', { id: staff, on: false });
    return tx.query(
      'console.replace_secret',
      `INSERT INTO console.second_factor AS f (staff, key_id, wrapped_key, body) VALUES ($1, $2, $3, $4)
       ON CONFLICT (staff) DO UPDATE SET key_id = $2, wrapped_key = $3, body = $4 WHERE f.confirmed_at IS NULL`,
      [staff, sealed.keyId, sealed.wrappedKey, sealed.body],
    );
  });

export function useStep(tx: Tx, staff: string, step: number) {
  expectRecord(tx, 'staff.factor', { id: staff, on: true });
  return tx.query('console.use_step', 'UPDATE console.second_factor SET last_step = $2 WHERE staff = $1', [
    staff,
    step,
  ]);
}

export async function confirmFactor(
  tx: Tx,
  staff: string,
  given: {
    readonly step: number;
    readonly at: number;
    readonly codes: readonly { readonly selector: string; readonly hash: string }[];
  },
): Promise<void> {
  expectRecord(tx, 'staff.factor', { id: staff, on: true }, { isMany: true });
  await tx.query(
    'console.confirm_factor',
    'UPDATE console.second_factor SET confirmed_at = $2, last_step = $3, due = false WHERE staff = $1',
    [staff, given.at, given.step],
  );
  await tx.query(
    'console.insert_recovery_codes',
    'INSERT INTO console.recovery_code (staff, selector, hash) SELECT $1, * FROM unnest($2::text[], $3::text[])',
    [staff, given.codes.map(({ selector }) => selector), given.codes.map(({ hash }) => hash)],
  );
}

export async function recoveryCode(db: Queryable, staff: string, selector: string): Promise<string | undefined> {
  const rows = await db.query<{ hash: string }>(
    'console.recovery_code',
    'SELECT hash FROM console.recovery_code WHERE staff = $1 AND selector = $2 AND used_at IS NULL',
    [staff, selector],
  );
  return rows[0]?.hash;
}

/** Answers false when another call was faster. */
export async function useRecoveryCode(
  db: Db,
  use: { readonly staff: string; readonly selector: string; readonly hash: string; readonly at: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    expectRecord(tx, 'staff.factor', { id: use.staff, on: true });
    const rows = await tx.query(
      'console.use_recovery_code',
      `UPDATE console.recovery_code SET used_at = $4 WHERE staff = $1 AND selector = $2 AND hash = $3
         AND used_at IS NULL RETURNING selector`,
      [use.staff, use.selector, use.hash, use.at],
    );
    return rows.length > 0;
  });
}
