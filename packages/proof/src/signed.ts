import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, lp, raw } from './bytes.ts';

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
