/**
 * The bytes and hashes behind every proof: entries and records of the log, account chains, the tree,
 * checkpoints and receipts. Server, browser and tests run this same code. It does not use WebCrypto, which
 * browsers withhold on plain-HTTP addresses.
 */
export {
  accountsRoot,
  companyLeaf,
  firstAccounts,
  nextAccounts,
  type AccountsPlace,
  type SealedQuarter,
} from './accounts.ts';
export { isAddress } from './address.ts';
export { fromBase64, toBase64 } from './base64.ts';
export { concat, hash, hex, i64, lp, raw, rowHash, sameBytes, u32, u64, unhex, utf8, type Sha256 } from './bytes.ts';
export {
  accountKey,
  checkChain,
  type AccountHead,
  type ChainCheck,
  type ChainFault,
  type LoggedEntry,
} from './chain.ts';
export {
  claimReceipts,
  PROMISE_MS,
  type ClaimCheck,
  type ClaimFault,
  type ClaimSource,
  type HeldReceipt,
  type NodeKeyAnswer,
} from './claim.ts';
export {
  bodyOfNote,
  derivePublicKey,
  readCheckpoint,
  signCheckpoint,
  type Checkpoint,
  type NoteCheck,
  type NoteFault,
} from './checkpoint.ts';
export {
  encodeEntry,
  entryLeaf,
  FIRST_HEAD,
  nextHead,
  recordLeaf,
  type Entry,
  type EntryLine,
  type LogRecord,
} from './entry.ts';
export {
  isSaidAbout,
  NODE_KEY_RECORDS,
  readNodeKey,
  signNodeKey,
  type NodeKeyAct,
  type NodeKeyRecord,
} from './node-key.ts';
export { saysInLog, type PublishedRecord } from './published-record.ts';
export { keyHash, type NoteSigner, type VerifyKey } from './note.ts';
export { readRealityNote, signRealityNote, type RealityCheck, type RealityNote } from './reality-note.ts';
export { isSignedReceipt, receiptsOfSignature, signReceipts, type Receipt, type SignedReceipt } from './receipt.ts';
export { isSignedFile, signFile } from './signed-text.ts';
export { makeSigner, type BatchPlace, type BatchSignature, type Signer, type VerifySignature } from './signed-batch.ts';
export { isSignedRecord, signRecords, type RecordToSign, type SignedRecord } from './signed-record.ts';
export { keysAfter, keysBefore, readRotation, signRotation, type KeyRotation } from './rotation.ts';
export {
  completeParts,
  consistencyPath,
  consistencyRanges,
  inclusionPath,
  inclusionPaths,
  inclusionRanges,
  isConsistent,
  isIncluded,
  joinParts,
  nodeHash,
  treeRoot,
  type CompletePart,
  type Consistency,
  type Inclusion,
  type LeafRange,
} from './tree.ts';
export {
  followLog,
  type AskCheckpoint,
  type CheckpointAnswer,
  type FollowedLog,
  type KnownLog,
  type LogCheck,
  type LogFault,
} from './known-log.ts';
export {
  STATEMENT_CHECKS,
  verifyLine,
  verifyStatement,
  type ChainPart,
  type InclusionAnswer,
  type LineVerdict,
  type OwnAccount,
  type BillLine,
  type StatementCheck,
  type StatementCounts,
  type StatementFault,
  type StatementOptions,
  type StatementSource,
  type StatementVerdict,
} from './statement.ts';
export { statementSource, type StatementCalls } from './statement-source.ts';
export { readEntry, readReceipt, writeReceipt, type WireEntry, type WireReceipt } from './wire.ts';
