import { ByteWriter, hash, i64, lp, raw, u32, uuid, type Sha256 } from './bytes.ts';

/**
 * One line of a journal entry. Amounts are in minor units or shares; `after`, `seq` and `prev` exist for
 * tracked accounts only.
 */
export type EntryLine = {
  readonly owner: string;
  readonly asset: string;
  readonly code: number;
  readonly amount: bigint;
  /** Balance of the account after this line. */
  readonly after?: bigint;
  /** Place of this line in its account, from 1. */
  readonly seq?: bigint;
  /** Head of the account's chain before this line. */
  readonly prev?: Uint8Array;
};

/** A journal entry as the ledger's log holds it. */
export type Entry = {
  /** UUID as text. */
  readonly uid: string;
  readonly kind: string;
  readonly ref: string;
  readonly actor: string;
  /** Market date, YYYY-MM-DD. */
  readonly marketDate: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** 16 random bytes that keep others from guessing the leaf. */
  readonly salt: Uint8Array;
  readonly lines: readonly EntryLine[];
};

/**
 * Anything in the log that moves no money: an opened offering, a draw, a rate. `json` is hashed as the text
 * it was written as.
 */
export type LogRecord = {
  readonly uid: string;
  readonly type: string;
  readonly at: number;
  readonly salt: Uint8Array;
  readonly json: string;
};

const LEAF = new Uint8Array([0]);
const HEAD = new Uint8Array([2]);

/** Head of every account's chain before its first line. */
export const FIRST_HEAD = new Uint8Array(32);

/**
 * The bytes of an entry under its leaf. Untracked lines carry zeros where a tracked one has its place in the account.
 */
export function encodeEntry(entry: Entry): Uint8Array {
  const to = new ByteWriter();
  to.lp('khara/entry/1');
  to.raw(uuid(entry.uid), 16);
  to.lp(entry.kind);
  to.lp(entry.ref);
  to.lp(entry.actor);
  to.lp(entry.marketDate);
  to.i64(BigInt(entry.at));
  to.raw(entry.salt, 16);
  to.u32(entry.lines.length);
  for (const line of entry.lines) {
    to.lp(line.owner);
    to.lp(line.asset);
    to.i32(line.code);
    to.i64(line.amount);
    to.i64(line.after ?? 0n);
    to.i64(line.seq ?? 0n);
    to.raw(line.prev ?? FIRST_HEAD, 32);
  }
  return to.bytes();
}

/** Leaf of an entry in the log's tree: what a receipt promises and a statement proves. */
export const entryLeaf = (entry: Entry, sha256: Sha256 = hash): Uint8Array => sha256(LEAF, encodeEntry(entry));

export const recordLeaf = (record: LogRecord): Uint8Array =>
  hash(
    LEAF,
    lp('khara/record/1'),
    uuid(record.uid),
    lp(record.type),
    i64(record.at),
    raw(record.salt, 16),
    lp(record.json),
  );

/** Head of an account's chain after a line (counted from 1) of the entry with this leaf. */
export const nextHead = (head: Uint8Array, leaf: Uint8Array, line: number, sha256: Sha256 = hash): Uint8Array =>
  sha256(HEAD, raw(head, 32), raw(leaf, 32), u32(line));
