import { unhex, concat, lp, raw } from './bytes.ts';
import { ed25519 } from '@noble/curves/ed25519.js';

/** A number of bytes in lower-case hex. */
export const bytesIn = (text: unknown, length: number): Uint8Array | undefined =>
  typeof text === 'string' && text.length === 2 * length && /^[0-9a-f]+$/.test(text) ? unhex(text) : undefined;

/** The fields of the text of a record; undefined when it has none. */
export function parseFields(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What is signed of a file: its SHA-256, under a name of its own, so that it can be taken for nothing else
 * that the key signs.
 */
const fileBytes = (digest: Uint8Array): Uint8Array => concat(lp('khara/file/1'), raw(digest, 32));

/** A signature over the SHA-256 of a file, by a server's key. */
export const signFile = (digest: Uint8Array, secretSeed: Uint8Array): Uint8Array =>
  ed25519.sign(fileBytes(digest), secretSeed);

export const isSignedFile = (digest: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  signature.length === 64 && ed25519.verify(signature, fileBytes(digest), publicKey, { zip215: false });
