import assert from 'node:assert/strict';
import type { Queryable } from '#src/ports/database.ts';
import type { Keys } from '#src/security/keys.ts';
import { wrongSignature, type CountingKeys, type RecordToCheck } from './signed-records.ts';
import { countingKeys } from './signers.ts';

export type SigningKeys = Pick<Keys, 'log' | 'node'>;

/** The keys of this process. What is read of the database is held against them, wherever it is read. */
let own: SigningKeys | undefined;

/** From now on records are believed that the servers of this log have signed. */
export const trustKeys = (keys: SigningKeys): void => void (own = keys);

/** How long what the log says of servers' keys is trusted. A key that is not known yet is asked for at once. */
const TRUSTED_MS = 5_000;
let counting: { readonly keys: CountingKeys; readonly readAt: number } | undefined;

/** What is wrong with the signature of a record by which the server is to act; undefined for nothing. */
export async function signatureFault(db: Queryable, record: RecordToCheck): Promise<string | undefined> {
  assert(own, 'a row is to be acted by before the keys of this server are open');
  const isFresh = counting && performance.now() - counting.readAt < TRUSTED_MS;
  if (isFresh && wrongSignature(record, counting!.keys) === undefined) return undefined;
  counting = { keys: await countingKeys(db, own.log, own.node), readAt: performance.now() };
  return wrongSignature(record, counting.keys);
}
