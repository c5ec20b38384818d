import pg from 'pg';
import type { BareFunction } from './order-function.ts';

type ActRows = {
  /** New rows: of each table those that such an act wrote. */
  readonly written: readonly { readonly table: string; readonly where: string }[];
  /** Tables whose rows are there already and change, and how. */
  readonly changing: readonly string[];
  readonly changes: string;
};

/** What an order that is filled at once leaves behind, here a purchase. */
const ORDER: ActRows = {
  written: [
    { table: 'trading.order', where: `state = 'complete' LIMIT 1` },
    { table: 'ledger.entry', where: `id IN ${newest('buy')}` },
  ],
  changing: ['ledger.account', 'trading.position', 'trading.settlement_due'],
  changes: `
    UPDATE bare.account SET balance = balance + 1, seq = seq + 1, last_ms = last_ms + 1 WHERE id IN (p_account, p_account + 1);
    UPDATE bare.position SET quantity = quantity + 1, bought_quantity = bought_quantity + 1 WHERE id = p_account;
    UPDATE bare.settlement_due SET bought = bought + 1 WHERE user_id = 'n' || p_account;`,
};

/** What an entry by itself leaves, here one that freezes the money of an order. */
const HOLD: ActRows = {
  written: [
    { table: 'ledger.hold', where: 'true LIMIT 1' },
    { table: 'ledger.entry', where: `id IN ${newest('order_hold')}` },
  ],
  changing: ['ledger.account'],
  changes: `
    UPDATE bare.account SET balance = balance + 1, seq = seq + 1, last_ms = last_ms + 1 WHERE id IN (p_account, p_account + 1);`,
};

/** Each has four accounts, a position and a settlement that is due. */
const OWNERS = 1_000;

/** The rows of an order, see {@link bareRows}. */
export const orderRows = (admin: pg.ClientConfig): Promise<BareFunction> => bareRows(admin, ORDER);

/** The rows of an entry by itself, see {@link bareRows}. */
export const holdRows = (admin: pg.ClientConfig): Promise<BareFunction> => bareRows(admin, HOLD);

/**
 * What such an act leaves, written bare: the same rows into copies of the tables with the same indexes, by
 * one function, a call a transaction. No balance is looked at, nothing is checked, hashed, matched or
 * referred to. Whatever leaves these rows one act at a time cannot be faster. The database has to hold some
 * to copy.
 */
async function bareRows(settings: pg.ClientConfig, left: ActRows): Promise<BareFunction> {
  const admin = new pg.Client(settings);
  await admin.connect();
  try {
    return await makeWriter(admin, left);
  } finally {
    await admin.end();
  }
}

async function makeWriter(admin: pg.Client, { written, changing, changes }: ActRows): Promise<BareFunction> {
  const tables: string[] = [];
  const writes: string[] = [];
  for (const { table, where } of written) {
    tables.push(await copyTable(admin, table));
    const columns = await readColumns(admin, table);
    const { rows } = await admin.query<{ row: Record<string, string | null> }>(
      `SELECT json_object($1, ARRAY[${columns.map(({ name }) => `t."${name}"::text`).join(', ')}]) AS row FROM ${quoted(table)} t WHERE ${where}`,
      [columns.map(({ name }) => name)],
    );
    if (rows.length === 0) throw new Error(`There is nothing whose ${table} could be copied`);
    const values = rows.map(
      ({ row }, place) =>
        `(${columns.map((column) => sampleValue(column, row[column.name] ?? null, place)).join(', ')})`,
    );
    writes.push(`    INSERT INTO ${bare(table)} VALUES ${values.join(', ')};`);
  }
  for (const table of changing) {
    tables.push(await copyTable(admin, table));
    const columns = await readColumns(admin, table);
    const each = columns.map(({ name, type, unique }) =>
      unique && type === 'text'
        ? `'n' || n`
        : unique && (type === 'bigint' || type === 'integer')
          ? 'n'
          : `t."${name}"`,
    );
    tables.push(
      `INSERT INTO ${bare(table)} SELECT ${each.join(', ')} FROM (SELECT * FROM ${quoted(table)} LIMIT 1) t, generate_series(1, ${4 * OWNERS}) n;`,
    );
  }
  return {
    setup: `
      DROP SCHEMA IF EXISTS bare CASCADE;
      CREATE SCHEMA bare;
      CREATE SEQUENCE bare.number;
      ${tables.join('\n      ')}
      CREATE FUNCTION bare.write(p_account int, p_n bigint) RETURNS bigint LANGUAGE plpgsql AS $function$
      BEGIN
    ${writes.join('\n')}
    ${changes}
        RETURN p_n;
      END $function$;
      ANALYZE;`,
    text: 'SELECT bare.write($1, $2)',
    values: (connection, count) => [1 + 4 * ((connection * 617 + count) % OWNERS), connection * 1_000_000 + count],
  };
}

function newest(...kinds: readonly string[]): string {
  return `(SELECT max(e.id) FROM ledger.entry e WHERE e.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}) GROUP BY e.kind)`;
}

const quoted = (table: string): string => table.replace(/\.(.*)$/, '."$1"');
const bare = (table: string): string => quoted(table.replace(/^.*\./, 'bare.'));

/** An empty table with the columns, indexes and room for changes of another. */
async function copyTable(admin: pg.Client, table: string): Promise<string> {
  const { rows } = await admin.query<{ options: string | null }>(
    'SELECT array_to_string(reloptions, $2) AS options FROM pg_class WHERE oid = $1::regclass',
    [quoted(table), ', '],
  );
  const room = rows[0]?.options ? ` WITH (${rows[0].options})` : '';
  return `CREATE TABLE ${bare(table)} (LIKE ${quoted(table)} INCLUDING INDEXES)${room};`;
}

/** A column, and whether an index asks that its value be the only one. */
type Column = { readonly name: string; readonly type: string; readonly unique: boolean };

async function readColumns(admin: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await admin.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
            EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS unique
     FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [quoted(table)],
  );
  return rows;
}

/** As it was, but for what must not come twice. */
function sampleValue({ type, unique }: Column, value: string | null, place: number): string {
  if (value === null) return 'NULL';
  const number = `p_n * 16 + ${place}`;
  if (unique && type === 'uuid') return 'gen_random_uuid()';
  if (unique && type === 'text') return `'n' || ${number}`;
  if (unique && (type === 'bigint' || type === 'integer')) return number;
  return `'${value.replaceAll("'", "''")}'::${type}`;
}
