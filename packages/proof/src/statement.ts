import { hex, sameBytes, unhex } from './bytes.ts';
import { accountKey, readChain, type AccountHead, type ChainFault, type LoggedEntry } from './chain.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { type VerifyKey } from './note.ts';
import { FIRST_HEAD } from './entry.ts';
import {
  areOfOneLog,
  followLog,
  type AskCheckpoint,
  type KnownLog,
  type LogCheck,
  type LogFault,
} from './known-log.ts';
import { isIncluded } from './tree.ts';
import { readEntry, type WireEntry } from './wire.ts';

/** An account of the reader: its asset, and its code in the chart of accounts. */
export type OwnAccount = {
  readonly asset: string;
  readonly code: number;
};

/** A part of an account's entries, with what the account says of itself now. */
export type ChainPart = {
  readonly owner: string;
  readonly seq: string;
  readonly balance: string;
  readonly head: string;
  readonly entries: readonly WireEntry[];
  /** Where the next part begins; null at the end. */
  readonly nextSeq: string | null;
};

export type InclusionAnswer = {
  readonly entry: WireEntry;
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
  readonly note: string;
};

/** A line of the bill as it is shown, in minor units. */
export type BillLine = {
  /** `<entry id>-<line>`. */
  readonly id: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly before: bigint;
  readonly after: bigint;
  readonly at: number;
};

/** Where everything comes from: the server, which is not believed. */
export type StatementSource = {
  readonly chain: (account: OwnAccount, afterSeq: number) => Promise<ChainPart>;
  /** The whole bill of a currency, newest first. */
  readonly bill: (asset: string) => Promise<readonly BillLine[]>;
  /** Waits until the entry is under a checkpoint. */
  readonly proof: (entryId: string) => Promise<InclusionAnswer>;
  readonly checkpoint: AskCheckpoint;
};

/** What is checked, in this order. */
export const STATEMENT_CHECKS = ['lines', 'bill', 'signature', 'consistency', 'inclusion'] as const;
export type StatementCheck = (typeof STATEMENT_CHECKS)[number];

export type StatementFault =
  | ChainFault
  | LogFault
  /** An account's newest head, number or balance is not what its lines come to. */
  | 'account_mismatch'
  /** One entry was shown in two versions. */
  | 'two_versions'
  /** An account of another member. */
  | 'other_owner'
  /** A line of the bill is not what its entry says, or is missing, or has no entry. */
  | 'bill_mismatch'
  | 'not_included';

/** What was counted. */
export type StatementCounts = {
  readonly entries: number;
  readonly lines: number;
  readonly accounts: number;
  readonly billLines: number;
};

export type StatementVerdict = { readonly counts: StatementCounts } & (
  | {
      readonly ok: true;
      readonly checkpoint: Checkpoint;
      /** The newest checkpoint that this device had before; undefined the first time. */
      readonly before: Checkpoint | undefined;
      /** Changes of the key since it was pinned, each signed by the key before. */
      readonly keyChanges: number;
      readonly known: KnownLog;
    }
  | {
      readonly ok: false;
      readonly failed: StatementCheck;
      readonly fault: StatementFault;
      readonly expected: string;
      readonly came: string;
      /** Everything by which another person can check the failure: to be kept. */
      readonly evidence: unknown;
    }
);

export type StatementOptions = {
  /** `u:<user id>` of the reader. */
  readonly owner: string;
  /** What the device knows of the log. */
  readonly known: KnownLog | undefined;
  /** `lines`: of the accounts, those that were read by then. */
  readonly onProgress?: (progress: {
    readonly check: StatementCheck;
    readonly part: number;
    readonly lines: number;
  }) => void;
};

const MONEY: readonly OwnAccount[] = [
  ...[101, 102, 103, 104, 105].map((code) => ({ asset: 'INR', code })),
  ...[101, 102, 103, 104].map((code) => ({ asset: 'USDT', code })),
];
/** The reader's money, available and frozen: what the bill is about. */
const isMoney = (code: number): boolean => code >= 101 && code <= 105;
const CURRENCIES = ['INR', 'USDT'];
/** How often a statement is read at most before bill and accounts have to agree. */
const READINGS = 3;
/** Questions under way at once. */
const CONCURRENCY = 4;

/**
 * Computes a whole statement again: every entry of every account of the reader, the bill that was shown, and
 * the log that they are in. What the server says is only compared. Throws what the source throws: an answer
 * that did not come proves nothing.
 */
export async function verifyStatement(source: StatementSource, options: StatementOptions): Promise<StatementVerdict> {
  const { owner, known, onProgress } = options;
  let { read, bill, unlike } = await readBoth(source, owner, onProgress);
  // What moved between the two readings is on the one and not on the other: then both are read again.
  for (let tries = 1; unlike && tries < READINGS; tries += 1) {
    ({ read, bill, unlike } = await readBoth(source, owner, onProgress));
  }
  const counts: StatementCounts = {
    entries: read.entries.size,
    lines: countLines(read),
    accounts: read.accounts.filter(({ seq }) => seq > 0n).length,
    billLines: bill.length,
  };
  const fail = (failed: StatementCheck, found: LineFault): StatementVerdict => ({
    ok: false,
    counts,
    failed,
    ...found,
  });
  if (read.found) return fail('lines', read.found);
  if (unlike) return fail('bill', unlike);

  onProgress?.({ check: 'signature', part: 0, lines: counts.lines });
  const log = await followLog(known, source.checkpoint);
  if (!log.ok) return fail(log.fault === 'bad_signature' || isOfKey(log) ? 'signature' : 'consistency', log);

  const newest = [...new Map(read.accounts.flatMap(({ last }) => (last ? [[last.id, last] as const] : []))).values()];
  let proved = 0;
  const found = await checkEach(newest, async (entry) => {
    const wrong = await proveEntry(source, entry, { keys: log.keys, checkpoint: log.checkpoint, note: log.note });
    proved += 1;
    onProgress?.({ check: 'inclusion', part: proved / newest.length, lines: counts.lines });
    return wrong;
  });
  if (found) return fail('inclusion', found);
  const { checkpoint, before, keys } = log;
  return { ok: true, counts, checkpoint, before, keyChanges: keys.length - 1, known: log.known };
}

const countLines = ({ accounts }: ReadStatement): number => accounts.reduce((sum, { seq }) => sum + Number(seq), 0);

/** Reads the accounts, then the bill that was shown of them, and compares. */
async function readBoth(source: StatementSource, owner: string, onProgress: StatementOptions['onProgress']) {
  const read = await readAccounts(source, owner, (part, lines) => onProgress?.({ check: 'lines', part, lines }));
  if (read.found) return { read, bill: [], unlike: undefined };
  onProgress?.({ check: 'bill', part: 0, lines: countLines(read) });
  const bill = (await Promise.all(CURRENCIES.map((asset) => source.bill(asset)))).flat();
  const unlike = CURRENCIES.map((asset) => compareBill(asset, bill, read.entries, owner)).find((found) => found);
  return { read, bill, unlike };
}

export type LineVerdict =
  | {
      readonly ok: true;
      readonly entry: LoggedEntry;
      readonly index: number;
      readonly checkpoint: Checkpoint;
      readonly before: Checkpoint | undefined;
      readonly known: KnownLog;
    }
  | {
      readonly ok: false;
      readonly failed: StatementCheck;
      readonly fault: StatementFault;
      readonly expected: string;
      readonly came: string;
      readonly evidence: unknown;
    };

/**
 * Checks one line of the bill by itself: its entry, and that it is in the log that this device knows. `id` is
 * the line's.
 */
export async function verifyLine(
  source: Pick<StatementSource, 'proof' | 'checkpoint'>,
  id: string,
  { owner, known }: StatementOptions,
): Promise<LineVerdict> {
  const answer = await source.proof(id);
  const entry = readEntry(answer.entry);
  const fault = readChain('').add(entry); // the entry alone: its leaf and its sums
  if (fault) return failedLine('lines', of(fault, 'an entry that hashes to its leaf and sums to zero', answer.entry));
  if (!entry.lines.some((line) => line.owner === owner)) {
    return failedLine(
      'lines',
      of('other_owner', owner, answer.entry, entry.lines.map((line) => line.owner).join(', ')),
    );
  }
  const log = await followLog(known, source.checkpoint);
  if (!log.ok) return failedLine(log.fault === 'bad_signature' || isOfKey(log) ? 'signature' : 'consistency', log);
  const { keys, checkpoint, note, before } = log;
  const found = await proveEntry(
    { ...source, proof: () => Promise.resolve(answer) },
    { id: answer.entry.id, leaf: entry.leaf },
    { keys, checkpoint, note },
  );
  if (found) return failedLine('inclusion', found);
  return { ok: true, entry, index: answer.index, checkpoint, before, known: log.known };
}

const failedLine = (failed: StatementCheck, found: LineFault): LineVerdict => ({ ok: false, failed, ...found });

type LineFault = {
  readonly fault: StatementFault;
  readonly expected: string;
  readonly came: string;
  readonly evidence: unknown;
};
const of = (fault: StatementFault, expected: string, evidence: unknown, came: string = fault): LineFault => ({
  fault,
  expected,
  came,
  evidence,
});

const isOfKey = (log: LogCheck): boolean => !log.ok && (log.fault === 'key_changed' || log.fault === 'other_log');

type ReadAccount = AccountHead & { readonly last: { readonly id: string; readonly leaf: Uint8Array } | undefined };
type ReadStatement = {
  readonly accounts: readonly ReadAccount[];
  /** Every entry once, by its id. */
  readonly entries: ReadonlyMap<string, LoggedEntry>;
  readonly found: LineFault | undefined;
};

/**
 * Reads the accounts of money, and every account of shares that their entries name, and so on until no entry
 * names another.
 */
async function readAccounts(
  source: StatementSource,
  owner: string,
  onPart: (part: number, lines: number) => void,
): Promise<ReadStatement> {
  const entries = new Map<string, LoggedEntry>();
  const accounts: ReadAccount[] = [];
  const named = new Set(MONEY.map((account) => accountKey({ owner, ...account })));
  let waiting: OwnAccount[] = [...MONEY];
  let expected = 0;
  let came = 0;

  const readOne = async (account: OwnAccount): Promise<LineFault | undefined> => {
    const key = accountKey({ owner, ...account });
    const reader = readChain(key);
    let last: ReadAccount['last'];
    let known = 0;
    for (let afterSeq = 0; ;) {
      const part = await source.chain(account, afterSeq);
      if (part.owner !== owner) return of('other_owner', owner, part, part.owner);
      expected += Number(part.seq) - known;
      known = Number(part.seq);
      for (const wire of part.entries) {
        const entry = readEntry(wire);
        const fault = reader.add(entry);
        if (fault) return of(fault, `line ${(reader.heads.get(key)?.seq ?? 0n) + 1n} of account ${key}`, wire);
        const other = entries.get(wire.id);
        if (other && !sameBytes(other.leaf, entry.leaf)) return of('two_versions', hex(other.leaf), wire, wire.leaf);
        entries.set(wire.id, entry);
        last = { id: wire.id, leaf: entry.leaf };
        for (const line of entry.lines) {
          const name = accountKey(line);
          if (line.owner !== owner || named.has(name)) continue;
          named.add(name);
          waiting.push({ asset: line.asset, code: line.code });
        }
      }
      const head = reader.heads.get(key) ?? { seq: 0n, balance: 0n, head: FIRST_HEAD };
      came += Number(head.seq) - afterSeq;
      onPart(expected === 0 ? 1 : came / expected, came);
      if (part.nextSeq === null) {
        const isSo = `${head.seq}` === part.seq && `${head.balance}` === part.balance && hex(head.head) === part.head;
        accounts.push({ ...head, last });
        const { entries: _, ...said } = part;
        return isSo
          ? undefined
          : of('account_mismatch', `${head.seq} lines, ${head.balance}`, said, `${said.seq} lines, ${said.balance}`);
      }
      // A server that answers nothing and promises more would be asked for ever.
      if (Number(part.nextSeq) <= afterSeq || BigInt(part.nextSeq) !== head.seq) {
        return of('seq_gap', `${head.seq}`, { ...part, entries: [] }, part.nextSeq);
      }
      afterSeq = Number(part.nextSeq);
    }
  };

  while (waiting.length > 0) {
    const now = waiting;
    waiting = [];
    const found = await checkEach(now, readOne);
    if (found) return { accounts, entries, found };
  }
  return { accounts, entries, found: undefined };
}

/** The bill says of each entry what it changed, without a gap, and leaves none away. */
function compareBill(
  asset: string,
  bill: readonly BillLine[],
  entries: ReadonlyMap<string, LoggedEntry>,
  owner: string,
): LineFault | undefined {
  const lines = bill.filter((line) => line.asset === asset).toReversed();
  const shown = new Map<string, bigint>();
  let running = 0n;
  for (const line of lines) {
    const id = line.id.slice(0, line.id.lastIndexOf('-'));
    if (line.before !== running || line.after !== running + line.amount) {
      return of('bill_mismatch', `${running}`, { ...lineText(line) }, `${line.before}`);
    }
    if (!entries.has(id)) return of('bill_mismatch', `an entry ${id}`, lineText(line));
    running = line.after;
    shown.set(id, (shown.get(id) ?? 0n) + line.amount);
  }
  for (const [id, entry] of entries) {
    const changed = entry.lines
      .filter((line) => line.owner === owner && line.asset === asset && isMoney(line.code))
      .reduce((sum, line) => sum + line.amount, 0n);
    const said = shown.get(id) ?? 0n;
    if (said !== changed) {
      return of('bill_mismatch', `${changed} by entry ${id}`, { id, changed: `${changed}` }, `${said}`);
    }
  }
  return undefined;
}

const lineText = (line: BillLine) => ({
  ...line,
  amount: `${line.amount}`,
  before: `${line.before}`,
  after: `${line.after}`,
});

/** One entry in the tree of a checkpoint that belongs to the log that is followed. */
export async function proveEntry(
  source: Pick<StatementSource, 'proof' | 'checkpoint'>,
  { id, leaf }: { readonly id: string; readonly leaf: Uint8Array },
  log: { readonly keys: readonly VerifyKey[]; readonly checkpoint: Checkpoint; readonly note: string },
): Promise<LineFault | undefined> {
  const answer = await source.proof(id);
  if (answer.entry.leaf !== hex(leaf)) return of('two_versions', hex(leaf), answer, answer.entry.leaf);
  return provePlace(source, { leaf, answer }, log);
}

/** A leaf in the tree of a checkpoint that belongs to the log that is followed. */
export async function provePlace(
  source: Pick<StatementSource, 'checkpoint'>,
  { leaf, answer }: { readonly leaf: Uint8Array; readonly answer: Omit<InclusionAnswer, 'entry'> },
  log: { readonly keys: readonly VerifyKey[]; readonly checkpoint: Checkpoint; readonly note: string },
): Promise<LineFault | undefined> {
  const checkpoint = log.keys.map((key) => readCheckpoint(answer.note, key)).find((read) => read.ok)?.checkpoint;
  if (!checkpoint) return of('bad_signature', 'a checkpoint signed by the log’s key', answer);
  const { index, size } = answer;
  const path = answer.path.map(unhex);
  if (size !== checkpoint.size || !isIncluded({ index, size, leaf, path, root: checkpoint.root })) {
    return of('not_included', hex(checkpoint.root), answer);
  }
  if (answer.note === log.note || (await areOfOneLog(log.checkpoint, checkpoint, source.checkpoint))) return undefined;
  return of(
    'not_consistent',
    hex(log.checkpoint.root),
    { notes: [log.note, answer.note], answer },
    hex(checkpoint.root),
  );
}

/** Does one thing for all, some at once; ends with the first that finds something. */
async function checkEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<LineFault | undefined>,
): Promise<LineFault | undefined> {
  let next = 0;
  let found: LineFault | undefined;
  const worker = async () => {
    while (next < items.length && !found) {
      const item = items[next++];
      const one = item === undefined ? undefined : await work(item);
      found ??= one; // not in one: another may have found something meanwhile
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
  return found;
}
