import { consistencyRanges, isConsistent } from '@khara/proof';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendRecord, newestCheckpoint, rootsOf, sealLog, type SignedCheckpoint } from '#modules/ledger/index.ts';
import { asAdministrator } from '#src/adapters/database.ts';
import { openPool } from '#src/adapters/postgres.ts';
import type { Db, Tx } from '#src/db.ts';
import { readMade, verifyAll, type Made } from '#src/verify/index.ts';
import { useBackOffice } from './back-office.ts';
import { createTestDatabase } from './database.ts';
import { TestClock, testDeps } from './deps.ts';
import { copiesOf, live } from './lived.ts';
import { TAMPERINGS, type Tampering } from './tamperings.ts';

describe('a database that has lived', () => {
  const office = useBackOffice();
  let copies: Awaited<ReturnType<typeof copiesOf>>;
  let made: Made;
  beforeAll(async () => {
    const empty = await createTestDatabase();
    made = await empty.admin.snapshot((tx) => readMade(tx));
    await empty.drop();
    await live(office);
    copies = await copiesOf(office);
  });
  afterAll(() => copies?.end());

  it('is found whole', async () => {
    const found = await copies.with((connection) => wrongIn(connection, made));
    expect(found).toEqual([]);
  });

  it.each(TAMPERINGS)('is found out when $name', async (tampering) => {
    const found = await copies.with(async (connection) => {
      if (tampering.ofServer) return wrongIn(connection, made, tampering.sql);
      const touched = await asAdministrator(connection, (client) => tamper(client, tampering));
      expect(touched, 'rows touched').toBeGreaterThan(0);
      return wrongIn(connection, made);
    });
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...tampering.found]));
  });

  it('is whole where other people of the same server have ordinary roles', async () => {
    const ordinary = `CREATE ROLE other LOGIN; CREATE ROLE others; GRANT others TO other; GRANT pg_monitor TO other; ALTER ROLE other SET search_path = public`;
    expect(await copies.with((connection) => wrongIn(connection, made, ordinary))).toEqual([]);
  });

  it('shows that a backup was restored to each device that has seen more, also when it has grown since', async () => {
    const { keys } = testDeps();
    let later = Date.UTC(2027, 0, 1);
    /** What a device pins, after so many records more. */
    const grown = (connection: pg.ClientConfig, what: string, records: number) =>
      reached(connection, async (db) => {
        const clock = new TestClock((later += 60_000));
        for (let made = 0; made < records; made += 1)
          await db.transaction((tx) => appendRecord(tx, { type: 'books.cause', json: JSON.stringify({ what, made }) }));
        await sealLog({ db, clock, keys });
        return (await newestCheckpoint(db))!;
      });
    const pinned = await copies.with(async (connection) => {
      const before = await grown(connection, 'seen by a device', 3);
      expect(await follows(connection, before, await grown(connection, 'and later', 2))).toBe(true);
      return before;
    });
    await copies.with(async (connection) => {
      const restored = await grown(connection, 'written after the backup was restored', 1);
      expect(restored.size).toBeLessThan(pinned.size); // a device refuses a log that is shorter
      const longer = await grown(connection, 'and more', 9);
      expect(longer.size).toBeGreaterThan(pinned.size);
      expect(await follows(connection, pinned, longer)).toBe(false);
      expect(await wrongIn(connection, made)).toEqual([]); // nothing but a device can know
    });
  });

  it('has forty tamperings, each of its own name', () => {
    expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(TAMPERINGS.length);
  });
});

/** Whether the later checkpoint of a log goes on from the earlier one, as a device finds out. */
const follows = (connection: pg.ClientConfig, before: SignedCheckpoint, after: SignedCheckpoint) =>
  reached(connection, async (db) => {
    const path = await rootsOf(db, consistencyRanges(before.size, after.size));
    return isConsistent({ size1: before.size, root1: before.root, size2: after.size, root2: after.root, path });
  });

/** What `npm run verify` finds in a database; after a statement that is undone again, where one is given. */
async function wrongIn(connection: pg.ClientConfig, made: Made, undone?: string) {
  const look = (tx: Tx) => verifyAll(tx, testDeps().keys, made);
  return reached(connection, async (db) => {
    const found = await (undone === undefined ? db.snapshot(look) : afterUndone(db, undone, look));
    return found.filter(({ violations }) => violations > 0);
  });
}

async function reached<T>(connection: pg.ClientConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openPool({ ...connection, max: 1, statement_timeout: 60_000, query_timeout: 60_000 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function afterUndone<T>(db: Db, statement: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: { readonly it: T } | undefined;
  const undo = new Error('undone');
  await db
    .transaction(async (tx) => {
      for (const [at, one] of statement.split(/;\s+/).entries()) await tx.query(`test.undone.${at}`, one);
      seen = { it: await look(tx) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return seen!.it;
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
