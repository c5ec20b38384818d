import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, i64, lp, raw, uuid } from './bytes.ts';

/** The operator's promise that an entry will be in the log within ten seconds, which a member can hold against them. */
export interface Receipt {
  readonly uid: string;
  readonly leaf: Uint8Array;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** What is signed. */
export const receiptBytes = ({ uid, leaf, at }: Receipt): Uint8Array =>
  concat(lp('khara/receipt/1'), uuid(uid), raw(leaf, 32), i64(at));

export const signReceipt = (receipt: Receipt, secretSeed: Uint8Array): Uint8Array =>
  ed25519.sign(receiptBytes(receipt), secretSeed);

export const isSignedReceipt = (receipt: Receipt, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  signature.length === 64 && ed25519.verify(signature, receiptBytes(receipt), publicKey, { zip215: false });
