import assert from 'node:assert/strict';
import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import type { RecordType } from './record-types.ts';
import { SIGNED_BY_LOG, type WrittenRecord } from './signed-records.ts';
import { hex, inclusionRanges } from '@khara/proof';
import { newestCheckpoint, readRoots } from './read-log.ts';

export type NewRecord = {
  readonly type: RecordType;
  /** The text of a JSON object. It is hashed as it is written here: numbers are integers, hashes lower-case hex. */
  readonly json: string;
  /** What it is about. With it the record is written once per type, however often it is asked for. */
  readonly ref?: string;
};

export type RecordReceipt = {
  readonly recordId: bigint;
  readonly uid: string;
  /** True when it had been written before, under the same `ref`. */
  readonly replay: boolean;
  readonly leaf: Uint8Array;
  /** Real instant in ms. */
  readonly at: number;
};

/**
 * Puts a record into the log, in the caller's transaction: it is there if and when that commits, signed by this server,
 * and is sealed within a second. Throws when its `ref` was used for another text: a defect.
 */
export async function appendRecord(db: Db | Tx, record: NewRecord): Promise<RecordReceipt> {
  if (!('isTransaction' in db)) return db.transaction((tx) => appendRecord(tx, record));
  const { type, json, ref } = record;
  if (!SIGNED_BY_LOG.has(type)) db.expected.push({ type, says: {}, exactly: { json, ref } });
  const [receipt] = await db.query<RecordReceipt>('ledger.add_record', 'SELECT * FROM ledger.add_record($1, $2, $3)', [
    type,
    json,
    ref ?? null,
  ]);
  assert(receipt, 'the ledger gave no receipt');
  return receipt;
}

/** Puts several records of one type into the log, in their order. */
export async function appendRecords(tx: Tx, type: RecordType, texts: readonly string[]): Promise<void> {
  for (const json of texts) tx.expected.push({ type, says: {}, exactly: { json, ref: undefined } });
  await tx.query(
    'ledger.add_records',
    `SELECT r.record_id FROM unnest($2::text[]) WITH ORDINALITY AS j (json, n)
     CROSS JOIN LATERAL ledger.add_record($1, j.json) r ORDER BY j.n`,
    [type, texts],
  );
}

/** A record as it was hashed, with its place in the log once it has one. */
export type RecordInLog = WrittenRecord & { readonly index: number | undefined };

const RECORDS = `SELECT r.id, r.uid, r.type, r.at_ms, r.salt, r.json, r.leaf, r.ref, ledger.place_in_log('r', r.id, r.leaf)::double precision AS index FROM ledger.record r`;

/** All records of a type, the oldest first: for types of which there are few. */
export const recordsOfType = (db: Queryable, type: RecordType): Promise<readonly RecordInLog[]> =>
  db.query('ledger.records_of_type', `${RECORDS} WHERE r.type = $1 ORDER BY r.id`, [type]);

/** The record of that type about `ref`. */
export async function findRecord(db: Queryable, type: RecordType, ref: string): Promise<RecordInLog | undefined> {
  const [row] = await db.query<RecordInLog>('ledger.record_of', `${RECORDS} WHERE r.type = $1 AND r.ref = $2`, [
    type,
    ref,
  ]);
  return row;
}

/** Records after the one with id `after`, in the order of ids. */
export const recordsPage = (
  db: Queryable,
  page: { readonly after: bigint; readonly size: number },
): Promise<readonly RecordInLog[]> =>
  db.query('ledger.records_page', `${RECORDS} WHERE r.id > $1 ORDER BY r.id LIMIT $2`, [page.after, page.size]);

const toHex = (bytes: Uint8Array): string => hex(new Uint8Array(bytes));

/** A record of the log with its proof; null until a checkpoint covers it, two seconds at most. */
export async function recordProof(db: Queryable, type: RecordType, ref: string) {
  const [record, checkpoint] = await Promise.all([findRecord(db, type, ref), newestCheckpoint(db)]);
  if (!record || record.index === undefined || !checkpoint || record.index >= checkpoint.size) return null;
  const path = await readRoots(db, inclusionRanges(record.index, checkpoint.size));
  return {
    uid: record.uid,
    type: record.type,
    at: record.at,
    salt: toHex(record.salt),
    json: record.json,
    leaf: toHex(record.leaf),
    index: record.index,
    size: checkpoint.size,
    path: path.map(toHex),
    note: checkpoint.note,
  };
}
