import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asAdministrator, ensureDatabase, openDatabase, ROLES, type Role } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { makeDirectory } from './make-directory.ts';
import { startEmbeddedPostgres } from './embedded-postgres/index.ts';

const COMMAND = path.join(import.meta.dirname, '../../bin/migrate.ts');

/** One PostgreSQL that others run, and one installation in it, built by the command. */
describe('a database that npm run migrate builds', () => {
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let directory: string;
  const url = (user: string, password: string) =>
    `postgres://${user}:${password}@localhost:${postgres.port}/elsewhere?host=${encodeURIComponent(postgres.host)}`;
  const urlsWith = (password: string) =>
    Object.fromEntries(ROLES.map((role) => [role, url(role, password)])) as Record<Role, string>;
  const keysDir = () => path.join(directory, 'keys');
  const admin = () => {
    const { host, port } = postgres;
    return { host, port, user: 'postgres', password: 'admin', database: 'elsewhere' };
  };
  const run = (sql: string) => asAdministrator(admin(), (client) => client.query(sql));

  const migrate = (password: string, environment: Readonly<Record<string, string>> = {}) => {
    const urls = Object.entries(urlsWith(password)).map(([role, address]) => [
      `DATABASE_URL_${role.slice('khara_'.length).toUpperCase()}`,
      address,
    ]);
    return promisify(execFile)(process.execPath, [COMMAND], {
      env: {
        ...process.env,
        DATA_DIR: directory,
        DATABASE_URL: url('postgres', 'admin'),
        ...Object.fromEntries(urls),
        ...environment,
      },
    });
  };
  /** As a server does that has no administrator's address. */
  const serve = async (password: string, keys = keysDir()) => {
    const database = await openDatabase({
      dataDir: path.join(directory, 'node'),
      keysDir: keys,
      roleUrls: urlsWith(password),
      hasKeys: true,
      log: () => undefined,
    });
    const db = database.open('khara_app', { max: 1 });
    try {
      return await db.query('test.user', 'SELECT current_user AS name');
    } finally {
      await db.close();
      await database.stop();
    }
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'khara-elsewhere-'));
    const own = path.join(directory, 'postgres');
    await makeDirectory(own, 0o755);
    postgres = await startEmbeddedPostgres({
      lock: await lockDirectory(own),
      superuserPassword: 'admin',
      log: () => undefined,
    });
    await ensureDatabase(admin());
    await migrate('first');
  }, 60_000);
  afterAll(async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await run(`DELETE FROM database.applied WHERE name LIKE '%of-a-test%'`);
  });

  it('serves servers that know neither its administrator nor how to change it', async () => {
    expect(await serve('first')).toEqual([{ name: 'khara_app' }]);
    expect(await readdir(path.join(directory, 'node'))).not.toContain('pg');
    expect(await readdir(path.join(directory, 'node'))).not.toContain('keys');
  });

  it('has the passwords that the last migration gave, and a start with others changes none', async () => {
    await migrate('second');
    await expect(serve('first')).rejects.toThrow('password authentication failed');
    expect(await serve('second')).toHaveLength(1);
    await migrate('first');
    expect(await serve('first')).toHaveLength(1);
  });

  it('is refused to servers with the keys of another installation, or without keys', async () => {
    const none = path.join(directory, 'none');
    await expect(serve('first', none)).rejects.toThrow('the database is not empty');
    await expect(readdir(none)).rejects.toThrow('ENOENT');
  });

  it('is refused to a server with a function, or a table, that it does not have yet', async () => {
    const name = 'functions/ledger/seal.sql';
    await run(`UPDATE database.applied SET checksum = 'of-a-test' WHERE name = '${name}'`);
    try {
      await expect(serve('first')).rejects.toThrow(`another ${name}: run npm run migrate`);
    } finally {
      await migrate('first');
    }
    expect(await serve('first')).toHaveLength(1);
  });

  it.each([
    { release: '99.0.0', additive: true, refused: undefined },
    { release: '99.0.0', additive: false, refused: 'does not know' },
    { release: '0.0.1', additive: true, refused: 'does not know' },
  ])('of release $release, with a migration that only adds: $additive', async ({ release, additive, refused }) => {
    await run(
      `INSERT INTO database.applied (name, checksum, release, is_additive)
       VALUES ('migrations/9999-of-a-test.sql', 'x', ${pg.escapeLiteral(release)}, ${additive})`,
    );
    if (refused === undefined) expect(await serve('first')).toHaveLength(1);
    else await expect(serve('first')).rejects.toThrow(refused);
  });

  it('is not built without the address of its administrator', async () => {
    await expect(migrate('first', { DATABASE_URL: '' })).rejects.toThrow('DATABASE_URL is missing');
  });
});
