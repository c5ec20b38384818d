import { memoize } from '#src/kernel/memoize.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { OwnKeys } from '#src/security/keys.ts';
import type { RecordType } from './record-types.ts';
import {
  SIGNATURE,
  wrongSignature,
  type CountingKeys,
  type RecordToCheck,
  recordsById,
  signWritten,
} from './signed-records.ts';
import { countingKeys } from './signers.ts';
import { signerWith } from './signatures.ts';

/** How long what the log says of servers' keys is trusted. A key that is not known yet is asked for at once. */
const TRUSTED_MS = 5_000;
type Trusted = { counting: CountingKeys; readAt: number };
const trustedBy = memoize((_own: OwnKeys): Trusted => ({ counting: new Map(), readAt: -Infinity }));

/** What is wrong with the signature of a record by which the server is to act; undefined for nothing. */
export async function signatureFault(db: Queryable, record: RecordToCheck): Promise<string | undefined> {
  const own = db.ownKeys();
  const trusted = trustedBy(own);
  const isFresh = performance.now() - trusted.readAt < TRUSTED_MS;
  if (isFresh && wrongSignature(record, trusted.counting) === undefined) return undefined;
  trusted.counting = await countingKeys(db, own.log, own.node);
  trusted.readAt = performance.now();
  return wrongSignature(record, trusted.counting);
}

/**
 * The newest record of that type about `ref`, or about what begins with it, by which a server may act: undefined where
 * no server has signed it.
 */
export async function readSignedRecord(
  db: Queryable,
  type: RecordType,
  ref: string,
): Promise<RecordToCheck | undefined> {
  const [record] = await db.query<RecordToCheck>(
    'ledger.signed_record_of',
    `SELECT r.id, r.uid, r.type, r.at_ms, r.salt, r.json, r.ref, ${SIGNATURE} FROM ledger.record r
     LEFT JOIN ledger.record_signature s ON s.record_id = r.id
     WHERE r.type = $1 AND r.ref ^@ $2 ORDER BY r.id DESC LIMIT 1`,
    [type, ref],
  );
  return record && (await signatureFault(db, record)) === undefined ? record : undefined;
}

/** Those of some records by which a server may act, the oldest first: the others are signed by no server. */
export async function readSignedRecords(db: Queryable, ids: readonly bigint[]): Promise<readonly RecordToCheck[]> {
  const signed: RecordToCheck[] = [];
  for (const record of await recordsById(db, ids))
    if ((await signatureFault(db, record)) === undefined) signed.push(record);
  return signed.toSorted((a, b) => Number(a.id - b.id));
}

/** What each transaction does before its COMMIT: signs its records, and checks those that it relies on. */
export const signTransaction = (tx: Tx): Promise<void> | undefined =>
  tx.expected.length === 0 && tx.reliesOn.length === 0 ? undefined : checkAndSign(tx);

async function checkAndSign(tx: Tx): Promise<void> {
  if (tx.expected.length > 0) await signWritten(tx, signerWith(tx.ownKeys().node));
  if (tx.reliesOn.length === 0) return;
  for (const record of await recordsById(tx, tx.reliesOn)) {
    const wrong = await signatureFault(tx, record);
    if (wrong !== undefined) throw new Error(`Record ${record.id} (${record.type}) ${wrong}: nothing is done by it`);
  }
}
