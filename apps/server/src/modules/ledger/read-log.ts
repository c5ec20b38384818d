import { createHash } from 'node:crypto';
import { completeParts, hex, joinParts, type CompletePart, type LeafRange, type LoggedEntry } from '@khara/proof';
import type { Queryable } from '#src/ports/database.ts';
import type { Asset, Owner } from './chart.ts';

/** What is read of the log. It only ever grows, so several statements see one log without a transaction around them. */

export type SignedCheckpoint = { readonly size: number; readonly root: Uint8Array; readonly note: string };

/** Undefined before the first one: a moment after the first start. */
export async function newestCheckpoint(db: Queryable): Promise<SignedCheckpoint | undefined> {
  const [row] = await db.query<{ size: bigint; root: Uint8Array; note: string }>(
    'ledger.newest_checkpoint',
    'SELECT size, root, note FROM ledger.checkpoint ORDER BY size DESC, at_ms DESC LIMIT 1',
  );
  return row && { ...row, size: Number(row.size) };
}

/** How many checkpoints there are, and the hash over all of them: in lower-case hex, of zeros for none. */
export type CheckpointCount = { readonly number: number; readonly chain: string };

export async function checkpointCount(db: Queryable): Promise<CheckpointCount> {
  const [row] = await db.query<{ number: bigint; chain: Uint8Array }>(
    'ledger.checkpoint_count',
    'SELECT number, chain FROM ledger.checkpoint ORDER BY number DESC LIMIT 1',
  );
  return { number: Number(row?.number ?? 0n), chain: hex(row?.chain ?? new Uint8Array(32)) };
}

/** Levels of the tree that a tile spans: it has 2^8 hashes. */
const TILE_LEVELS = 8;
const TILE_HASHES = 2 ** TILE_LEVELS;
const HASH_BYTES = 32;

/** The roots over ranges of leaves, in one statement. Throws when the log is shorter. */
export async function readRoots(db: Queryable, ranges: readonly LeafRange[]): Promise<readonly Uint8Array[]> {
  const partsOfRanges = ranges.map((range) => completeParts(range).map(placeInTiles));
  const needed = new Map(partsOfRanges.flat().map((place) => [tileKey(place), place]));
  const rows = await db.query<{ level: number; idx: bigint; hashes: Uint8Array }>(
    'ledger.tiles',
    `SELECT t.level, t.idx, t.hashes FROM unnest($1::smallint[], $2::bigint[]) AS n (level, idx)
     JOIN ledger.tile t ON t.level = n.level AND t.idx = n.idx`,
    [[...needed.values()].map(({ level }) => level), [...needed.values()].map(({ idx }) => idx)],
  );
  const tiles = new Map(rows.map((row) => [tileKey({ level: row.level, idx: Number(row.idx) }), row.hashes]));
  const tileRoot = (place: PlaceInTiles): Uint8Array => {
    const hashes = tiles.get(tileKey(place))?.subarray(place.from * HASH_BYTES, place.to * HASH_BYTES);
    if (hashes?.length !== (place.to - place.from) * HASH_BYTES) throw new Error('The log has a hole');
    return rootOfPart(hashes);
  };
  return partsOfRanges.map((parts) => joinParts(parts.map(tileRoot)));
}

/** Hashes of a tile that are the leaves of a complete part of the tree. */
type PlaceInTiles = { readonly level: number; readonly idx: number; readonly from: number; readonly to: number };

function placeInTiles({ level, index }: CompletePart): PlaceInTiles {
  const height = level % TILE_LEVELS;
  const first = index * 2 ** height; // among the hashes of its level of tiles
  const from = first % TILE_HASHES;
  const idx = (first - from) / TILE_HASHES;
  return { level: (level - height) / TILE_LEVELS, idx, from, to: from + 2 ** height };
}

const NODE = Buffer.of(1);

/**
 * The root over hashes that stand one after the other, as many as a power of two. By OpenSSL, and not by
 * packages/proof: a proof needs some hundred of them.
 */
function rootOfPart(hashes: Uint8Array): Uint8Array {
  let level = hashes;
  while (level.length > HASH_BYTES) {
    const above = Buffer.alloc(level.length / 2);
    for (let at = 0; at < level.length; at += 2 * HASH_BYTES) {
      createHash('sha256')
        .update(NODE)
        .update(level.subarray(at, at + 2 * HASH_BYTES))
        .digest()
        .copy(above, at / 2);
    }
    level = above;
  }
  return level;
}

const tileKey = ({ level, idx }: { readonly level: number; readonly idx: number }): string => `${level}/${idx}`;

/** The hashes of a tile, one by one. */
export const tileHashes = (tile: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_, n) =>
    tile.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );

/** An entry as it was hashed. */
export type WrittenEntry = LoggedEntry & { readonly id: bigint };
/** The same with its place in the log, once it has one. */
export type EntryInLog = WrittenEntry & { readonly index: number | undefined };

/** The id of the entry that a receipt names by its uid; undefined when there is none. */
export async function findEntryId(db: Queryable, uid: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>('ledger.entry_of_uid', 'SELECT id FROM ledger.entry WHERE uid = $1', [
    uid,
  ]);
  return row?.id;
}

/** An entry that touches an account of `owner`; undefined for any other, there or not. */
export async function readEntry(db: Queryable, owner: Owner, id: bigint): Promise<EntryInLog | undefined> {
  const [row] = await db.query<PackedEntry & { readonly index: number | undefined }>(
    'ledger.entry_in_log',
    `SELECT ${ENTRY}, ledger.place_in_log('e', e.id, e.leaf)::double precision AS index FROM ${ENTRIES} WHERE e.id = $1 AND p.owner = $2`,
    [id, owner],
  );
  return row && { ...written(row), index: row.index };
}

export type AccountState = {
  readonly id: bigint;
  readonly seq: bigint;
  readonly balance: bigint;
  readonly head: Uint8Array;
};

/** Undefined for an account that was never used. */
export async function readAccount(
  db: Queryable,
  owner: Owner,
  asset: Asset,
  code: number,
): Promise<AccountState | undefined> {
  const rows = await db.query<AccountState>(
    'ledger.account_head',
    'SELECT id, seq, balance, head FROM ledger.account WHERE owner = $1 AND asset = $2 AND code = $3',
    [owner, asset, code],
  );
  return rows[0];
}

/**
 * Entries of an account in its order: those of its lines after `afterSeq`, up to a limit. Without their
 * places in the log: in a long ledger each of them is a page more to read.
 */
export async function entriesOfAccount(
  db: Queryable,
  accountId: bigint,
  { afterSeq, size }: { readonly afterSeq: number; readonly size: number },
): Promise<readonly WrittenEntry[]> {
  const rows = await db.query<PackedEntry>(
    'ledger.account_entries',
    `SELECT ${ENTRY}
     FROM ledger.account a
     CROSS JOIN LATERAL (
       SELECT e.* FROM ledger.entry e
       WHERE e.person = a.person AND EXISTS (
         SELECT FROM unnest(e.asset, e.code, e.seq) AS l (asset, code, seq) WHERE l.asset = a.asset_id AND l.code = a.code AND l.seq > $2)
       ORDER BY e.id LIMIT $3
     ) e
     JOIN ledger.person p ON p.id = e.person
     WHERE a.id = $1 ORDER BY e.id`,
    [accountId, afterSeq, size],
  );
  return rows.map(written);
}

/** An entry as its table has it, with its lines in arrays. */
type PackedEntry = Omit<WrittenEntry, 'lines'> & {
  /** Undefined for an entry that touches no user. */
  readonly owner: string | undefined;
  readonly assets: readonly string[];
  readonly code: readonly number[];
  readonly amount: readonly bigint[];
  readonly after: readonly (bigint | null)[];
  readonly seq: readonly (bigint | null)[];
  /** Of the tracked lines, one after the other. */
  readonly prev: Uint8Array;
};

const ENTRY = `e.id, e.uid, e.kind, e.ref, e.actor, e.mdate AS market_date, e.at_ms, e.salt, e.leaf, p.owner, e.code, e.amount, e.after, e.seq, e.prev,
  ARRAY(SELECT a.name FROM unnest(e.asset) WITH ORDINALITY AS l (id, line) LEFT JOIN ledger.asset a ON a.id = l.id ORDER BY l.line) AS assets`;
const ENTRIES = 'ledger.entry e LEFT JOIN ledger.person p ON p.id = e.person';

/** Entries after the one with id `after`, in the order of ids. */
export async function entriesPage(
  db: Queryable,
  page: { readonly after: bigint; readonly size: number },
): Promise<readonly WrittenEntry[]> {
  const rows = await db.query<PackedEntry>(
    'ledger.entries_page',
    `SELECT ${ENTRY} FROM ${ENTRIES} WHERE e.id > $1 ORDER BY e.id LIMIT $2`,
    [page.after, page.size],
  );
  return rows.map(written);
}

/** Lines of the accounts of the platform and of the outside have a code of their owner's. */
const ownerOfCode = (code: number, user = ''): string => (code < 200 ? user : code < 300 ? 'p' : 'x');

function written(entry: PackedEntry): WrittenEntry {
  const { id, uid, kind, ref, actor, marketDate, at, salt, leaf } = entry;
  const heads = tileHashes(entry.prev);
  let tracked = 0;
  return {
    id,
    uid,
    kind,
    ref,
    actor,
    marketDate,
    at,
    salt,
    leaf,
    lines: entry.amount.map((amount, line) => {
      const code = entry.code[line] ?? 0;
      const [after, seq] = [entry.after[line] ?? null, entry.seq[line] ?? null];
      const place = { owner: ownerOfCode(code, entry.owner), asset: entry.assets[line] ?? '', code, amount };
      if (after === null || seq === null) return place;
      const prev = heads[tracked] ?? new Uint8Array(0);
      tracked += 1;
      return { ...place, after, seq, prev };
    }),
  };
}
