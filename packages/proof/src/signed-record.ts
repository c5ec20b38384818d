import { concat, hash, i64, lp, raw } from './bytes.ts';
import {
  isInBatch,
  signBatch,
  type BatchPlace,
  type BatchSignature,
  type Signer,
  type VerifySignature,
} from './signed-batch.ts';

/** A record of the log as a server signs it: where it stands, what it says, what it is about, and who asked. */
export type RecordToSign = {
  readonly id: bigint;
  /** Its hash: type, instant and text. */
  readonly leaf: Uint8Array;
  readonly ref: string | undefined;
  /** The session or the person at whose request it was written; undefined for the server itself. */
  readonly asked: string | undefined;
};

export type SignedRecord = RecordToSign & BatchPlace & BatchSignature;

const LEAF = new Uint8Array([0]);
const BATCH = 'khara/signed-records/1';

const maybe = (text: string | undefined): Uint8Array =>
  text === undefined ? new Uint8Array([0]) : concat(new Uint8Array([1]), lp(text));

const signedLeaf = ({ id, leaf, ref, asked }: RecordToSign): Uint8Array =>
  hash(LEAF, lp('khara/signed-record/1'), i64(id), raw(leaf, 32), maybe(ref), maybe(asked));

/** Signs the records of a transaction together: Ed25519 over how many they are and the root of a tree over them. */
export function signRecords(records: readonly RecordToSign[], signer: Signer): readonly SignedRecord[] {
  const { signature, places } = signBatch(BATCH, records.map(signedLeaf), signer);
  return records.map((record, index) => ({ ...record, ...places[index]!, signer: signer.publicKey, signature }));
}

/** Whether a record is signed by the key that it names; that the key may sign is another question. */
export const isSignedRecord = (record: SignedRecord, verify?: VerifySignature): boolean =>
  isInBatch(BATCH, signedLeaf(record), record, verify);
