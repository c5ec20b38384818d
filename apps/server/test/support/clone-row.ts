import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Tx } from '#src/ports/database.ts';

/** Rows of one statement: each ends in time, however busy the computer is. */
const AT_ONCE = 20_000;

/**
 * Copies a row of a table a number of times, as an administrator, without triggers and references. `other`:
 * columns that are not as in the row, as SQL in which `g` counts from 1.
 */
export async function cloneRow(
  tx: Tx,
  {
    table,
    where,
    other,
    count,
  }: {
    readonly table: string;
    readonly where: string;
    readonly other: Readonly<Record<string, string>>;
    readonly count: number;
  },
): Promise<void> {
  await tx.query('test.replica', 'SET LOCAL session_replication_role = replica');
  const columns = await tx.query<{ name: string }>(
    'test.columns',
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`).join();
  const values = columns.map(({ name }) => other[name] ?? `t."${name}"`).join();
  let made = 0;
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE - 1);
    const [cloned] = await tx.query<{ count: bigint }>(
      `test.clone.${randomUUID()}`,
      `WITH made AS (
         INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${values} FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 1) t, generate_series(${from}, ${to}) g
         RETURNING 1)
       SELECT count(*) FROM made`,
    );
    made += Number(cloned!.count);
  }
  expect([table, made]).toEqual([table, count]);
}
