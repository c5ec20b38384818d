import { concat, hash, i64, lp, raw, uuid, type Sha256 } from './bytes.ts';
import {
  isInBatch,
  signBatch,
  type BatchPlace,
  type BatchSignature,
  type Signer,
  type VerifySignature,
} from './signed-batch.ts';

/** The operator's promise that an entry will be in the log within ten seconds, which a member can hold against them. */
export type Receipt = {
  readonly uid: string;
  readonly leaf: Uint8Array;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
};

export type SignedReceipt = Receipt & BatchPlace & BatchSignature & {};

const LEAF = concat(new Uint8Array([0]), lp('khara/receipt/2'));
const BATCH = 'khara/receipts/2';

const receiptLeaf = ({ uid, leaf, at }: Receipt, sha256: Sha256 = hash): Uint8Array =>
  sha256(LEAF, uuid(uid), raw(leaf, 32), i64(at));

/** Signs receipts together, one or more: Ed25519 over how many they are and the root of a tree over them. */
export const signReceipts = (receipts: readonly Receipt[], signer: Signer): readonly SignedReceipt[] =>
  receiptsSignedBy(receipts, signer);

/** The same receipts again, from their signature. */
export const receiptsOfSignature = (
  receipts: readonly Receipt[],
  { signer, signature }: BatchSignature,
): readonly SignedReceipt[] => receiptsSignedBy(receipts, { publicKey: signer, sign: () => signature });

function receiptsSignedBy(receipts: readonly Receipt[], signer: Signer): readonly SignedReceipt[] {
  const leaves = receipts.map((receipt) => receiptLeaf(receipt, signer.sha256));
  const { signature, places } = signBatch(BATCH, leaves, signer);
  return receipts.map(({ uid, leaf, at }, index) => ({
    uid,
    leaf,
    at,
    ...places[index]!,
    signer: signer.publicKey,
    signature,
  }));
}

/**
 * Whether the receipt is signed by the key that it names; that the key may sign is another question. `verify` is the
 * strict check of RFC 8032.
 */
export const isSignedReceipt = (receipt: SignedReceipt, verify?: VerifySignature): boolean =>
  isInBatch(BATCH, receiptLeaf(receipt), receipt, verify);
