import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, i64, lp, raw, type Sha256 } from './bytes.ts';
import { derivePublicKey } from './checkpoint.ts';
import { inclusionPaths, rootOfPath } from './tree.ts';

/*
 * What a server signs together: one Ed25519 signature over a name, how many they are, and the root of a tree over their
 * hashes.
 */

/** A place among what was signed together, and the hashes that lead from it to what was signed. */
export type BatchPlace = {
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
};

export type BatchSignature = {
  /** Public key of the server that signed. The log has its certificate: see `node-key.ts`. */
  readonly signer: Uint8Array;
  /** Of all that were signed together. */
  readonly signature: Uint8Array;
};

/**
 * A server's key: `sign` gives the Ed25519 signature of bytes. `sha256`: what it hashes with, unless as this package.
 */
export type Signer = {
  readonly publicKey: Uint8Array;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  readonly sha256?: Sha256;
};

export const makeSigner = (secretSeed: Uint8Array): Signer => ({
  publicKey: derivePublicKey(secretSeed),
  sign: (bytes) => ed25519.sign(bytes, secretSeed),
});

const signedBytes = (name: string, size: number, root: Uint8Array): Uint8Array =>
  concat(lp(name), i64(size), raw(root, 32));

/** Signs hashes together, one or more. `name` says what they are of. */
export function signBatch(
  name: string,
  leaves: readonly Uint8Array[],
  { sign, sha256 }: Omit<Signer, 'publicKey'>,
): { readonly signature: Uint8Array; readonly places: readonly BatchPlace[] } {
  const { root, paths } = inclusionPaths(leaves, sha256);
  const size = leaves.length;
  return {
    signature: sign(signedBytes(name, size, root)),
    places: paths.map((path, index) => ({ index, size, path })),
  };
}

export type VerifySignature = (signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array) => boolean;

const byNoble: VerifySignature = (signature, bytes, publicKey) =>
  ed25519.verify(signature, bytes, publicKey, { zip215: false });

/** Whether a hash was signed at its place by the key that is named. `verify` is the strict check of RFC 8032. */
export function isInBatch(
  name: string,
  leaf: Uint8Array,
  { index, size, path, signer, signature }: BatchPlace & BatchSignature,
  verify: VerifySignature = byNoble,
): boolean {
  const root = rootOfPath({ index, size, path, leaf });
  return (
    root !== undefined &&
    signer.length === 32 &&
    signature.length === 64 &&
    verify(signature, signedBytes(name, size, root), signer)
  );
}
