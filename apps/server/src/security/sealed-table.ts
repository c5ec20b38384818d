import type { Random } from '#src/kernel/random.ts';
import type { Db } from '#src/ports/database.ts';
import { rewrapKey, type SecretScope, type SealedSecret, type Vault } from './vault.ts';

/**
 * A table that keeps secrets of the vault, in columns `key_id`, `wrapped_key` and `body`. A secret that was
 * destroyed has no wrapped key.
 */
export type SealedTable = {
  readonly table: string;
  /** The column that names a row. */
  readonly id: string;
  /** Columns that `belongsTo` needs beside it. */
  readonly columns: readonly string[];
  /** What the secret of a row belongs to. */
  readonly belongsTo: (row: Readonly<Record<string, string>>) => SecretScope;
};

/** Rows of one transaction. */
const BATCH = 500;

/**
 * Puts each secret of a table under the vault's present key, and answers how many. The secrets themselves are
 * not touched. What is done stays done when it is cut off: the next time goes on. Throws when a secret does
 * not open under the key that its row names.
 */
export async function rewrapTable(db: Db, vault: Vault, random: Random, sealed: SealedTable): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await rewrapBatch(db, vault, random, sealed);
    count += done;
    if (done < BATCH) return count;
  }
}

const rewrapBatch = (
  db: Db,
  vault: Vault,
  random: Random,
  { table, id, columns, belongsTo }: SealedTable,
): Promise<number> =>
  db.transaction(async (tx) => {
    const [{ id: present }] = vault;
    const rows = await tx.query<Readonly<Record<string, string>> & { row: string; keyId: string; wrappedKey: Buffer }>(
      `vault.rows_of_${table}`,
      `SELECT ${[`${id} AS row`, id, ...columns].join(', ')}, key_id, wrapped_key FROM ${table}
       WHERE key_id <> $1 AND octet_length(wrapped_key) > 0 ORDER BY ${id} LIMIT ${BATCH} FOR UPDATE`,
      [present],
    );
    if (rows.length === 0) return 0;
    const wrapped = rows.map((row) => {
      const old: SealedSecret = { keyId: row.keyId, wrappedKey: row.wrappedKey, body: Buffer.alloc(0) };
      try {
        return rewrapKey(vault, random, old, belongsTo(row)).wrappedKey;
      } catch (cause) {
        throw new Error(
          `A secret in ${table} (${id} ${row.row}) does not open under vault-key-${row.keyId}: restore that key, or the row from a backup`,
          { cause },
        );
      }
    });
    await tx.query(
      `vault.rewrap_${table}`,
      `UPDATE ${table} t SET key_id = $1, wrapped_key = u.wrapped
       FROM unnest($2::text[], $3::bytea[]) AS u (id, wrapped) WHERE t.${id} = u.id`,
      [present, rows.map(({ row }) => row), wrapped],
    );
    return rows.length;
  });
