import { sameBytes } from './bytes.ts';
import { entryLeaf, FIRST_HEAD, nextHead, type Entry, type EntryLine } from './entry.ts';

/** An entry with the leaf that the log claims for it. */
export type LoggedEntry = Entry & {
  readonly leaf: Uint8Array;
};

export type AccountHead = {
  readonly balance: bigint;
  readonly seq: bigint;
  readonly head: Uint8Array;
};

/** What is wrong with a list of entries, in the order in which it is looked for at each entry. */
export type ChainFault = 'leaf_mismatch' | 'not_zero_sum' | 'seq_gap' | 'head_mismatch' | 'balance_mismatch';

export type ChainCheck =
  | { readonly ok: true; readonly heads: ReadonlyMap<string, AccountHead> }
  | { readonly ok: false; readonly fault: ChainFault; readonly uid: string };

/** Name of an account: owner, asset and code run together, as "u:u1INR101". */
export const accountKey = (line: Pick<EntryLine, 'owner' | 'asset' | 'code'>): string =>
  `${line.owner}${line.asset}${line.code}`;

/**
 * Checks entries in the order of the log: each hashes to its leaf and sums to zero per asset, and in every
 * tracked account the lines count 1, 2, 3 ... without a gap, name the head before them and carry the running
 * balance. That proves the list complete up to its end. `only` limits the account checks to one account, for
 * a statement that holds the entries of that account alone.
 */
export function checkChain(entries: readonly LoggedEntry[], only?: string): ChainCheck {
  const reader = readChain(only);
  for (const entry of entries) {
    const fault = reader.add(entry);
    if (fault) return { ok: false, fault, uid: entry.uid };
  }
  return { ok: true, heads: reader.heads };
}

/** The same, entry by entry, for a statement that comes in parts. After a fault it is of no further use. */
export function readChain(only?: string) {
  const heads = new Map<string, AccountHead>();
  return {
    heads: heads as ReadonlyMap<string, AccountHead>,
    add: (entry: LoggedEntry): ChainFault | undefined => faultIn(entry) ?? follow(heads, entry, only),
  };
}

function faultIn(entry: LoggedEntry): ChainFault | undefined {
  if (!sameBytes(entryLeaf(entry), entry.leaf)) return 'leaf_mismatch';
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of entry.lines) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums.values()].every((sum) => sum === 0n) ? undefined : 'not_zero_sum';
}

function follow(heads: Map<string, AccountHead>, entry: LoggedEntry, only: string | undefined): ChainFault | undefined {
  for (const [index, line] of entry.lines.entries()) {
    const key = accountKey(line);
    if (!isTracked(line) || (only !== undefined && key !== only)) continue;
    const last = heads.get(key) ?? { balance: 0n, seq: 0n, head: FIRST_HEAD };
    if (line.seq !== last.seq + 1n) return 'seq_gap';
    if (!sameBytes(line.prev ?? FIRST_HEAD, last.head)) return 'head_mismatch';
    const balance = last.balance + line.amount;
    if (line.after !== balance) return 'balance_mismatch';
    heads.set(key, { balance, seq: line.seq, head: nextHead(last.head, entry.leaf, index + 1) });
  }
  return undefined;
}

/** A member's line is always tracked, so leaving its place out does not take it out of the check. */
const isTracked = (line: EntryLine): boolean => line.owner.startsWith('u:') || (line.seq ?? 0n) !== 0n;
