import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { buildDatabase, DATABASE_FILES } from './build-database.ts';

const TABLE = 'CREATE TABLE wallet.mine (id int PRIMARY KEY);\n';
const answers = (type: string, body: string, args = '') =>
  `CREATE OR REPLACE FUNCTION wallet.mine(${args}) RETURNS ${type} LANGUAGE sql AS $$ SELECT ${body} $$;\n`;

describe('the files of the database', () => {
  let database: TestDatabase;
  let directory: string;
  let clients: pg.Client[];
  beforeEach(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(path.join(tmpdir(), 'khara-database-'));
    await cp(DATABASE_FILES, directory, { recursive: true });
    clients = [];
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  async function write(name: string, sql: string): Promise<void> {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), sql);
  }
  async function connected(): Promise<pg.Client> {
    const client = new pg.Client(database.connection('postgres'));
    clients.push(client);
    await client.connect();
    return client;
  }
  const build = async () => buildDatabase(await connected(), directory);
  const run = async (sql: string) => void (await (await connected()).query(sql));
  async function found(expression: string): Promise<unknown> {
    const { rows } = await (await connected()).query<{ it: unknown }>(`SELECT ${expression} AS it`);
    return rows[0]?.it;
  }

  it('are applied once, and leave a database of this version alone', async () => {
    expect(await build()).toEqual([]);
    await write('migrations/0002-second.sql', 'CREATE TABLE wallet.other (id int REFERENCES wallet.mine);');
    await write('migrations/0001-first.sql', TABLE);
    expect(await build()).toEqual(['migrations/0001-first.sql', 'migrations/0002-second.sql']);
    expect(await build()).toEqual([]);
    expect(
      await found(`'wallet.mine'::regclass::oid IN (SELECT oid FROM pg_class WHERE relowner = 'khara_owner'::regrole)`),
    ).toBe(true);
  });

  it('give a new table no rights by themselves', async () => {
    await write('migrations/0001-first.sql', TABLE);
    await build();
    expect(await found(`has_table_privilege('khara_app', 'wallet.mine', 'SELECT')`)).toBe(false);
    await write('grants/zz-mine.sql', '');
    await expect(build()).rejects.toThrow(/grants\/zz-mine\.sql: there is no schema zz_mine/);
  });

  it('replace a function that changed, with other arguments or another result too', async () => {
    const at = 'functions/wallet/mine.sql';
    await write(at, answers('int', '1'));
    expect(await build()).toEqual([at]);
    await write(at, answers('int', '2'));
    expect(await build()).toEqual([at]);
    expect(await found('wallet.mine()')).toBe(2);
    await write(at, answers('text', `'three'`));
    await build();
    expect(await found('wallet.mine()')).toBe('three');
    await write(at, answers('int', 'p_it', 'p_it int'));
    await build();
    expect(await found('wallet.mine(4)')).toBe(4);
    expect(await found(`(SELECT count(*)::int FROM pg_proc WHERE proname = 'mine')`)).toBe(1);
  });

  it('drop a function and a view that no file makes any more', async () => {
    await write('functions/wallet/mine.sql', answers('int', '1'));
    await write('views/wallet/mine-seen.sql', 'CREATE VIEW wallet.mine_seen AS SELECT 1 AS one;');
    await build();
    expect(await found(`to_regclass('wallet.mine_seen') IS NOT NULL`)).toBe(true);
    await rm(path.join(directory, 'functions/wallet/mine.sql'));
    await rm(path.join(directory, 'views/wallet/mine-seen.sql'));
    await build();
    expect(await found(`to_regproc('wallet.mine') IS NULL AND to_regclass('wallet.mine_seen') IS NULL`)).toBe(true);
    expect(await found(`to_regprocedure('ledger.move_number(smallint, smallint, bigint)') IS NOT NULL`)).toBe(true);
    expect(await build()).toEqual([]);
  });

  it('say rights to the end: what was given by hand is taken back with the next change', async () => {
    await run('GRANT UPDATE ON ledger.account TO khara_app');
    await write('views/wallet/mine-seen.sql', 'CREATE VIEW wallet.mine_seen AS SELECT 1 AS one;');
    await build();
    expect(await found(`has_any_column_privilege('khara_app', 'ledger.account', 'UPDATE')`)).toBe(false);
    expect(await found(`has_table_privilege('khara_app', 'ledger.account', 'SELECT')`)).toBe(true);
  });

  it('that fail leave nothing, and say where', async () => {
    await write(
      'migrations/0001-first.sql',
      `${TABLE}CREATE TABLE wallet.other (id int);\nCREATE TABEL wallet.third (id int);\n`,
    );
    await expect(build()).rejects.toThrow(/migrations\/0001-first\.sql failed in line 3: syntax error/);
    expect(await found(`to_regclass('wallet.mine') IS NULL AND to_regclass('console.waiting') IS NOT NULL`)).toBe(true);
  });

  it('of a migration are not changed afterwards', async () => {
    await write('migrations/0001-first.sql', TABLE);
    await build();
    await write('migrations/0001-first.sql', `${TABLE}\n`);
    await expect(build()).rejects.toThrow(/0001-first\.sql was changed after it was applied/);
  });

  it('of a newer version stop an older one, and so do other tables', async () => {
    await write('migrations/0001-first.sql', TABLE);
    await build();
    await rm(path.join(directory, 'migrations/0001-first.sql'));
    await expect(build()).rejects.toThrow(/made by another version/);
    await write('schema/11-wallet.sql', TABLE);
    await expect(build()).rejects.toThrow(/it began with other tables/);
  });

  it('are applied once by servers that start together', async () => {
    await write('migrations/0001-first.sql', `${TABLE}SELECT pg_sleep(0.2);`);
    const applied = await Promise.all([build(), build(), build()]);
    expect(applied.flat()).toEqual(['migrations/0001-first.sql']);
  });

  it('have names that say their order, and functions only where functions belong', async () => {
    await write('migrations/first.sql', '');
    await expect(build()).rejects.toThrow(/no name of a migration/);
    await rm(path.join(directory, 'migrations/first.sql'));
    for (const sql of [answers('int', '1'), 'CREATE VIEW wallet.mine AS SELECT 1;', 'drop view console.waiting;']) {
      await write('migrations/0001-first.sql', sql);
      await expect(build()).rejects.toThrow(/0001-first\.sql is about a (function|view)/);
    }
    await write(
      'migrations/0001-first.sql',
      `${TABLE}-- which no function changes
       CREATE TRIGGER stays BEFORE UPDATE ON wallet.mine FOR EACH ROW EXECUTE FUNCTION console.refuse_change();`,
    );
    await expect(build()).resolves.toEqual(['migrations/0001-first.sql']);
  });

  it('refuse a database of Khara 1.0 before they change anything', async () => {
    await run('CREATE SCHEMA migrations; CREATE TABLE migrations.applied (name text)');
    await write('functions/wallet/mine.sql', answers('int', '1'));
    await expect(build()).rejects.toThrow(
      /made by Khara 1\.0, which this version cannot take over: start with another/,
    );
    expect(await found(`to_regproc('wallet.mine') IS NULL`)).toBe(true);
  });
});
