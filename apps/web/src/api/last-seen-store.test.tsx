import { afterEach, expect, it } from 'vitest';
import { readRecord, writeRecord } from './last-seen-store.ts';
import { LAST_SEEN_DATABASE } from '#lib/storage.ts';

const always = () => true;
const record = { answers: [{ key: ['wallets'], data: { available: '75241.29', holder: 'Asha Sharma' } }] };

afterEach(
  () =>
    new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase(LAST_SEEN_DATABASE);
      for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
    }),
);

/** All that a reader of the device's storage finds, by name. */
async function stored(): Promise<ReadonlyMap<string, unknown>> {
  const opening = indexedDB.open(LAST_SEEN_DATABASE, 1);
  const database = await new Promise<IDBDatabase>((resolve) =>
    opening.addEventListener('success', () => resolve(opening.result)),
  );
  const found = new Map<string, unknown>();
  const walk = database.transaction('seen').objectStore('seen').openCursor();
  await new Promise<void>((resolve) =>
    walk.addEventListener('success', () => {
      if (!walk.result) return resolve();
      found.set(String(walk.result.key), walk.result.value);
      walk.result.continue();
    }),
  );
  database.close();
  return found;
}

it('what was last seen comes back to its owner, and to no other name', async () => {
  await writeRecord('member-1', record, always);
  expect(await readRecord('member-1')).toEqual(record);
  expect(await readRecord('member-2')).toBeUndefined();
});

it('nothing in the storage can be read: balances and names are encrypted under a key that cannot be taken out', async () => {
  await writeRecord('member-1', record, always);
  const found = await stored();
  const { bytes } = found.get('member-1') as { bytes: ArrayBuffer };
  const text = new TextDecoder('latin1').decode(bytes);
  expect(bytes.byteLength).toBeGreaterThan(JSON.stringify(record).length);
  expect(text).not.toMatch(/75241|Asha|wallets/);
  const key = found.get('key') as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('a session that has ended writes nothing, not even a key', async () => {
  await writeRecord('member-1', record, () => false);
  expect(await readRecord('member-1')).toBeUndefined();
});
