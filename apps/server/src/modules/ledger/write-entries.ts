import { randomUUID } from 'node:crypto';
import { entryLeaf, nextHead, type EntryLine } from '@khara/proof';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Queryable } from '#src/ports/database.ts';
import { sha256 } from '#src/security/keyed-hash.ts';
import { CODES, type Asset, type Kind, type Line, type Owner } from './chart.ts';

/** An account of a user as it stands, read under the user's lock. */
export type AccountState = {
  readonly id: bigint;
  readonly balance: bigint;
  /** Number of its newest line. */
  readonly seq: bigint;
  /** Of its hash chain. */
  readonly head: Uint8Array;
  /** Instant of its newest entry in ms. */
  readonly lastAt: number;
};

/** Available money, with what is owned in all (101 to 105) and the number of lines of its bill. */
export type MoneyState = AccountState & { readonly owned: bigint; readonly billSeq: bigint };

/** Lines of an entry with what the database needs to know of each. */
type MadeLine = Line & {
  /** Number of the asset in the ledger. */
  readonly assetNumber: number;
  /** Of a line on a user's account. */
  readonly state?: AccountState;
};

/** An entry whose lines and hashes are made here, and not by the database: see `writeEntries`. */
export type EntryToMake = {
  /** A kind that uses no hold. */
  readonly kind: Extract<Kind, 'buy' | 'sell'>;
  readonly ref: string;
  readonly owner: Owner;
  /** Number of the owner in the ledger. */
  readonly person: number;
  /** Random; as long as SALT_BYTES. */
  readonly salt: Uint8Array;
  /** Each of another account: none is zero, each asset sums to zero. */
  readonly lines: readonly MadeLine[];
  readonly money: MoneyState;
  /** How many lines the bill gets, where what is owned changes. */
  readonly billLines: number;
};

export type MadeEntry = EntryToMake & {
  readonly head: EntriesHead;
  readonly uid: string;
  readonly leaf: Uint8Array;
  /** Real instant in ms: never before an older entry of the same accounts. */
  readonly at: number;
};

export const SALT_BYTES = 16;

/** What the entries of one call have in common. */
export type EntriesHead = { readonly actor: string; readonly marketDate: string; readonly at: number };

/** The entry with its hash: `khara/entry/1`, as packages/proof has it. */
export function makeEntry(entry: EntryToMake, head: EntriesHead): MadeEntry {
  const { actor, marketDate, at: now } = head;
  const { kind, ref, salt, lines } = entry;
  const at = lines.reduce((latest, { state }) => Math.max(latest, state?.lastAt ?? 0), now);
  const uid = uidAt(at);
  const leaf = entryLeaf({ uid, kind, ref, actor, marketDate, at, salt, lines: lines.map(hashed) }, sha256);
  return { ...entry, head, uid, leaf, at };
}

const hashed = ({ owner, asset, code, amount, state }: MadeLine): EntryLine => ({
  owner,
  asset,
  code,
  amount,
  ...(state && { after: state.balance + amount, seq: state.seq + 1n, prev: state.head }),
});

/** The accounts of an entry's user as it leaves them, in the order of its lines. */
export const statesAfter = ({
  lines,
  leaf,
  at,
  money,
  billLines,
}: MadeEntry): readonly (AccountState | MoneyState)[] => {
  const change = ownedBy(lines);
  return lines.flatMap(({ code, amount, state }, index) => {
    if (!state) return [];
    const { id, balance, seq, head } = state;
    const next = nextHead(head, leaf, index + 1, sha256);
    const after = { id, balance: balance + amount, seq: seq + 1n, head: next, lastAt: at };
    if (code !== CODES.available) return after;
    return {
      ...after,
      owned: money.owned + change,
      billSeq: change === 0n ? money.billSeq : money.billSeq + BigInt(billLines),
    };
  });
};

/** What an entry adds to what its user owns. */
const ownedBy = (lines: readonly MadeLine[]): bigint =>
  lines.reduce((sum, { asset, code, amount }) => sum + (isMoney(asset, code) ? amount : 0n), 0n);

/**
 * Writes entries of different users who are locked, each once by its kind and ref. Where an account is not as it was
 * read, or an entry breaks a rule, an error of the database says so and nothing is written.
 */
export async function writeEntries(db: Queryable, entries: readonly MadeEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const { actor, marketDate } = first.head;
  const lines = entries.flatMap((entry) => entry.lines);
  const tracked = lines.flatMap(({ state }, at) => (state ? { state, no: at + 1 } : []));
  const last: number[] = [];
  const lastTracked: number[] = [];
  for (const entry of entries) {
    last.push((last.at(-1) ?? 0) + entry.lines.length);
    lastTracked.push((lastTracked.at(-1) ?? 0) + entry.lines.filter(({ state }) => state).length);
  }
  const owned = entries.map(({ lines: own, money }) => {
    const change = ownedBy(own);
    return change === 0n ? null : money.owned + change;
  });
  await db.query(
    'ledger.write_entries',
    'SELECT ledger.write_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)',
    [
      sqlArray(
        'uuid',
        entries.map(({ uid }) => uid),
      ),
      sqlArray(
        'text',
        entries.map(({ kind }) => kind),
      ),
      sqlArray(
        'text',
        entries.map(({ ref }) => ref),
      ),
      actor,
      marketDate,
      sqlArray(
        'bigint',
        entries.map(({ at }) => at),
      ),
      Buffer.concat(entries.map(({ salt }) => salt)),
      Buffer.concat(entries.map(({ leaf }) => leaf)),
      sqlArray(
        'integer',
        entries.map(({ person }) => person),
      ),
      sqlArray('integer', last),
      sqlArray('integer', lastTracked),
      sqlArray('bigint', owned),
      sqlArray(
        'bigint',
        entries.map(({ money, billLines }, at) => (owned[at] === null ? null : money.billSeq + BigInt(billLines))),
      ),
      sqlArray(
        'integer',
        lines.map(({ assetNumber }) => assetNumber),
      ),
      sqlArray(
        'smallint',
        lines.map(({ code }) => code),
      ),
      sqlArray(
        'bigint',
        lines.map(({ amount }) => amount),
      ),
      sqlArray(
        'bigint',
        lines.map(({ state, amount }) => state && state.balance + amount),
      ),
      sqlArray(
        'bigint',
        lines.map(({ state }) => state && state.seq + 1n),
      ),
      sqlArray(
        'bigint',
        tracked.map(({ state }) => state.id),
      ),
      sqlArray(
        'integer',
        tracked.map(({ no }) => no),
      ),
      Buffer.concat(tracked.map(({ state }) => state.head)),
    ],
  );
}

const isMoney = (asset: Asset, code: number): boolean => asset === 'INR' && code === CODES.available;

/** A UUID of version 7 (RFC 9562, 5.7): what is random of it is that of a UUID of version 4. */
function uidAt(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
