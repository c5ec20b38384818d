/**
 * The ledger: the only way by which money and shares move. docs/ledger.md has its chart of accounts and its entries.
 */
export * from './chart.ts';
export * from './write.ts';
export {
  makeEntry,
  SALT_BYTES,
  statesAfter,
  writeEntries,
  type AccountState,
  type MadeEntry,
  type MoneyState,
} from './write-entries.ts';
export * from './read.ts';
export * from './read-log.ts';
export { debtIn, debtors, listDebts, owedBy, readOwed, type Debt, type Owed } from './debts.ts';
export { allotted, daySums, moveSums, onTheWay, type Allotted, type MoveSums } from './member-sums.ts';
export { appendRecord, findRecord, recordsOfType, recordsPage, type RecordInLog } from './records.ts';
export { RECORD_TYPES, type RecordType } from './record-types.ts';
export { recordProof } from './records.ts';
export {
  changeRecorded,
  hashOfRow,
  isAsRecorded,
  isTrusted,
  newestRecord,
  ownerField,
  recordedRows,
  recordRemoval,
  removeRecorded,
  recordRow,
  type RecordedTable,
  type RowRecord,
} from './recorded-rows.ts';
export {
  keepReceipts,
  receiptAmong,
  receiptIfAny,
  loadReceipt,
  receiptOfHold,
  receiptOfRelease,
  readReceipts,
  signTogether,
  type SignedReceipt,
} from './receipts.ts';
export { keysOfLog, logKeyNow, rotateLogKey, readRotations } from './rotate-key.ts';
export { createLogSealer, sealLog } from './seal.ts';
export { asRecorded, isRecorded, recordRows } from './rows-as-recorded.ts';
export { signTransaction } from './trusted-keys.ts';
export { expectRecord, recordsToCheck, wrongSignature, type CountingKeys } from './signed-records.ts';
export { signerWith } from './signatures.ts';
export { certifyNode, countingKeys, knownSigners, retireNode, readSigner, type KnownSigners } from './signers.ts';
export { stopBooks } from './stop-books.ts';
export { createLogWatch, refuseCutLog } from './watch-log.ts';
export { readSignedRecord, readSignedRecords } from './trusted-keys.ts';
