import { hex, unhex } from './bytes.ts';
import { entryLeaf } from './entry.ts';
import type { FollowedLog } from './known-log.ts';
import { isSignedReceipt } from './receipt.ts';
import { proveEntry, type InclusionAnswer, type StatementFault, type StatementSource } from './statement.ts';
import { readEntry, readReceipt, type WireReceipt } from './wire.ts';

/** Within this the operator promises to have an entry in the log. */
export const PROMISE_MS = 10_000;

/** A receipt as it travelled: bytes as lower-case hex. */
export interface HeldReceipt extends WireReceipt {
  /** The key that the device had pinned when the receipt came, lower-case hex; undefined when it had none. */
  readonly pinned?: string | undefined;
}

export interface ClaimSource {
  readonly checkpoint: StatementSource['checkpoint'];
  /**
   * The proof of an entry by its uid; `unknown` when the server says that there is no such entry, `waiting`
   * when it has it and not in the log. Throws without an answer.
   */
  readonly claim: (uid: string) => Promise<InclusionAnswer | 'unknown' | 'waiting'>;
}

export type ClaimFault =
  | StatementFault
  /** The receipt is not signed by the key of the log. */
  | 'receipt_not_signed'
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
    const keys = [...log.keys.map(({ publicKey }) => publicKey), ...(pinned === undefined ? [] : [unhex(pinned)])];
    const promise = readReceipt(receipt);
    if (!keys.some((key) => isSignedReceipt(promise, key))) {
      return fail('receipt_not_signed', keys.map(hex).join(', '), signature, null);
    }
    const answer = await source.claim(uid);
    if (answer === 'waiting' && log.checkpoint.timeMs <= at + PROMISE_MS) continue;
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
