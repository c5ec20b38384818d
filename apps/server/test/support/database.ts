import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { asAdministrator, grantDatabase, type Role } from '#src/adapters/database.ts';
import { SUPERUSER } from '#src/adapters/embedded-postgres/index.ts';
import { openPool } from '#src/adapters/postgres.ts';
import type { Db, Queryable } from '#src/ports/database.ts';

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
    app: openPool({ ...connection('khara_app'), max: 16 }),
    job: openPool({ ...connection('khara_job'), max: 2 }),
    admin: openPool({ ...connection(SUPERUSER), max: 2 }),
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
export async function provesTheBooks(db: Queryable): Promise<void> {
  await db.query('test.seal_all', 'SELECT ledger.seal(1000000)');
  expect(await brokenChecks(db)).toEqual([]);
}

/** The names of the checks that find something wrong, with one example each. */
export function brokenChecks(db: Queryable): Promise<readonly { name: string; sample: string }[]> {
  return db.query('test.check_all', 'SELECT name, sample FROM audit.check_all() WHERE violations <> 0');
}
