import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdministrator } from '#src/adapters/database.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { verifyAll } from '#src/verify/index.ts';
import { useBackOffice } from './back-office.ts';
import { testDeps } from './deps.ts';
import { copiesOf, live } from './lived.ts';
import { TAMPERINGS, type Tampering } from './tamperings.ts';

describe('a database that has lived', () => {
  const office = useBackOffice();
  let copies: Awaited<ReturnType<typeof copiesOf>>;
  beforeAll(async () => {
    await live(office);
    copies = await copiesOf(office);
  });
  afterAll(() => copies?.end());

  it('is found whole', async () => {
    const found = await copies.with(wrongIn);
    expect(found).toEqual([]);
  });

  it.each(TAMPERINGS)('is found out when $name', async (tampering) => {
    const found = await copies.with(async (connection) => {
      const touched = await asAdministrator(connection, (client) => tamper(client, tampering));
      expect(touched, 'rows touched').toBeGreaterThan(0);
      return wrongIn(connection);
    });
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...tampering.found]));
  });

  it('has forty tamperings, each of its own name', () => {
    expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(TAMPERINGS.length);
  });
});

/** What `npm run verify` finds in a database. */
async function wrongIn(connection: pg.ClientConfig) {
  const db = openPool({ ...connection, max: 1, statement_timeout: 60_000, query_timeout: 60_000 });
  try {
    const found = await db.snapshot((tx) => verifyAll(tx, testDeps().keys));
    return found.filter(({ violations }) => violations > 0);
  } finally {
    await db.close();
  }
}

/** Runs the statements, with triggers and foreign keys out of the way of rows. Answers how many rows they touched; 1 where it is the catalogue that changes. */
async function tamper(client: pg.Client, { sql, ofCatalogue }: Tampering): Promise<number> {
  if (ofCatalogue) {
    await client.query(sql);
    return 1;
  }
  const { rows } = await client.query<{ of: string; name: string; way: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS of, format('%I', t.tgname) AS name,
       CASE t.tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'D' THEN 'DISABLE' ELSE 'ENABLE' END AS way
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal`,
  );
  const every = (way: (row: (typeof rows)[number]) => string) =>
    client.query(rows.map((row) => `ALTER TABLE ${row.of} ${way(row)} TRIGGER ${row.name}`).join(';'));
  await client.query('SET session_replication_role = replica');
  await every(() => 'DISABLE');
  let touched = 0;
  for (const statement of sql.split(/;\s*\n/)) {
    const { command, rowCount } = await client.query(statement);
    if (/^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)) touched += rowCount ?? 0;
  }
  await every(({ way }) => way);
  return touched;
}
