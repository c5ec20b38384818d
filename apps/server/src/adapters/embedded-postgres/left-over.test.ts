import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory } from '../directory-lock.ts';
import { isAlive, type LaunchNote } from './alive.ts';
import { startEmbeddedPostgres, SUPERUSER } from './index.ts';

let top: string;
let dataDir: string;
const cleanUps: (() => Promise<unknown> | void)[] = [];
beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'khara-left-'));
  await chmod(top, 0o711);
  dataDir = path.join(top, 'data');
});
afterEach(async () => {
  for (let step = cleanUps.pop(); step; step = cleanUps.pop()) await step();
  await rm(top, { recursive: true, force: true, maxRetries: 10 });
});

const PASSWORD = 'of-this-test';

async function open(directory = dataDir) {
  await mkdir(directory, { recursive: true });
  const said: string[] = [];
  const lock = await lockDirectory(directory);
  const log = (message: string) => said.push(message);
  const database = await startEmbeddedPostgres({ lock, superuserPassword: PASSWORD, log }).catch(async (error) => {
    await lock.release();
    throw error;
  });
  cleanUps.push(async () => {
    await database.stop();
    await lock.release();
  });
  return { ...database, said };
}

async function connectTo({ host, port }: { readonly host: string; readonly port: number }): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: SUPERUSER, password: PASSWORD, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  cleanUps.push(() => client.end());
  return client;
}

/** A server in a process of its own. Killed, it leaves its database. */
async function serverProcess(): Promise<ChildProcess> {
  const program = `
    const { lockDirectory } = await import(${JSON.stringify(path.join(import.meta.dirname, '../directory-lock.ts'))});
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))});
    const lock = await lockDirectory(${JSON.stringify(dataDir)});
    await startEmbeddedPostgres({ lock, superuserPassword: ${JSON.stringify(PASSWORD)}, log: () => undefined });
    console.log('ready');
    setInterval(() => undefined, 1000);`;
  await mkdir(dataDir);
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cleanUps.push(() => {
    child.kill('SIGKILL');
    killDatabase();
  });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const within = (name = '') => path.join(dataDir, `pg${name}`);

/** The first process of what a test has left; it is this test's own. */
function killDatabase(): void {
  if (!existsSync(within('/postmaster.pid'))) return;
  execFileSync('/bin/sh', ['-c', `read -r pid < "$1" && kill -QUIT "$pid" || true`, 'sh', within('/postmaster.pid')], {
    stdio: 'ignore',
  });
}

describe('a database that a server left', () => {
  it('is not ended while its server lives, although the lock is gone and names a process that is not there', async () => {
    const first = await open();
    const client = await connectTo(first);
    await rm(path.join(dataDir, 'server.lock'));
    await writeFile(path.join(dataDir, 'server.lock'), '999999\nsome-boot 123\n');
    await rm(within('.alive'));
    await expect(open()).rejects.toThrow(`The database of ${dataDir} is in use.`);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is refused in another container, in two seconds, and goes on', async () => {
    const server = await serverProcess();
    await kill(server);
    const note = JSON.parse(await readFile(within('.launch'), 'utf8')) as LaunchNote;
    await writeFile(within('.launch'), JSON.stringify({ ...note, processes: `${note.processes} of a container` }));
    const [pidFile, since] = [await readFile(within('/postmaster.pid'), 'utf8'), performance.now()];
    await expect(open()).rejects.toThrow('runs in another container or session: end it there');
    expect(performance.now() - since).toBeLessThan(4000);
    expect(await isAlive(within())).toBe(true);
    expect(await readFile(within('/postmaster.pid'), 'utf8')).toBe(pidFile);
    // Where it was started it is taken over.
    await writeFile(within('.launch'), JSON.stringify(note));
    expect((await open()).said).toContain('A database of an earlier server ends');
  });

  it('of which the pid file names another program is none', async () => {
    const server = await serverProcess();
    await kill(server);
    const own = await readFile(within('/postmaster.pid'), 'utf8');
    killDatabase();
    await expect.poll(() => isAlive(within())).toBe(false);
    // One whose command has "postgres" in it, of this very user.
    const { uid, gid } = await stat(within());
    const stranger = spawn('/bin/sh', ['-c', 'sleep 600; : postgres -D ' + within()], { uid, gid, stdio: 'ignore' });
    cleanUps.push(() => void stranger.kill('SIGKILL'));
    await writeFile(within('/postmaster.pid'), own.replace(/^\d+/, String(stranger.pid)));
    await open();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  it('is not that of a copy: a copy of a running directory is an installation of its own', async () => {
    const server = await serverProcess();
    const copy = path.join(top, 'copy');
    execFileSync('cp', ['-a', dataDir, copy]);
    const own = await open(copy);
    const { rows } = await (await connectTo(own)).query("SELECT current_setting('data_directory') AS data");
    expect(rows).toEqual([{ data: path.join(copy, 'pg') }]);
    expect(server.exitCode).toBeNull();
    expect(await isAlive(within())).toBe(true);
    await expect(open()).rejects.toThrow('is in use by another Khara server');
  });
});
