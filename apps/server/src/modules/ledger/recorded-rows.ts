import assert from 'node:assert/strict';
import { hex, rowHash } from '@khara/proof';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#src/kernel/deps.ts';
import { memoize } from '#src/kernel/memoize.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { RecordType } from './record-types.ts';
import { appendRecord } from './records.ts';
import { SIGNATURE, type RecordToCheck } from './signed-records.ts';
import { signatureFault } from './trusted-keys.ts';

/**
 * A table whose rows decide something, and that the log answers for: the writer of a row writes a record with
 * its hash in the same transaction, and `npm run verify` holds each row against its newest record. Names of
 * tables and columns are the code's own, never a caller's.
 */
export type RecordedTable = {
  readonly type: RecordType;
  readonly table: string;
  /** Column by which a row is known, and its record names it. */
  readonly id: string;
  /** How the row of an id, `$1`, is found, where that is no index of `id`. */
  readonly by?: string;
  /**
   * Column with the member whose row it is: its hash is salted, and it may be erased with its owner. Without
   * one its hash has no salt.
   */
  readonly member?: string;
  /** What is hashed, in this order: SQL expressions of `t`, the row, read as text. */
  readonly columns: readonly string[];
  /** Names of these values, in their order, where the record says them too. */
  readonly says?: readonly string[];
};

export type RecordedRow = {
  readonly id: string;
  readonly member: string | undefined;
  /** Undefined for what is no member's, and for a member who was erased. */
  readonly salt: Uint8Array | undefined;
  readonly values: readonly (string | null)[];
};

/** What the record of a row says. `row` is the hash in hex, or null when the row was taken away. */
export type RowRecord = {
  readonly act: string;
  readonly id: string;
  readonly owner?: string;
  readonly row: string | null;
};

export const rowsQuery = ({ table, id, member, columns }: RecordedTable): string => {
  const owned =
    member === undefined ? 'NULL::text AS member, NULL::bytea AS salt' : `t.${member} AS member, m.log_salt AS salt`;
  const owner = member === undefined ? '' : `LEFT JOIN accounts.member m ON m.id = t.${member}`;
  const values = columns.map((column) => `(${column})::text`).join(', ');
  return `SELECT t.${id}::text AS id, ${owned}, ARRAY[${values}] AS VALUES FROM ${table} t ${owner}`;
};
const rowQuery = (of: RecordedTable): string => `${rowsQuery(of)} WHERE ${of.by ?? `t.${of.id} = $1`}`;

/** All rows of such a table, with what their records are made of. */
export const recordedRows = (db: Queryable, of: RecordedTable): Promise<readonly RecordedRow[]> =>
  db.query<RecordedRow>(`ledger.recorded_rows.${of.type}`, `${rowsQuery(of)} ORDER BY t.${of.id}`);

/** The hash of a row, in hex. */
export const hashOfRow = (of: RecordedTable, { salt, values }: RecordedRow): string =>
  hex(rowHash(of.type, salt ?? new Uint8Array(), values));

/**
 * Writes the record of a row that has just been inserted, in that transaction. `act` says in a word what happened. That
 * the row was written keeps it locked: records of one row follow one another as its states did. A row that was there
 * before is changed by `changeRecorded`, or looked at (`asRecorded`) before: else the record would call right what came
 * by another hand.
 */
export async function recordRow(
  tx: Tx,
  of: RecordedTable,
  id: string | bigint,
  act: string,
  ref?: string,
): Promise<void> {
  const [row] = await tx.query<RecordedRow>(`ledger.recorded_row.${of.type}`, rowQuery(of), [id]);
  assert(row, `there is no ${of.type} ${id}`);
  assert(of.member === undefined || row.salt, `${of.type} ${id} is no member's`);
  const said = Object.fromEntries((of.says ?? []).map((name, at) => [name, row.values[at]]));
  await append(tx, of, { act, id: row.id, ...ownerField(row.member), ...said, row: hashOfRow(of, row) }, ref);
}

/**
 * Changes a row and writes its record, in the caller's transaction: only if it was what its newest record says. Else a
 * row that was changed by hand would be recorded as it stands. `change` answers whether it changed the row; what it
 * answers is answered. With a `ref` there is one such change, ever. Throws RowNotRecorded, and the transaction ends
 * with it.
 */
export async function changeRecorded(
  tx: Tx,
  of: RecordedTable,
  { id, act, ref }: { readonly id: string | bigint; readonly act: string; readonly ref?: string },
  change: () => Promise<boolean>,
): Promise<boolean> {
  const row = await rowAsRecorded(tx, of, id);
  if (!row) return false;
  if (!(await change())) return false;
  await recordRow(tx, of, id, act, ref);
  return true;
}

/** Takes a row away and writes the record of that: only if it was what its newest record says, as `changeRecorded`. */
export async function removeRecorded(
  tx: Tx,
  of: RecordedTable,
  id: string,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const row = await rowAsRecorded(tx, of, id);
  if (!row || !(await remove())) return false;
  await recordRemoval(tx, of, row);
  return true;
}

/** Writes the record that a row was taken away, in the transaction that did it. */
export const recordRemoval = (tx: Tx, of: RecordedTable, row: Pick<RecordedRow, 'id' | 'member'>): Promise<void> =>
  append(tx, of, { act: 'removed', id: row.id, ...ownerField(row.member), row: null });

export const ownerField = (member: string | undefined) => (member === undefined ? {} : { owner: `u:${member}` });

async function append(tx: Tx, { type }: RecordedTable, record: RowRecord, ref?: string): Promise<void> {
  await appendRecord(tx, { type, json: JSON.stringify(record), ...(ref === undefined ? {} : { ref }) });
}

/** A row is not what its newest record says, or a server has not signed that: nothing is done by it. */
class RowNotRecorded extends Error {
  override readonly name = 'RowNotRecorded';
}

/**
 * The row as it stands, locked until the commit; undefined where there is none and the log knows of none. Throws
 * RowNotRecorded where the log says otherwise. The signature of the record is checked before the commit.
 */
async function rowAsRecorded(tx: Tx, of: RecordedTable, id: string | bigint): Promise<RecordedRow | undefined> {
  const [row] = await tx.query<RecordedRow>(`ledger.locked_row.${of.type}`, `${rowQuery(of)} FOR NO KEY UPDATE OF t`, [
    id,
  ]);
  const record = await newestRecord(tx, of.type, String(id));
  const wrong = differs(of, row, record);
  if (wrong !== undefined) throw new RowNotRecorded(`${of.type} ${id} ${wrong}`);
  if (record) tx.reliesOn.push(record.id);
  return row;
}

/** What keeps a row from being what its newest record says; undefined for nothing. */
function differs(
  of: RecordedTable,
  row: RecordedRow | undefined,
  record: RecordToCheck | undefined,
): string | undefined {
  const said = record && (JSON.parse(record.json) as RowRecord); // written by `append`, or its signature is wrong
  if (!row) return said && said.row !== null ? 'is gone, and the log has it' : undefined;
  if (!said || said.row === null) return 'has no record in the log';
  if (said.owner !== ownerField(row.member).owner) return 'is not its owner’s in the log';
  if (of.member !== undefined && row.salt === undefined) return 'has no salt';
  return said.row === hashOfRow(of, row) ? undefined : 'is not what the log says';
}

const NEWEST = `SELECT r.id, r.uid, r.type, r.at_ms, r.salt, r.json, r.ref, ${SIGNATURE} FROM ledger.record r
  LEFT JOIN ledger.record_signature s ON s.record_id = r.id WHERE r.type = '`;
/** The query of the newest record of the row that is known by `id`, an expression. */
export const newestQuery = (type: RecordType, id: string): string =>
  `${NEWEST}${type}' AND r.json::jsonb ->> 'id' = ${id} ORDER BY r.id DESC LIMIT 1`;

/** The newest record of a row, with its signature. */
export async function newestRecord(db: Queryable, type: RecordType, id: string): Promise<RecordToCheck | undefined> {
  const rows = await db.query<RecordToCheck>(`ledger.newest_record.${type}`, newestQuery(type, '$1'), [id]);
  return rows[0];
}

type Trusting = Pick<Deps, 'db'> & Partial<Pick<Deps, 'log'>>;

/**
 * Whether the server may act by a row: it is what its newest record says, and a server has signed that; or there is no
 * row, and the log knows of none. What is not so is logged.
 */
export const isAsRecorded = (deps: Trusting, of: RecordedTable, id: string | bigint): Promise<boolean> =>
  isTrusted(deps, `${of.type} ${id}`, async () => {
    const { row, record } = await standing(deps.db, of, String(id));
    return { record, differs: differs(of, row, record) };
  });

type Standing = { readonly row: RecordedRow | undefined; readonly record: RecordToCheck | undefined };

/** A row and its newest record, as they stand at one moment. */
async function standing(db: Queryable, of: RecordedTable, id: string): Promise<Standing> {
  const [found] = await db.query<
    {
      readonly row: string | undefined;
      readonly logSalt: Uint8Array | undefined;
      readonly record: string | undefined;
    } & Pick<RecordedRow, 'member' | 'values'> &
      RecordToCheck
  >(
    `ledger.standing.${of.type}`,
    `SELECT t.id AS row, t.member, t.salt AS log_salt, t.values, n.*
     FROM (SELECT 1) one LEFT JOIN LATERAL (${rowQuery(of)}) t ON true LEFT JOIN LATERAL (${newestQuery(of.type, '$2')}) n ON true`,
    [id, id],
  );
  const { row, member, logSalt: salt, values, ...record } = found!; // a left join has a row
  return {
    row: row === undefined ? undefined : { id: row, member, salt, values },
    record: (record.id as bigint | undefined) === undefined ? undefined : record,
  };
}

/** A record that something is held against, and what keeps it from being what the record says. */
type Held = { readonly record: RecordToCheck | undefined; readonly differs: string | undefined };

/**
 * Whether what was read may be acted by: nothing differs from its newest record, a server has signed that, and this
 * server has seen no newer one. What is not so is read once more: a change may have come meanwhile.
 */
export async function isTrusted(deps: Trusting, what: string, read: () => Promise<Held>): Promise<boolean> {
  const judge = async ({ record, differs: wrong }: Held) =>
    wrong ?? (record && (await signatureFault(deps.db, record))) ?? goneBack(deps.db, what, record);
  let wrong = await judge(await read());
  if (wrong !== undefined) wrong = await judge(await read());
  if (wrong !== undefined) deps.log?.fatal({ what, wrong }, 'a row is not what the log says: nothing is done by it');
  return wrong === undefined;
}

/** Takes no older record for the newest one of a row: one that was taken away was there a moment ago. */
function goneBack(db: Queryable, what: string, record: RecordToCheck | undefined): string | undefined {
  const seen = newestSeen(db);
  const before = seen.get(what);
  if (before !== undefined && (record?.id ?? 0n) < before) return 'has lost its newest record';
  if (record) seen.set(what, record.id);
  return undefined;
}
const ROWS_SEEN = 100_000;
const newestSeen = memoize((_db: Queryable) => new LRUCache<string, bigint>({ max: ROWS_SEEN }));
