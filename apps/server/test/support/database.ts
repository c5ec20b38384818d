import { hash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { asAdministrator, grantDatabase, type Role } from '#src/adapters/database.ts';
import { SUPERUSER } from '#src/adapters/embedded-postgres/index.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { expectRecord, sealLog, stopBooks } from '#modules/ledger/index.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import { LOG_KEY, NODE_KEY, SIGNS, TestClock } from './deps.ts';

/** A database of one's own, with the product's tables in it and nothing else. */
export type TestDatabase = {
  /** As the server sees it. */
  readonly app: Db;
  readonly job: Db;
  /** As an intruder with the superuser's password: what the product can never do. */
  readonly admin: Db;
  connection(role: Role | typeof SUPERUSER): pg.ClientConfig & { database: string };
  drop(): Promise<void>;
};

/** What a database on a busy machine may take: the checks of a whole day's books are one statement. */
const PATIENCE = { statement_timeout: 60_000, query_timeout: 60_000 };

export async function createTestDatabase(): Promise<TestDatabase> {
  const { host, port, password, template } = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const connection = (user: Role | typeof SUPERUSER) => ({ host, port, user, password, database });
  const postgres = { ...connection(SUPERUSER), database: 'postgres' };
  await asAdministrator(postgres, (client) =>
    client.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`),
  );
  await asAdministrator(connection(SUPERUSER), grantDatabase);
  const pools = {
    app: openPool({ ...connection('khara_app'), ...PATIENCE, max: 16, ...SIGNS }),
    job: openPool({ ...connection('khara_job'), ...PATIENCE, max: 2 }),
    admin: openPool({ ...connection(SUPERUSER), ...PATIENCE, max: 2, ...SIGNS }),
  };
  return {
    ...pools,
    connection,
    drop: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
      await asAdministrator(postgres, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/**
 * A database for the tests of a file or a `describe`, dropped after them; with `per: 'test'` one for each
 * test, where tests look at whole tables. The books are proved at the end, unless the tests are about
 * breaking them. Usable inside hooks and tests only.
 */
export function useTestDatabase({
  provesBooks = true,
  per = 'describe',
}: { provesBooks?: boolean; per?: 'describe' | 'test' } = {}): TestDatabase {
  let database: TestDatabase | undefined;
  const opened = (): TestDatabase => {
    if (!database) throw new Error('The test database is there in hooks and tests only');
    return database;
  };
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    database = await createTestDatabase();
  });
  after(async () => {
    try {
      if (provesBooks && database) await provesTheBooks(database.app);
    } finally {
      await database?.drop();
    }
  });
  return {
    get app() {
      return opened().app;
    },
    get job() {
      return opened().job;
    },
    get admin() {
      return opened().admin;
    },
    connection: (role) => opened().connection(role),
    drop: () => opened().drop(),
  };
}

/**
 * Every check of the ledger finds nothing. What no sealer has sealed in a test is sealed first: half a minute
 * may have gone by.
 */
export async function provesTheBooks(db: Db): Promise<void> {
  await sealAll(db);
  expect(await brokenChecks(db)).toEqual([]);
}

/** A check contradicted the books: money stops. */
export const stopTheBooks = (db: Db, check = 'made_up'): Promise<boolean> =>
  stopBooks(db, { check, violations: 1n, sample: 'a test' });

/** A person records why. Answers whether money moves again. */
export const recordTheCause = (admin: Db, actor: string, cause = 'a test stopped it'): Promise<boolean> =>
  admin.transaction(async (tx) => {
    expectRecord(tx, 'books.cause', { actor, cause });
    expectRecord(tx, 'books.resume');
    const rows = await tx.query<{ done: boolean }>('test.why', 'SELECT ledger.record_cause($1, $2) AS done', [
      actor,
      cause,
    ]);
    return rows[0]!.done;
  });

/** Runs statements as one who has the superuser's password does it by hand, past triggers and constraints. */
export async function asIntruder(admin: Db, ...statements: readonly string[]): Promise<void> {
  await admin.transaction(async (tx) => {
    await tx.query('intruder.past', 'SET LOCAL session_replication_role = replica');
    for (const sql of statements) await tx.query(`intruder.${hash('sha256', sql).slice(0, 40)}`, sql);
  });
}

const PUBLIC_LOG_KEY = { name: LOG_KEY.name, publicKey: LOG_KEY.publicKey };

/** Gives what was written its place in the log, without a checkpoint over it. */
export const sealAll = (db: Db): Promise<void> =>
  sealLog({
    db,
    clock: new TestClock(),
    keys: { log: PUBLIC_LOG_KEY, node: NODE_KEY },
  });

/** The names of the checks that find something wrong, with one example each. */
export function brokenChecks(db: Queryable): Promise<readonly { name: string; sample: string }[]> {
  return db.query('test.check_all', 'SELECT name, sample FROM audit.check_all() WHERE violations <> 0');
}
