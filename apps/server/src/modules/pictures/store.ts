import { recordRow, recordRows, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { SealedSecret } from '#src/security/vault.ts';

/** The module's SQL, and nothing but SQL. */

/** What a picture shows, as noise, and until when it is kept: the log answers for it. Its key may be wrapped anew. */
export const PICTURES: RecordedTable = {
  type: 'picture.kept',
  table: 'pictures.picture',
  id: 'id',
  member: 'member_id',
  columns: [
    't.purpose',
    't.bytes',
    't.at',
    't.delete_at',
    "encode(sha256(t.body), 'hex')",
    "encode(sha256(t.look), 'hex')",
    't.contrast',
  ],
};

export type Purpose = 'kyc' | 'support';

export type NewPicture = {
  readonly id: string;
  readonly memberId: string;
  readonly purpose: Purpose;
  readonly sealed: SealedSecret;
  readonly bytes: number;
  readonly look: Uint8Array;
  readonly contrast: number;
  readonly at: number;
  readonly deleteAt: number;
};

/**
 * Stores a picture unless its owner has too many, by number or by bytes. Two uploads of one member follow one another.
 */
export async function insertPicture(
  tx: Tx,
  picture: NewPicture,
  most: { readonly files: number; readonly bytes: number },
): Promise<boolean> {
  const { sealed } = picture;
  await tx.query('pictures.lock_owner', 'SELECT FROM accounts.member WHERE id = $1 FOR UPDATE', [picture.memberId]);
  const rows = await tx.query(
    'pictures.insert',
    `INSERT INTO pictures.picture (id, member_id, purpose, key_id, wrapped_key, body, bytes, look, contrast, at, delete_at)
     SELECT $1, $2, $3, $4, $5, $6, $7::integer, $8, $9, $10, $11
     FROM (SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes
           FROM pictures.picture WHERE member_id = $2 AND wrapped_key IS NOT NULL) kept
     WHERE kept.files < $12 AND kept.bytes + $7::integer <= $13
     RETURNING id`,
    [
      picture.id,
      picture.memberId,
      picture.purpose,
      sealed.keyId,
      sealed.wrappedKey,
      sealed.body,
      picture.bytes,
      picture.look,
      picture.contrast,
      picture.at,
      picture.deleteAt,
      most.files,
      most.bytes,
    ],
  );
  if (rows.length > 0) await recordRow(tx, PICTURES, picture.id, 'kept');
  return rows.length > 0;
}

export type KeptPicture = {
  readonly id: string;
  readonly memberId: string;
  readonly purpose: Purpose;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly body: Buffer;
};

/** A picture that still can be opened. */
export async function byId(db: Queryable, id: string): Promise<KeptPicture | undefined> {
  const rows = await db.query<KeptPicture>(
    'pictures.by_id',
    'SELECT id, member_id, purpose, key_id, wrapped_key, body FROM pictures.picture WHERE id = $1 AND wrapped_key IS NOT NULL',
    [id],
  );
  return rows[0];
}

/** What two pictures look like; those of them that are this member's, for this purpose, and still there. */
export async function readLooks(
  db: Queryable,
  memberId: string,
  purpose: Purpose,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly look: Buffer; readonly contrast: number }[]> {
  return db.query(
    'pictures.looks',
    `SELECT id, look, contrast FROM pictures.picture
     WHERE member_id = $1 AND purpose = $2 AND id = ANY($3) AND wrapped_key IS NOT NULL`,
    [memberId, purpose, ids],
  );
}

/** Sets until when pictures are kept. */
export async function keepUntil(tx: Tx, ids: readonly string[], until: number): Promise<void> {
  await tx.query('pictures.keep_until', 'UPDATE pictures.picture SET delete_at = $2 WHERE id = ANY($1)', [ids, until]);
  await recordRows(tx, PICTURES, ids, 'until');
}

/** Destroys the keys of the pictures whose time is over, and what they opened. Answers how many. */
export async function destroyDue(tx: Tx, now: number): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    'pictures.destroy_due',
    `UPDATE pictures.picture SET wrapped_key = NULL, body = NULL, look = NULL
     WHERE delete_at <= $1 AND wrapped_key IS NOT NULL RETURNING id`,
    [now],
  );
  await recordRows(
    tx,
    PICTURES,
    rows.map(({ id }) => id),
    'destroyed',
  );
  return rows.length;
}
