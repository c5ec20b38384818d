import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, hash, i64, lp, raw, uuid } from './bytes.ts';
import { inclusionPaths, rootOfPath } from './tree.ts';

/** The operator's promise that an entry will be in the log within ten seconds, which a member can hold against them. */
export interface Receipt {
  readonly uid: string;
  readonly leaf: Uint8Array;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** A receipt's place among those that were signed together, and the hashes that lead from it to what was signed. */
interface ReceiptPlace {
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
}

export interface SignedReceipt extends Receipt, ReceiptPlace {
  /** Of all that were signed together. */
  readonly signature: Uint8Array;
}

const LEAF = new Uint8Array([0]);

const leafOf = ({ uid, leaf, at }: Receipt): Uint8Array =>
  hash(LEAF, lp('khara/receipt/2'), uuid(uid), raw(leaf, 32), i64(at));

const signedBytes = (size: number, root: Uint8Array): Uint8Array =>
  concat(lp('khara/receipts/2'), i64(size), raw(root, 32));

/**
 * Signs receipts together, one or more: Ed25519 over how many they are and the root of a tree over them. `sign` signs
 * with the secret key of the log: see `signerOf`.
 */
export function signReceipts(
  receipts: readonly Receipt[],
  sign: (bytes: Uint8Array) => Uint8Array,
): readonly SignedReceipt[] {
  const { root, paths } = inclusionPaths(receipts.map(leafOf));
  const size = receipts.length;
  const signature = sign(signedBytes(size, root));
  return receipts.map(({ uid, leaf, at }, index) => ({ uid, leaf, at, index, size, path: paths[index]!, signature }));
}

export const signerOf =
  (secretSeed: Uint8Array) =>
  (bytes: Uint8Array): Uint8Array =>
    ed25519.sign(bytes, secretSeed);

export function isSignedReceipt(receipt: SignedReceipt, publicKey: Uint8Array): boolean {
  const { index, size, path, signature } = receipt;
  const root = rootOfPath({ index, size, path, leaf: leafOf(receipt) });
  return (
    root !== undefined &&
    signature.length === 64 &&
    ed25519.verify(signature, signedBytes(size, root), publicKey, { zip215: false })
  );
}
