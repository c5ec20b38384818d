import type pg from 'pg';
import { openPool } from '#src/adapters/postgres.ts';
import type { SeenCheckpoint } from '#src/ports/seen-log.ts';
import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import { onOneView, readMade, verifyAll, type FreshDatabase } from '#src/verify/index.ts';
import { createTestDatabase } from './database.ts';
import { SIGNS, testDeps } from './deps.ts';
import type { Tampering } from './tamperings/tampering.ts';

/** What this version makes in an empty database, which is dropped again. */
export async function madeInEmpty(): Promise<FreshDatabase> {
  const empty = await createTestDatabase();
  const made = await empty.admin.snapshot((tx) => readMade(tx));
  await empty.drop();
  return made;
}

/**
 * What `npm run verify` finds in a database of which the log was `seen` to go so far; after a statement that is undone
 * again, where one is given.
 */
export async function wrongIn(
  connection: pg.ClientConfig,
  made: FreshDatabase,
  { undone, seen }: { readonly undone?: string; readonly seen?: SeenCheckpoint } = {},
) {
  const look = (tx: Queryable) => verifyAll(tx, { ...testDeps().keys, seen }, made);
  return reached(connection, async (db) => {
    const found = await (undone === undefined ? onOneView(db, look) : afterUndone(db, undone, look));
    return found.filter(({ violations }) => violations > 0);
  });
}

export async function reached<T>(connection: pg.ClientConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openPool({ ...connection, ...SIGNS, max: 1, statement_timeout: 60_000, query_timeout: 60_000 });
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

/**
 * Runs the statements, with triggers and foreign keys out of the way of rows. Answers how many rows they
 * touched; 1 where it is the catalogue that changes.
 */
export async function tamper(client: pg.Client, { sql, ofCatalogue }: Tampering): Promise<number> {
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
