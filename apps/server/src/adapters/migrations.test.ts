import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { migrate, MIGRATIONS } from './migrations.ts';

describe('migrations', () => {
  let database: TestDatabase;
  let directory: string;
  let clients: pg.Client[];
  beforeEach(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(path.join(tmpdir(), 'khara-migrations-'));
    clients = [];
    await database.admin.query('t.forget', 'DELETE FROM migrations.applied');
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql);
  async function apply(): Promise<readonly string[]> {
    const client = new pg.Client(database.connection('postgres'));
    clients.push(client);
    await client.connect();
    return migrate(client, directory);
  }

  it('are applied once, in the order of their numbers, and belong to khara_owner', async () => {
    await write('9002-second.sql', 'CREATE TABLE mine.b (id int REFERENCES mine.a);');
    await write('9001-first.sql', 'CREATE SCHEMA mine; CREATE TABLE mine.a (id int PRIMARY KEY);');
    expect(await apply()).toEqual(['9001-first.sql', '9002-second.sql']);
    expect(await apply()).toEqual([]);
    await database.app.query('t.insert', 'INSERT INTO mine.a VALUES (1)'); // no grant needed
    const owners = await database.admin.query(
      't.owner',
      `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'mine'`,
    );
    expect(owners).toEqual([{ tableowner: 'khara_owner' }]);
  });

  it('that fail leave nothing, and say where', async () => {
    await write(
      '9001-first.sql',
      'CREATE SCHEMA mine;\nCREATE TABLE mine.a (id int);\nCREATE TABEL mine.b (id int);\n',
    );
    await expect(apply()).rejects.toThrow(/9001-first\.sql failed in line 3: syntax error/);
    expect(await database.admin.query('t.schema', `SELECT FROM pg_namespace WHERE nspname = 'mine'`)).toEqual([]);
  });

  it('are not changed afterwards', async () => {
    await write('9001-first.sql', 'CREATE SCHEMA mine;');
    await apply();
    await write('9001-first.sql', 'CREATE SCHEMA mine; ');
    await expect(apply()).rejects.toThrow(/9001-first\.sql was changed after it was applied/);
  });

  it('of a newer version stop an older one', async () => {
    await write('9001-first.sql', 'CREATE SCHEMA mine;');
    await apply();
    await rm(path.join(directory, '9001-first.sql'));
    await expect(apply()).rejects.toThrow(/made by another version/);
  });

  it('are applied once by servers that start together', async () => {
    await write('9001-first.sql', 'CREATE SCHEMA mine; SELECT pg_sleep(0.2);');
    const applied = await Promise.all([apply(), apply(), apply()]);
    expect(applied.flat()).toEqual(['9001-first.sql']);
  });

  it('have names that say their order', async () => {
    await write('first.sql', '');
    await expect(apply()).rejects.toThrow(/no name of a migration/);
    expect(MIGRATIONS).toMatch(/apps\/server\/migrations$/);
  });
});
