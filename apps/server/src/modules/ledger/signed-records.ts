import {
  hex,
  isSignedRecord,
  recordLeaf,
  sameBytes,
  signRecords,
  type LogRecord,
  type Signer,
  type VerifySignature,
} from '@khara/proof';
import { whoAsked } from '#src/kernel/asked.ts';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { ExpectedRecord, Queryable, Tx } from '#src/ports/database.ts';
import type { RecordType } from './record-types.ts';

/*
 * Records have a key. The server signs the records of a transaction together, before its COMMIT, by a key that the
 * database does not have. It signs what the transaction's code said that it writes, and nothing else: not what a
 * trigger of a stranger adds. A record without a signature gets no place in the log, and nothing is done by it.
 */

/** Records whose text the log's key signs itself: they say which keys of servers count. */
export const SIGNED_BY_LOG: ReadonlySet<string> = new Set(['key.rotate', 'node.certify', 'node.retire']);

/**
 * Says that a function of the database writes a record in this transaction, which says at least this; with `isMany`
 * any number of them. One that was not expected ends the transaction.
 */
export function expectRecord(
  tx: Tx,
  type: RecordType,
  says: ExpectedRecord['says'] = {},
  { isMany = false }: Pick<ExpectedRecord, 'isMany'> = {},
): void {
  tx.expected.push({ type, says, isMany });
}

/** A record as its table has it. */
export type WrittenRecord = LogRecord & {
  readonly id: bigint;
  readonly leaf: Uint8Array;
  readonly ref: string | undefined;
};

/** Signs what a transaction has written, if it is what was expected. */
export async function signWritten(tx: Tx, signer: Signer): Promise<void> {
  const rows = await tx.query<WrittenRecord>(
    'ledger.written_records',
    'SELECT id, uid, type, at_ms, salt, json, leaf, ref FROM ledger.written_records()',
  );
  if (rows.length === 0) return; // each was there before
  const left = [...tx.expected];
  for (const row of rows) {
    const at = left.findIndex((expected) => isExpected(row, expected));
    if (at === -1) throw new Error(`A record of ${row.type} was written that was not expected: ${row.json}`);
    if (!left[at]!.isMany) left.splice(at, 1);
    if (!sameBytes(recordLeaf(row), row.leaf)) throw new Error(`Record ${row.id} has not the hash of its text`);
  }
  const asked = whoAsked();
  const signed = signRecords(
    rows.map(({ id, leaf, ref }) => ({ id, leaf, ref, asked })),
    signer,
  );
  await tx.query('ledger.sign_records', 'SELECT ledger.sign_records($1, $2, $3, $4, $5)', [
    signer.publicKey,
    signed[0]!.signature,
    asked ?? null,
    sqlArray(
      'bigint',
      rows.map(({ id }) => id),
    ),
    sqlArray(
      'bytea',
      signed.map(({ path }) => Buffer.concat(path)),
    ),
  ]);
}

function isExpected(row: WrittenRecord, { type, says, exactly }: ExpectedRecord): boolean {
  if (row.type !== type) return false;
  if (exactly) return row.json === exactly.json && row.ref === exactly.ref;
  const said = JSON.parse(row.json) as Readonly<Record<string, unknown>>; // the database takes objects only
  return Object.entries(says).every(([name, value]) => said[name] === value);
}

/** What is kept of a record's signature: all undefined where it has none. */
type KeptSignature = {
  readonly asked: string | undefined;
  readonly signer: Uint8Array | undefined;
  readonly signature: Uint8Array | undefined;
  readonly place: number | undefined;
  readonly size: number | undefined;
  readonly path: Uint8Array | undefined;
};

/** Columns of `ledger.record_signature s` as they are in {@link KeptSignature}. */
export const SIGNATURE = 's.asked, s.signer, s.signature, s.place, s.size, s.path';

/** A record, as far as its signature is concerned. */
export type RecordToCheck = Pick<WrittenRecord, 'id' | 'uid' | 'type' | 'at' | 'salt' | 'json' | 'ref'> & KeptSignature;

/** Keys of servers that count, in hex. */
export type CountingKeys = ReadonlyMap<string, CountingKey>;
type CountingKey = {
  readonly check: VerifySignature;
  /** The id of the record that retired it. */
  readonly retiredBy?: bigint | undefined;
};

/**
 * What is wrong with a record's signature, undefined for nothing. A key signs what was written before its retirement.
 */
export function wrongSignature(record: RecordToCheck, keys: CountingKeys): string | undefined {
  if (SIGNED_BY_LOG.has(record.type)) return undefined;
  const { id, ref, asked, signer, signature, place, size, path } = record;
  if (!signer || !signature || !path) return 'is signed by no server';
  const name = hex(signer);
  const key = keys.get(name);
  if (!key) return `is signed by ${name}, which the log’s key has not certified`;
  if (key.retiredBy !== undefined && key.retiredBy < id) return `is signed by ${name} after that key was retired`;
  const signed = {
    id,
    leaf: recordLeaf({ ...record, at: record.at }),
    ref: ref,
    asked: asked,
    index: place!,
    size: size!,
    path: Array.from({ length: path.length / 32 }, (_, at) => path.subarray(32 * at, 32 * at + 32)),
    signer,
    signature,
  };
  return isSignedRecord(signed, key.check) ? undefined : 'has the signature of another record';
}

/** Some records with their signatures. */
export const recordsById = (db: Queryable, ids: readonly bigint[]): Promise<readonly RecordToCheck[]> =>
  db.query<RecordToCheck>(
    'ledger.records_by_id',
    `SELECT r.id, r.uid, r.type, r.at_ms, r.salt, r.json, r.ref, ${SIGNATURE} FROM ledger.record r
     LEFT JOIN ledger.record_signature s ON s.record_id = r.id WHERE r.id = ANY ($1)`,
    [sqlArray('bigint', ids)],
  );

/** Records with their signatures, after the one with id `after`, in the order of ids. */
export const recordsToCheck = (
  db: Queryable,
  page: { readonly after: bigint; readonly size: number },
): Promise<readonly RecordToCheck[]> =>
  db.query<RecordToCheck>(
    'ledger.records_to_check',
    `SELECT r.id, r.uid, r.type, r.at_ms, r.salt, r.json, r.ref, ${SIGNATURE} FROM ledger.record r
     LEFT JOIN ledger.record_signature s ON s.record_id = r.id WHERE r.id > $1 ORDER BY r.id LIMIT $2`,
    [page.after, page.size],
  );
