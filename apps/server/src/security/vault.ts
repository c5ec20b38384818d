import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '#src/kernel/random.ts';
import { lengthPrefixed } from './length-prefixed.ts';

/**
 * A key that wraps other keys. It lives outside the database; its id stands beside what it wrapped, so that
 * it can be changed.
 */
type VaultKey = { readonly id: string; readonly key: Uint8Array };
/** The key that wraps from now on comes first; the others still open what they wrapped. */
export type Vault = readonly [VaultKey, ...VaultKey[]];

/**
 * What is kept of a secret: its own key, wrapped, and the secret under that key. Without `wrappedKey` the
 * rest is noise, whatever copies of it there are.
 */
export type SealedSecret = { readonly keyId: string; readonly wrappedKey: Buffer; readonly body: Buffer };

/** What a secret belongs to (owner, purpose, id): it opens nowhere else, so that it cannot move to another row. */
export type SecretScope = readonly string[];

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Puts a secret under a random key of its own, and that key under the vault's (AES-256-GCM both times). */
export function seal(vault: Vault, random: Random, secret: Uint8Array, belongsTo: SecretScope): SealedSecret {
  const [{ id, key }] = vault;
  const own = random.bytes(KEY_BYTES);
  return {
    keyId: id,
    wrappedKey: encrypt(key, random, own, ['key', id, ...belongsTo]),
    body: encrypt(own, random, secret, ['body', ...belongsTo]),
  };
}

/** The secret. Throws when anything was changed, belongs elsewhere, or its key is gone. */
export function unseal(vault: Vault, { keyId, wrappedKey, body }: SealedSecret, belongsTo: SecretScope): Buffer {
  return decrypt(unwrap(vault, keyId, wrappedKey, belongsTo), body, ['body', ...belongsTo]);
}

/** The same secret under the vault's present key; the secret itself is not touched. */
export function rewrapKey(vault: Vault, random: Random, sealed: SealedSecret, belongsTo: SecretScope): SealedSecret {
  const [{ id, key }] = vault;
  if (sealed.keyId === id) return sealed;
  const own = unwrap(vault, sealed.keyId, sealed.wrappedKey, belongsTo);
  return { ...sealed, keyId: id, wrappedKey: encrypt(key, random, own, ['key', id, ...belongsTo]) };
}

/** Whether the key of a secret is there, and belongs here. */
export function opensKey(
  vault: Vault,
  { keyId, wrappedKey }: Omit<SealedSecret, 'body'>,
  belongsTo: SecretScope,
): boolean {
  try {
    return unwrap(vault, keyId, wrappedKey, belongsTo).length === KEY_BYTES;
  } catch {
    return false;
  }
}

function unwrap(vault: Vault, keyId: string, wrappedKey: Buffer, belongsTo: SecretScope): Buffer {
  const found = vault.find(({ id }) => id === keyId);
  assert(found, `the vault has no key ${keyId}`);
  return decrypt(found.key, wrappedKey, ['key', keyId, ...belongsTo]);
}

function encrypt(key: Uint8Array, random: Random, plain: Uint8Array, about: SecretScope): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(lengthPrefixed(about));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, sealed: Buffer, about: SecretScope): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(lengthPrefixed(about))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
