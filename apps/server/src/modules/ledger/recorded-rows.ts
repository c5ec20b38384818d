import assert from 'node:assert/strict';
import { hex, rowHash } from '@khara/proof';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { RecordType } from './record-types.ts';
import { appendRecord } from './records.ts';

/**
 * A table whose rows decide something, and that the log answers for: the writer of a row writes a record with
 * its hash in the same transaction, and `npm run verify` holds each row against its newest record. Names of
 * tables and columns are the code's own, never a caller's.
 */
export type RecordedTable = {
  readonly type: RecordType;
  readonly table: string;
  /** Column by which a row is known, and its record names it. */
  readonly id: string;
  /**
   * Column with the member whose row it is: its hash is salted, and it may be erased with its owner. Without
   * one its hash has no salt.
   */
  readonly member?: string;
  /** What is hashed, in this order: SQL expressions of `t`, the row, read as text. */
  readonly columns: readonly string[];
};

export type RecordedRow = {
  readonly id: string;
  readonly member: string | null;
  /** Null for what is no member's, and for a member who was erased. */
  readonly salt: Uint8Array | null;
  readonly values: readonly (string | null)[];
};

/** What the record of a row says. `row` is the hash in hex, or null when the row was taken away. */
export type RowRecord = {
  readonly act: string;
  readonly id: string;
  readonly owner?: string;
  readonly row: string | null;
};

export const queryOf = ({ table, id, member, columns }: RecordedTable): string => {
  const owned =
    member === undefined ? 'NULL::text AS member, NULL::bytea AS salt' : `t.${member} AS member, m.log_salt AS salt`;
  const owner = member === undefined ? '' : `LEFT JOIN accounts.member m ON m.id = t.${member}`;
  const values = columns.map((column) => `(${column})::text`).join(', ');
  return `SELECT t.${id}::text AS id, ${owned}, ARRAY[${values}] AS VALUES FROM ${table} t ${owner}`;
};

/** All rows of such a table, with what their records are made of. */
export const recordedRows = (db: Queryable, of: RecordedTable): Promise<readonly RecordedRow[]> =>
  db.query<RecordedRow>(`ledger.recorded_rows.${of.type}`, `${queryOf(of)} ORDER BY t.${of.id}`);

/** The hash of a row, in hex. */
export const hashOfRow = (of: RecordedTable, { salt, values }: RecordedRow): string =>
  hex(rowHash(of.type, salt ?? new Uint8Array(), values));

/**
 * Writes the record of a row as it stands, in the transaction that has just written it. `act` says in a word
 * what happened. That the row was written keeps it locked: records of one row follow one another as its
 * states did. What acts later is looked at (`asRecorded`) before it is changed: else the record would call right
 * what came by another hand.
 */
export async function recordRow(tx: Tx, of: RecordedTable, id: string | bigint, act: string): Promise<void> {
  const [row] = await tx.query<RecordedRow>(`ledger.recorded_row.${of.type}`, `${queryOf(of)} WHERE t.${of.id} = $1`, [
    id,
  ]);
  assert(row, `there is no ${of.type} ${id}`);
  assert(of.member === undefined || row.salt, `${of.type} ${id} is no member's`);
  await append(tx, of, { act, id: row.id, ...ownerOf(row.member), row: hashOfRow(of, row) });
}

/** Writes the record that a row was taken away, in the transaction that did it. */
export const recordRemoval = (tx: Tx, of: RecordedTable, row: Pick<RecordedRow, 'id' | 'member'>): Promise<void> =>
  append(tx, of, { act: 'removed', id: row.id, ...ownerOf(row.member), row: null });

export const ownerOf = (member: string | null) => (member === null ? {} : { owner: `u:${member}` });

async function append(tx: Tx, { type }: RecordedTable, record: RowRecord): Promise<void> {
  await appendRecord(tx, { type, json: JSON.stringify(record) });
}
