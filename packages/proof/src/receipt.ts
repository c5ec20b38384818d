import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, hash, i64, lp, raw, uuid } from './bytes.ts';
import { publicKeyOf } from './checkpoint.ts';
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
  /** Public key of the server that signed. The log has its certificate: see `node-key.ts`. */
  readonly signer: Uint8Array;
  /** Of all that were signed together. */
  readonly signature: Uint8Array;
}

const LEAF = new Uint8Array([0]);

const leafOf = ({ uid, leaf, at }: Receipt): Uint8Array =>
  hash(LEAF, lp('khara/receipt/2'), uuid(uid), raw(leaf, 32), i64(at));

const signedBytes = (size: number, root: Uint8Array): Uint8Array =>
  concat(lp('khara/receipts/2'), i64(size), raw(root, 32));

/** A server's key: `sign` gives the Ed25519 signature of bytes. */
export interface Signer {
  readonly publicKey: Uint8Array;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
}

export const signerOf = (secretSeed: Uint8Array): Signer => ({
  publicKey: publicKeyOf(secretSeed),
  sign: (bytes) => ed25519.sign(bytes, secretSeed),
});

/** Signs receipts together, one or more: Ed25519 over how many they are and the root of a tree over them. */
export const signReceipts = (receipts: readonly Receipt[], signer: Signer): readonly SignedReceipt[] =>
  receiptsSignedBy(receipts, signer.publicKey, signer.sign);

/** The same receipts again, from their signature. */
export const receiptsOfSignature = (
  receipts: readonly Receipt[],
  { signer, signature }: Pick<SignedReceipt, 'signer' | 'signature'>,
): readonly SignedReceipt[] => receiptsSignedBy(receipts, signer, () => signature);

function receiptsSignedBy(
  receipts: readonly Receipt[],
  signer: Uint8Array,
  sign: Signer['sign'],
): readonly SignedReceipt[] {
  const { root, paths } = inclusionPaths(receipts.map(leafOf));
  const size = receipts.length;
  const signature = sign(signedBytes(size, root));
  return receipts.map(({ uid, leaf, at }, index) => ({
    uid,
    leaf,
    at,
    index,
    size,
    path: paths[index]!,
    signer,
    signature,
  }));
}

const byNoble = (signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array): boolean =>
  ed25519.verify(signature, bytes, publicKey, { zip215: false });

/**
 * Whether the receipt is signed by the key that it names; that the key may sign is another question. `verify` is the
 * strict check of RFC 8032.
 */
export function isSignedReceipt(receipt: SignedReceipt, verify = byNoble): boolean {
  const { index, size, path, signer, signature } = receipt;
  const root = rootOfPath({ index, size, path, leaf: leafOf(receipt) });
  return (
    root !== undefined &&
    signer.length === 32 &&
    signature.length === 64 &&
    verify(signature, signedBytes(size, root), signer)
  );
}
