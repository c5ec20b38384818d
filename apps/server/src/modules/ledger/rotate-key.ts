import { hex, keysAfter, keysBefore, signRotation, type KeyRotation, type VerifyKey } from '@khara/proof';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { SecretLogKey } from '#src/security/keys.ts';
import { checkedUnder } from './log-key-records.ts';
import { appendRecord, recordsOfType, type RecordInLog } from './records.ts';

/**
 * Writes into the log that `next` signs it from here on. The same two keys again do nothing, so a run that is
 * cut off between this and putting the new key in its place comes again. The old key is not to be used after
 * it.
 */
export async function rotateLogKey(db: Db, old: SecretLogKey, next: SecretLogKey): Promise<void> {
  const json = signRotation(old.name, old.secretSeed, next.secretSeed);
  await appendRecord(db, { type: 'key.rotate', json, ref: hex(next.publicKey) });
}

export type RotationInLog = { readonly record: RecordInLog; readonly rotation: KeyRotation };

/** The changes of the log's key, the oldest first. A record that is not signed by its keys is none. */
export async function readRotations(db: Queryable, log: VerifyKey): Promise<readonly RotationInLog[]> {
  const records = await recordsOfType(db, 'key.rotate');
  return records.flatMap((record) => {
    const rotation = checkedUnder(log).rotation(record.json);
    return rotation ? [{ record, rotation }] : [];
  });
}

/**
 * The log's key as it is now, as it travels: another server may have changed the one that this server knows, at its own
 * start.
 */
export async function logKeyNow(
  db: Queryable,
  known: VerifyKey,
): Promise<{ readonly name: string; readonly publicKey: string }> {
  const rotations = (await readRotations(db, known)).map(({ rotation }) => rotation);
  const { name, publicKey } = keysAfter(known, rotations).at(-1) ?? known;
  return { name, publicKey: hex(publicKey) };
}

/** Every key that has signed the log, the oldest first and the current one last. */
export const keysOfLog = async (db: Queryable, current: VerifyKey): Promise<readonly VerifyKey[]> =>
  keysBefore(
    current,
    (await readRotations(db, current)).map(({ rotation }) => rotation),
  );
