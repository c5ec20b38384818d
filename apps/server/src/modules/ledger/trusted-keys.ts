import assert from 'node:assert/strict';
import type { Queryable } from '#src/ports/database.ts';
import type { Keys } from '#src/security/keys.ts';
import type { RecordType } from './record-types.ts';
import { SIGNATURE, wrongSignature, type CountingKeys, type RecordToCheck } from './signed-records.ts';
import { countingKeys } from './signers.ts';

export type SigningKeys = Pick<Keys, 'log' | 'node' | 'installSecret'>;

/** The keys of this process. What is read of the database is held against them, wherever it is read. */
let own: SigningKeys | undefined;

/** From now on records are believed that the servers of this log have signed. */
export const trustKeys = (keys: SigningKeys): void => void (own = keys);

/** By which this process writes, and believes what it reads. Throws before they are open. */
export function ownKeys(): SigningKeys {
  assert(own, 'a row is to be acted by before the keys of this server are open');
  return own;
}

/** How long what the log says of servers' keys is trusted. A key that is not known yet is asked for at once. */
const TRUSTED_MS = 5_000;
let counting: { readonly keys: CountingKeys; readonly readAt: number } | undefined;

/** What is wrong with the signature of a record by which the server is to act; undefined for nothing. */
export async function signatureFault(db: Queryable, record: RecordToCheck): Promise<string | undefined> {
  const { log, node } = ownKeys();
  const isFresh = counting && performance.now() - counting.readAt < TRUSTED_MS;
  if (isFresh && wrongSignature(record, counting!.keys) === undefined) return undefined;
  counting = { keys: await countingKeys(db, log, node), readAt: performance.now() };
  return wrongSignature(record, counting.keys);
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
