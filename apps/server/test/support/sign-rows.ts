import { SIGNED_FILLS, SIGNED_NOTE_LINES, SIGNED_NOTES, toFill } from '#modules/orders/index.ts';
import type { Db } from '#src/ports/database.ts';
import { macOfRow, type MacKeys, type SignedTable } from '#src/security/row-mac.ts';
import type { FillRow } from '#modules/orders/rows.ts';

/** Gives the fills and contract notes that a test wrote by hand the codes of a server. */
export async function signRows(admin: Db, keys: MacKeys): Promise<void> {
  const sign = async <Row>(table: string, signed: SignedTable<Row>, rowOf: (row: never) => Row) => {
    const rows = await admin.query<{ place: string }>(
      `test.rows.${table}`,
      `SELECT t.*, t.ctid::text AS place FROM ${table} t`,
    );
    for (const row of rows)
      await admin.query(`test.sign.${table}`, `UPDATE ${table} SET mac = $1 WHERE ctid = $2::text::tid`, [
        macOfRow(keys, signed.table, signed.said(rowOf(row as never))),
        row.place,
      ]);
  };
  await sign('trading.resting_fill', SIGNED_FILLS, (row: FillRow) => toFill(row));
  await sign('trading.contract_note', SIGNED_NOTES, (row) => row);
  await sign('trading.contract_note_line', SIGNED_NOTE_LINES, (row) => row);
}
