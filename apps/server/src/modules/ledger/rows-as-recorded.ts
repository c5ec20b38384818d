import assert from 'node:assert/strict';
import type { Queryable, Tx } from '#src/ports/database.ts';
import {
  hashOfRow,
  newestQuery,
  ownerField,
  rowsQuery,
  type RecordedRow,
  type RecordedTable,
  type RowRecord,
} from './recorded-rows.ts';
import { appendRecords } from './records.ts';
import type { RecordToCheck } from './signed-records.ts';
import { signatureFault } from './trusted-keys.ts';

type WithRecord = { readonly row: string; readonly logSalt: Uint8Array | undefined } & Pick<
  RecordedRow,
  'member' | 'values'
> &
  RecordToCheck;

/**
 * Those of the rows that are as the log has them: a row that acts later is looked at before it does, and one that no
 * server wrote moves nothing. One read by two indexes, however many rows and records there are.
 */
export async function asRecorded<T extends string | bigint>(
  db: Queryable,
  of: RecordedTable,
  ids: readonly T[],
): Promise<ReadonlySet<T>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<WithRecord>(
    `ledger.as_recorded.${of.type}`,
    `SELECT x.id AS row, x.member, x.salt AS log_salt, x.values, n.* FROM (${rowsQuery(of)} WHERE t.${of.id} = ANY ($1)) x
     JOIN LATERAL (${newestQuery(of.type, 'x.id')}) n ON true`,
    [ids.map(String)],
  );
  const right = new Set<string>();
  for (const row of rows) if (isOfRecord(of, row) && (await isSigned(db, row))) right.add(row.row);
  return new Set(ids.filter((id) => right.has(String(id))));
}

export const isRecorded = async (db: Queryable, of: RecordedTable, id: string | bigint): Promise<boolean> =>
  (await asRecorded(db, of, [id])).has(id);

function isOfRecord(of: RecordedTable, { row: id, member, logSalt: salt, values, json }: WithRecord): boolean {
  const said = JSON.parse(json) as RowRecord; // written by recordRow, or its signature is wrong
  const isOwners = said.owner === ownerField(member).owner && (member === undefined || salt !== undefined);
  return isOwners && said.row === hashOfRow(of, { id, member, salt, values });
}

/** One that this transaction has just written is signed before its commit, or goes with it. */
async function isSigned(db: Queryable, record: RecordToCheck): Promise<boolean> {
  if (!('isTransaction' in db)) return (await signatureFault(db, record)) === undefined;
  (db as Tx).reliesOn.push(record.id);
  return record.signer === undefined || (await signatureFault(db, record)) === undefined;
}

/** Writes the records of several rows as they stand, as `recordRow` does for one. */
export async function recordRows(
  tx: Tx,
  of: RecordedTable,
  ids: readonly (string | bigint)[],
  act: string,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.query<RecordedRow>(
    `ledger.recorded_rows_of.${of.type}`,
    `${rowsQuery(of)} WHERE t.${of.id} = ANY ($1)`,
    [ids.map(String)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const texts = ids.map((id) => {
    const row = found.get(String(id));
    assert(row && (of.member === undefined || row.salt), `there is no ${of.type} ${id} of a member`);
    return JSON.stringify({ act, id: row.id, ...ownerField(row.member), row: hashOfRow(of, row) });
  });
  await appendRecords(tx, of.type, texts);
}
