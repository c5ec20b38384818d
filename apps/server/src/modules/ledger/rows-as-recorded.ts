import assert from 'node:assert/strict';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { hashOfRow, ownerOf, queryOf, type RecordedRow, type RecordedTable, type RowRecord } from './recorded-rows.ts';
import { appendRecords } from './records.ts';

type WithRecord = RecordedRow & { readonly record: string | null };

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
    `SELECT x.*, r.json AS record FROM (${queryOf(of)} WHERE t.${of.id} = ANY ($1)) x
     LEFT JOIN LATERAL (SELECT l.json FROM ledger.record l WHERE l.type = $2 AND l.json::jsonb ->> 'id' = x.id
       ORDER BY l.id DESC LIMIT 1) r ON true`,
    [ids.map(String), of.type],
  );
  const right = new Set(rows.filter((row) => isOfRecord(of, row)).map(({ id }) => id));
  return new Set(ids.filter((id) => right.has(String(id))));
}

export const isRecorded = async (db: Queryable, of: RecordedTable, id: string | bigint): Promise<boolean> =>
  (await asRecorded(db, of, [id])).has(id);

function isOfRecord(of: RecordedTable, { record, ...row }: WithRecord): boolean {
  if (record === null) return false;
  const said = JSON.parse(record) as RowRecord; // written by recordRow
  const isOwners = said.owner === ownerOf(row.member).owner && (row.member === null || row.salt !== null);
  return isOwners && said.row === hashOfRow(of, row);
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
    `${queryOf(of)} WHERE t.${of.id} = ANY ($1)`,
    [ids.map(String)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const texts = ids.map((id) => {
    const row = found.get(String(id));
    assert(row && (of.member === undefined || row.salt), `there is no ${of.type} ${id} of a member`);
    return JSON.stringify({ act, id: row.id, ...ownerOf(row.member), row: hashOfRow(of, row) });
  });
  await appendRecords(tx, of.type, texts);
}
