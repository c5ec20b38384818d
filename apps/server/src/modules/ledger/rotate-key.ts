import { hex, keysBefore, readRotation, signRotation, type KeyRotation, type VerifyKey } from '@khara/proof';
import type { Queryable } from '#src/ports/database.ts';
import type { LogKey } from '#src/security/keys.ts';
import { appendRecord, recordsOfType, type RecordInLog } from './records.ts';

/**
 * Writes into the log that `next` signs it from here on. The same two keys again do nothing, so a run that is
 * cut off between this and putting the new key in its place comes again. The old key is not to be used after
 * it.
 */
export async function rotateLogKey(db: Queryable, old: LogKey, next: LogKey): Promise<void> {
  const json = signRotation(old.name, old.secretSeed, next.secretSeed);
  await appendRecord(db, { type: 'key.rotate', json, ref: hex(next.publicKey) });
}

export type RotationInLog = { readonly record: RecordInLog; readonly rotation: KeyRotation };

/** The changes of the log's key, the oldest first. A record that is not signed by its keys is none. */
export async function rotationsOf(db: Queryable): Promise<readonly RotationInLog[]> {
  const records = await recordsOfType(db, 'key.rotate');
  return records.flatMap((record) => {
    const rotation = readRotation(record.json);
    return rotation ? [{ record, rotation }] : [];
  });
}

/** Every key that has signed the log, the oldest first and the current one last. */
export const keysOfLog = async (db: Queryable, current: VerifyKey): Promise<readonly VerifyKey[]> =>
  keysBefore(
    current,
    (await rotationsOf(db)).map(({ rotation }) => rotation),
  );
