import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { DAY } from '#test/ledger-fixtures.ts';
import { asAdministrator, openDatabase, type Database, type DatabaseConfig } from '../database.ts';
import { lockDirectory } from '../directory-lock.ts';
import { startEmbeddedPostgres, SUPERUSER } from './index.ts';
import { installKeys } from '../install-keys.ts';
import { openPool } from '../postgres.ts';
import { waitFor } from '../processes.ts';
import { isAlive } from './alive.ts';

/** Databases of our own, with the settings of the product: what happens to them when processes are killed. */

const isRoot = process.getuid?.() === 0;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let step = cleanUps.pop(); step; step = cleanUps.pop()) await step();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'khara-embedded-'));
  cleanUps.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Another directory with the same keys. */
async function twinOf(dataDir: string): Promise<string> {
  const twin = await newDirectory();
  await cp(path.join(dataDir, 'keys'), path.join(twin, 'keys'), { recursive: true });
  return twin;
}

async function open(dataDir: string, more: Partial<DatabaseConfig> = {}): Promise<Database & { messages: string[] }> {
  const messages: string[] = [];
  const database = await openDatabase({ dataDir, log: (message) => messages.push(message), ...more });
  cleanUps.push(() => database.stop().catch(() => undefined));
  return { ...database, messages };
}

/** Passwords of the database's roles, as their files hold them. */
async function passwordsIn(dataDir: string): Promise<ReadonlySet<string>> {
  const keys = path.join(dataDir, 'keys');
  const files = await readdir(keys);
  return new Set(await Promise.all(files.map(async (file) => (await readFile(path.join(keys, file), 'utf8')).trim())));
}

/** Runs one statement as the server would. */
async function run<R>(database: Database, text: string): Promise<readonly R[]> {
  const pool = database.open('khara_app', { max: 1 });
  try {
    return await pool.query<R>('t', text);
  } finally {
    await pool.close();
  }
}

const note = (database: Database, id: string) =>
  run(
    database,
    `SELECT ledger.add_sources('rail_event', '{${id}}', '{recharge}', '{u:a}', '{INR}', '{5}', '{NULL}', '{NULL}', '${DAY}')`,
  );
const noted = async (database: Database) =>
  (await run<{ id: string }>(database, 'SELECT id FROM ledger.source ORDER BY id')).map((row) => row.id);

const postmaster = async (dataDir: string): Promise<number> =>
  Number((await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('the embedded database', () => {
  it('is made at the first start, and found at the next ones', async () => {
    const dataDir = await newDirectory();
    const first = await open(dataDir);
    await note(first, 'R1');
    const stolen = await passwordsIn(dataDir);
    await first.stop();
    // A change of the superuser's password that was cut off: the database knows the one that is not in place yet.
    await rename(path.join(dataDir, 'keys', SUPERUSER), path.join(dataDir, 'keys', `${SUPERUSER}.next`));
    const second = await open(dataDir);
    expect(await noted(second)).toEqual(['R1']);
    const now = await passwordsIn(dataDir);
    expect(now.size, 'one of each, and none of the last start').toBe(5);
    expect([...now].filter((password) => stolen.has(password))).toEqual([]);
    for (const password of stolen) {
      const pool = openPool({ ...second.connection('khara_app'), password });
      await expect(pool.query('t', 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
      await pool.close();
    }
    await second.stop();
    expect((await readdir(dataDir)).filter((name) => !['keys', 'pg', 'pg.log'].includes(name))).toEqual([
      'server.lock',
    ]);
  });

  it('keeps random passwords that no other user can read, and asks for them', async () => {
    const dataDir = await newDirectory();
    const database = await open(dataDir);
    const keys = path.join(dataDir, 'keys');
    const files = await readdir(keys);
    expect(files.sort()).toEqual(['khara_app', 'khara_console', 'khara_job', 'khara_staff', SUPERUSER].sort());
    const secrets = await Promise.all(files.map((file) => readFile(path.join(keys, file), 'utf8')));
    expect(new Set(secrets).size).toBe(5);
    for (const file of files) expect((await stat(path.join(keys, file))).mode & 0o777).toBe(0o600);
    expect((await stat(keys)).mode & 0o777).toBe(0o700);

    const pool = openPool({ ...database.connection('khara_app'), password: 'khara' });
    await expect(pool.query('t', 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await pool.close();
    // By its unix socket alone: nothing listens on the network.
    const { port } = database.connection('khara_app');
    const client = new pg.Client({ ...database.connection('khara_app'), host: '127.0.0.1', port: port! });
    await expect(client.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('keeps what it acknowledges', async () => {
    const database = await open(await newDirectory());
    const settings = await run<{ name: string; setting: string }>(
      database,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`,
    );
    expect(settings.map((row) => row.setting)).toEqual(['on', 'on', 'on', 'on']);
  });

  it('is for one server: a second one is refused, and harms nothing', async () => {
    const dataDir = await newDirectory();
    const database = await open(dataDir);
    await expect(openDatabase({ dataDir, log: () => undefined })).rejects.toThrow(
      `${dataDir} is in use by another Khara server. Stop that one`,
    );
    await note(database, 'still here');
    expect(await noted(database)).toEqual(['still here']);
  });

  it('survives the SIGKILL of its server: the orphan is stopped, and nothing is lost', async () => {
    const dataDir = await newDirectory();
    const server = await startServer(dataDir);
    server.kill('SIGKILL');
    await waitFor(async () => server.exitCode !== null || server.signalCode !== null, { withinMs: 100_000 });
    expect(await isAlive(path.join(dataDir, 'pg'))).toBe(true);

    const database = await open(dataDir);
    expect(database.messages).toContain('A database of an earlier server ends');
    expect(await noted(database)).toEqual(['written before the kill']);
  });

  it('survives a SIGKILL of its own, with clients at work', async () => {
    const dataDir = await newDirectory();
    const database = await open(dataDir);
    await note(database, 'R1');
    const pool = database.open('khara_app');
    const waiting = pool.query('t.sleep', 'SELECT pg_sleep(4)');
    const ended = expect(waiting).rejects.toMatchObject({ name: 'DatabaseAway' });
    process.kill(await postmaster(dataDir), 'SIGKILL');
    await ended;
    // It comes back by itself, where its clients look for it.
    const one = () => pool.query('t.one', 'SELECT 1 AS one').catch(() => []);
    await expect.poll(one, { timeout: 60_000 }).toEqual([{ one: 1 }]);
    expect(database.messages.join()).toContain('starting it again');
    await pool.close();
    await database.stop();
    expect(await noted(await open(dataDir))).toEqual(['R1']);
  });

  it('starts although another program has the id of a database that is gone', async () => {
    const dataDir = await newDirectory();
    await (await open(dataDir)).stop();
    await writeFile(
      path.join(dataDir, 'pg/postmaster.pid'),
      `${process.pid}\n${dataDir}/pg\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`,
    );
    expect(await noted(await open(dataDir))).toEqual([]);
  });

  it('makes its cluster anew when the first start was cut off', async () => {
    const dataDir = await newDirectory();
    await mkdir(path.join(dataDir, 'pg.khara-part/base'), { recursive: true });
    expect(await noted(await open(dataDir))).toEqual([]);
  });

  it.each([
    ['a deep directory, where no socket could', 'a-directory-of-a-long-name'.repeat(4)],
    ['a directory with a comma, which PostgreSQL splits', "Mehta, Sons'"],
  ])('lives in %s', async (_what, name) => {
    const top = await newDirectory();
    await chmod(top, 0o755);
    const dataDir = path.join(top, name, 'data');
    const database = await open(dataDir);
    expect(await noted(database)).toEqual([]);
    const sockets = String(database.connection('khara_app').host);
    expect(sockets.startsWith(tmpdir())).toBe(true);
    await database.stop();
    await expect(stat(sockets)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.runIf(isRoot)('is whole in its directory below one that is closed, so that a copy is a backup', async () => {
    const closed = await newDirectory();
    await chmod(closed, 0o700);
    const [dataDir, backup] = [path.join(closed, 'data'), path.join(closed, 'backup')];
    const database = await open(dataDir);
    await note(database, 'R1');
    await database.stop();
    await promisify(execFile)('cp', ['-a', dataDir, backup]);
    expect((await lstat(path.join(dataDir, 'pg'))).isDirectory()).toBe(true);
    // A drill on the copy changes nothing of the original, nor the other way round.
    const drill = await open(backup);
    expect(await noted(drill)).toEqual(['R1']);
    await note(drill, 'of the drill');
    const again = await open(dataDir);
    expect(await noted(again)).toEqual(['R1']);
    process.kill(await postmaster(dataDir), 'SIGKILL');
    await expect.poll(() => noted(again).catch(() => []), { timeout: 60_000 }).toEqual(['R1']);
    await again.stop();
    await rm(dataDir, { recursive: true });
    expect(await noted(await open(dataDir)), 'one that is made anew there').toEqual([]);
  });

  it('is refused as a link: a copy would run on the database of its original', async () => {
    const [dataDir, elsewhere] = [await newDirectory(), await newDirectory()];
    await (await open(dataDir)).stop();
    const [own, moved] = [path.join(dataDir, 'pg'), path.join(elsewhere, 'pg')];
    await rename(own, moved);
    await symlink(moved, own);
    const before = [await readdir(dataDir), await readdir(elsewhere), await passwordsIn(dataDir)];
    await expect(open(dataDir)).rejects.toThrow(`move it here: rm ${own} && mv ${moved} ${own}`);
    expect([await readdir(dataDir), await readdir(elsewhere), await passwordsIn(dataDir)]).toEqual(before);
    await rename(moved, `${moved}.gone`);
    await expect(open(dataDir)).rejects.toThrow(`was in ${moved}, where none is`);
    await rm(own);
    await rename(`${moved}.gone`, own);
    expect(await noted(await open(dataDir))).toEqual([]);
  });

  it('leaves alone what a directory held before, whatever its names', async () => {
    const dataDir = await newDirectory();
    const files = ['run/notes.txt', 'run/start.sh', 'pg.new/PG_VERSION', 'pg.sockets/notes.txt', 'backup/x'];
    for (const file of files) {
      await mkdir(path.dirname(path.join(dataDir, file)), { recursive: true });
      await writeFile(path.join(dataDir, file), file);
    }
    const { uid } = await stat(path.join(dataDir, 'run'));
    await (await open(dataDir)).stop();
    for (const file of files) expect(await readFile(path.join(dataDir, file), 'utf8')).toBe(file);
    expect((await stat(path.join(dataDir, 'run'))).uid).toBe(uid);
  });

  it('starts on a copy that has a plain file in the place of its pipe', async () => {
    const dataDir = await newDirectory();
    await (await open(dataDir)).stop();
    await writeFile(path.join(dataDir, 'pg.alive'), '');
    await open(dataDir);
    expect((await lstat(path.join(dataDir, 'pg.alive'))).isFIFO()).toBe(true);
    expect(await isAlive(path.join(dataDir, 'pg'))).toBe(true);
  });

  it.runIf(isRoot)('runs for an ordinary user', async () => {
    const dataDir = await newDirectory();
    const { uid, gid } = await stat(inject('postgres').host); // the user that runs the database of the tests
    await chown(dataDir, uid, gid);
    const server = await startServer(dataDir, { uid, gid });
    expect((await stat(path.join(dataDir, 'pg'))).uid).toBe(uid);
    server.kill('SIGTERM');
    expect(await waitFor(async () => server.exitCode === 0, { withinMs: 100_000 })).toBe(true);
  });
});

it('a data directory whose keys are gone or another’s is refused in one sentence', async () => {
  const dataDir = await newDirectory();
  const database = await open(dataDir, { hasKeys: true });
  await database.stop();
  await rename(path.join(dataDir, 'keys'), path.join(dataDir, 'kept'));
  await expect(open(dataDir, { hasKeys: true })).rejects.toThrow('has a database and not its keys');
  expect(await readdir(dataDir)).not.toContain('keys');
  const other = await newDirectory();
  await (await open(other, { hasKeys: true })).stop();
  await cp(path.join(other, 'keys'), path.join(dataDir, 'keys'), { recursive: true });
  await expect(open(dataDir, { hasKeys: true })).rejects.toThrow('are not those of its database');
});

describe('a database elsewhere', () => {
  it('is reached by its address, with the same roles and tables; its administrator need not be the superuser', async () => {
    const password = 'of-the-superuser';
    const elsewhere = await startEmbeddedPostgres({
      lock: await lockDirectory(await newDirectory()),
      superuserPassword: password,
      log: () => undefined,
      settings: { listen_addresses: '127.0.0.1' },
    });
    cleanUps.push(() => elsewhere.stop());
    const { host, port } = elsewhere;
    await asAdministrator({ host, port, user: SUPERUSER, password, database: 'postgres' }, async (client) => {
      await client.query(`CREATE ROLE keeper LOGIN CREATEROLE PASSWORD 'kept'`);
      await client.query('CREATE DATABASE shop OWNER keeper');
    });
    const dataDir = await newDirectory();
    const databaseUrl = `postgres://keeper:kept@127.0.0.1:${port}/shop`;
    const guest = await open(dataDir, { databaseUrl });
    await note(guest, 'R1');
    await guest.stop();
    expect(await noted(await open(dataDir, { databaseUrl }))).toEqual(['R1']);
    expect(await readdir(dataDir)).not.toContain('pg');
  });

  it('is not disturbed by a second server: with other keys it changes nothing, with the same it needs no passwords', async () => {
    const password = 'of-the-superuser';
    const elsewhere = await startEmbeddedPostgres({
      lock: await lockDirectory(await newDirectory()),
      superuserPassword: password,
      log: () => undefined,
    });
    cleanUps.push(() => elsewhere.stop());
    const { host, port } = elsewhere;
    const admin = { host, port, user: SUPERUSER, password, database: 'postgres' };
    const databaseUrl = `postgres://${SUPERUSER}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`;
    const dataDir = await newDirectory();
    const first = await open(dataDir, { databaseUrl, hasKeys: true });
    const secrets = () =>
      asAdministrator(
        admin,
        async (client) =>
          (await client.query("SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE 'khara%' ORDER BY 1"))
            .rows,
      );
    const before = await secrets();
    await expect(open(await newDirectory(), { databaseUrl, hasKeys: true })).rejects.toThrow('put the keys');
    const stranger = await newDirectory();
    await installKeys(path.join(stranger, 'keys'));
    await expect(open(stranger, { databaseUrl, hasKeys: true })).rejects.toThrow('another installation');
    expect(await secrets()).toEqual(before);

    const second = await open(await twinOf(dataDir), { databaseUrl, hasKeys: true });
    expect(await secrets()).toEqual(before);
    await note(second, 'R1');
    expect(await noted(first)).toEqual(['R1']);

    // Passwords that the deployment gives are used as they are.
    await asAdministrator(admin, (client) => client.query("ALTER ROLE khara_app PASSWORD 'given'"));
    const given = await secrets();
    const urlOf = (role: string) => databaseUrl.replace(`${SUPERUSER}:${password}`, `${role}:given`);
    const roleUrls = {
      khara_app: urlOf('khara_app'),
      khara_job: urlOf('khara_job'),
      khara_console: urlOf('khara_console'),
      khara_staff: urlOf('khara_staff'),
    };
    const third = await open(await twinOf(dataDir), { databaseUrl, hasKeys: true, roleUrls });
    expect(await noted(third)).toEqual(['R1']);
    expect(await secrets()).toEqual(given);
  });

  it('that would forget what it acknowledged is refused', async () => {
    const { host, port, password, template } = inject('postgres');
    const databaseUrl = `postgres://${SUPERUSER}:${password}@localhost:${port}/${template}?host=${encodeURIComponent(host)}`;
    await expect(open(await newDirectory(), { databaseUrl })).rejects.toThrow(/fsync = off/);
  });

  it('that waits for no standby is refused where it should', async () => {
    const password = 'of-the-superuser';
    const elsewhere = await startEmbeddedPostgres({
      lock: await lockDirectory(await newDirectory()),
      superuserPassword: password,
      log: () => undefined,
    });
    cleanUps.push(() => elsewhere.stop());
    const { host, port } = elsewhere;
    const databaseUrl = `postgres://${SUPERUSER}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`;
    const start = async () => open(await newDirectory(), { databaseUrl, durability: 'standby' });
    await expect(start()).rejects.toThrow('no synchronous_standby_names');
    await asAdministrator({ connectionString: databaseUrl }, async (client) => {
      // This role waits for none: else its next commit would wait for ever.
      await client.query(`ALTER ROLE ${SUPERUSER} SET synchronous_commit = local`);
      await client.query('SET synchronous_commit = local');
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (a, b)'`);
      await client.query('SELECT pg_reload_conf()');
    });
    await expect.poll(() => start().catch(String), { timeout: 10_000 }).toMatch('synchronous_commit = local');
    await asAdministrator({ connectionString: databaseUrl }, async (client) => {
      await client.query('ALTER SYSTEM RESET synchronous_standby_names');
      await client.query('SELECT pg_reload_conf()');
    });
  });

  it('that is not there is an error, not a wait', async () => {
    await expect(open(await newDirectory(), { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});

/** A server in a process of its own, which can be killed: it opens the database, notes something and says so. */
async function startServer(dataDir: string, as: { uid?: number; gid?: number } = {}): Promise<ChildProcess> {
  const program = `
    const { openDatabase } = await import(${JSON.stringify(path.join(import.meta.dirname, '../database.ts'))});
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    const pool = database.open('khara_app');
    await pool.query('note', \`SELECT ledger.add_sources('rail_event', '{written before the kill}', '{recharge}', '{u:a}', '{INR}', '{5}', '{NULL}', '{NULL}', '${DAY}')\`);
    process.on('SIGTERM', async () => { await pool.close(); await database.stop(); process.exit(0); });
    setInterval(() => undefined, 1000);
    console.log('ready');`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...as,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  cleanUps.push(async () => {
    server.kill('SIGKILL');
    if (await isAlive(path.join(dataDir, 'pg'))) process.kill(await postmaster(dataDir), 'SIGQUIT');
  });
  let output = '';
  server.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  server.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const ready = await waitFor(async () => output.includes('ready'), { withinMs: 100_000 });
  if (!ready) throw new Error(`the server did not start: ${output}`);
  return server;
}
