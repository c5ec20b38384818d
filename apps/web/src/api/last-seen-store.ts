import { done, indexedStore } from '#lib/indexed-store.ts';
import { LAST_SEEN_DATABASE } from '#lib/storage.ts';

/**
 * One record a person in IndexedDB, encrypted (AES-256-GCM) under a key that no script can read out. The key
 * lies beside the records, so that signing out, which deletes the database, leaves nothing to read.
 *
 * A page without TLS has no cryptography (`crypto.subtle` is undefined): nothing is kept there.
 */

const STORE = 'seen';
/** Name of the key in the store; a record's name is a member's id or `guest`. */
const KEY = 'key';
/** Bytes of a nonce of AES-GCM (NIST SP 800-38D, 5.2.1.1). */
const NONCE = 12;

type SealedCopy = { readonly nonce: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer };

const within = indexedStore(LAST_SEEN_DATABASE, STORE);

const read = (name: string): Promise<unknown> => within('readonly', (store) => done<unknown>(store.get(name)));

/** What was written for this person; undefined where nothing was, or where it cannot be read. */
export async function readRecord(whose: string): Promise<unknown> {
  const [key, sealed] = [await read(KEY), (await read(whose)) as SealedCopy | undefined]; // written by us below
  if (!(key instanceof CryptoKey) || !sealed?.nonce) return undefined;
  const bytes = await crypto.subtle.decrypt(sealing(sealed.nonce, whose), key, sealed.bytes);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Writes it if it may still be written once the database is open: no record outlives its session. */
export async function writeRecord(whose: string, record: unknown, mayBe: () => boolean): Promise<void> {
  if (globalThis.crypto?.subtle === undefined || !mayBe()) return;
  // Outside of a transaction, which ends while something else is waited for.
  const kept = await read(KEY);
  const key = kept instanceof CryptoKey ? kept : await newKey();
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const plain = new TextEncoder().encode(JSON.stringify(record));
  const sealed: SealedCopy = { nonce, bytes: await crypto.subtle.encrypt(sealing(nonce, whose), key, plain) };
  await within('readwrite', async (store) => {
    if (!mayBe()) return;
    const there = await done<unknown>(store.get(KEY));
    // Another tab made one meanwhile: the next record is under it.
    if (there !== undefined && kept === undefined) return;
    await done(store.put(key, KEY));
    await done(store.put(sealed, whose));
  });
}

const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** The name is bound to the record: one member's cannot be read as another's. */
const sealing = (nonce: Uint8Array<ArrayBuffer>, whose: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(whose),
});
