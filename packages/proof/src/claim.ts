import { hex, unhex } from './bytes.ts';
import { entryLeaf } from './entry.ts';
import type { FollowedLog } from './known-log.ts';
import { isSaidAbout, NODE_KEY_RECORDS, type NodeKeyAct } from './node-key.ts';
import { saysInLog, type PublishedRecord } from './published-record.ts';
import { isSignedReceipt } from './receipt.ts';
import {
  proveEntry,
  provePlace,
  type InclusionAnswer,
  type StatementFault,
  type StatementSource,
} from './statement.ts';
import { readEntry, readReceipt, type WireReceipt } from './wire.ts';

/** Within this the operator promises to have an entry in the log. */
export const PROMISE_MS = 10_000;

/** A receipt as it travelled: bytes as lower-case hex. */
export type HeldReceipt = WireReceipt & {
  /** The key that the device had pinned when the receipt came, lower-case hex; undefined when it had none. */
  readonly pinned?: string | undefined;
};

export type ClaimSource = {
  readonly checkpoint: StatementSource['checkpoint'];
  /**
   * The proof of an entry by its uid; `unknown` when the server says that there is no such entry, `waiting`
   * when it has it and not in the log. Throws without an answer.
   */
  readonly claim: (uid: string) => Promise<InclusionAnswer | 'unknown' | 'waiting'>;
  /** What the log says of a server's key, in lower-case hex; `unknown` when it says nothing. */
  readonly nodeKey: (key: string) => Promise<NodeKeyAnswer | 'unknown'>;
};

/** Records of a server's key, each with the proof that it is in the log. */
export type NodeKeyAnswer = {
  readonly certificate: PublishedRecord;
  readonly retirement: PublishedRecord | null;
};

export type ClaimFault =
  | StatementFault
  /** The receipt is not signed by the key that it names. */
  | 'receipt_not_signed'
  /** The log has no certificate of that key. */
  | 'signer_not_certified'
  /** That key was retired before the entry came. */
  | 'signer_retired'
  /** The time of the promise is over, and the entry is not in the log. */
  | 'promise_broken';

export type ClaimCheck = {
  /** Uids of the receipts whose entries are in the log. */
  readonly proved: readonly string[];
} & (
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly fault: ClaimFault;
      readonly expected: string;
      readonly came: string;
      readonly evidence: { readonly receipt: HeldReceipt; readonly found: unknown };
    }
);

/**
 * Claims what receipts promise: that each entry is in the log that this device follows, as it was signed for.
 * One that waits is a broken promise as soon as the operator has signed a checkpoint without it after its
 * time; until then it stays open. Ends with the first that is not kept. Throws what the source throws: an
 * answer that did not come proves nothing.
 */
export async function claimReceipts(
  source: ClaimSource,
  receipts: readonly HeldReceipt[],
  log: FollowedLog,
): Promise<ClaimCheck> {
  const proved: string[] = [];
  for (const receipt of receipts) {
    const { uid, leaf, at, signature, pinned } = receipt;
    const fail = (fault: ClaimFault, expected: string, came: string, found: unknown): ClaimCheck => ({
      ok: false,
      proved,
      fault,
      expected,
      came,
      evidence: { receipt, found },
    });
    const promise = readReceipt(receipt);
    if (!isSignedReceipt(promise)) return fail('receipt_not_signed', receipt.signer, signature, null);
    const followed = { ...log, everyKey: [...log.everyKey, ...pinnedThen(log, pinned)] };
    const signer = await signerIn(source, receipt.signer, followed);
    if (signer.fault) return fail(signer.fault, receipt.signer, signer.came, signer.found);
    const answer = await source.claim(uid);
    if (answer === 'waiting' && log.checkpoint.timeMs <= at + PROMISE_MS) continue;
    if (signer.retired && isAfter(signer.retired, { at, answer }))
      return fail('signer_retired', signer.retired.json, receipt.signer, { answer, retired: signer.retired });
    if (typeof answer === 'string') return fail('promise_broken', leaf, answer, log.note);
    const entry = readEntry(answer.entry);
    const came = hex(entryLeaf(entry));
    if (entry.uid !== uid || came !== leaf) return fail('two_versions', leaf, came, answer);
    const wrong = await proveEntry(
      { checkpoint: source.checkpoint, proof: () => Promise.resolve(answer) },
      { id: uid, leaf: promise.leaf },
      log,
    );
    if (wrong) return fail(wrong.fault, wrong.expected, wrong.came, wrong.evidence);
    proved.push(uid);
  }
  return { ok: true, proved };
}

const pinnedThen = (log: FollowedLog, pinned: string | undefined): FollowedLog['everyKey'] =>
  pinned === undefined ? [] : [{ name: log.known.name, publicKey: unhex(pinned) }];

type SignerFound =
  | { readonly fault?: undefined; readonly retired: PublishedRecord | null }
  | { readonly fault: ClaimFault; readonly came: string; readonly found: unknown };

/** A server's key by the chain from the log's keys over the log to it. */
async function signerIn(source: ClaimSource, key: string, log: FollowedLog): Promise<SignerFound> {
  const found = await source.nodeKey(key);
  if (found === 'unknown') return { fault: 'signer_not_certified', came: found, found: null };
  const wrong = await nodeKeyFault(source, { record: found.certificate, act: 'certify', key }, log);
  if (wrong) return { ...wrong, found };
  if (!found.retirement) return { retired: null };
  const isRetired = !(await nodeKeyFault(source, { record: found.retirement, act: 'retire', key }, log));
  return { retired: isRetired ? found.retirement : null };
}

async function nodeKeyFault(
  source: ClaimSource,
  { record, act, key }: { readonly record: PublishedRecord; readonly act: NodeKeyAct; readonly key: string },
  log: FollowedLog,
): Promise<{ readonly fault: ClaimFault; readonly came: string } | undefined> {
  const isSaid =
    isSaidAbout(act, { json: record.json, key: unhex(key), roots: log.everyKey }) &&
    saysInLog(record, NODE_KEY_RECORDS[act], { key });
  if (!isSaid) return { fault: 'signer_not_certified', came: record.json };
  return provePlace(source, { leaf: unhex(record.leaf), answer: record }, log);
}

/** Where the entry is not in the log, the receipt's own time says whether it came after. */
const isAfter = (
  retired: PublishedRecord,
  { at, answer }: { readonly at: number; readonly answer: InclusionAnswer | 'unknown' | 'waiting' },
): boolean => (typeof answer === 'string' ? at >= retired.at : answer.index > retired.index);
