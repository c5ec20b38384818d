import type { KnownLog } from '@khara/proof';
import { readStored, readStoredJson, store } from '#lib/storage.ts';

/**
 * What this device remembers of the log: per installation the pinned key, the newest checkpoint that was
 * believed and up to 50 older ones. It belongs to the device and not to an account: signing out leaves it.
 */
const CURRENT = 'log';
const storageKey = (name: string) => `log:${name}`;

/** The log that this device follows; undefined before it has checked anything. */
export function keptLog(): KnownLog | undefined {
  const name = readStored(CURRENT);
  const kept = name === null ? undefined : readStoredJson(storageKey(name));
  return isKnownLog(kept) ? kept : undefined;
}

export function keepLog(known: KnownLog): void {
  store(storageKey(known.name), JSON.stringify(known));
  store(CURRENT, known.name);
}

/** Follows the log as it is now. What is known of the one until now stays kept, beside it. */
export function putLogAside(now = Date.now()): void {
  const known = keptLog();
  if (known) {
    store(`${storageKey(known.name)}:${now}`, JSON.stringify(known));
    store(storageKey(known.name), null);
  }
  store(CURRENT, null);
}

function isKnownLog(value: unknown): value is KnownLog {
  if (typeof value !== 'object' || value === null) return false;
  const { name, publicKey, notes } = value as Partial<KnownLog>; // what storage holds; checked here
  return (
    typeof name === 'string' &&
    /^[0-9a-f]{64}$/.test(publicKey ?? '') &&
    Array.isArray(notes) &&
    notes.every((note) => typeof note === 'string')
  );
}
