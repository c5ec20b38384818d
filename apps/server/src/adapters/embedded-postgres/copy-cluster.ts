import { chown, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { errorCode } from '../keys.ts';
import { partOf } from './cluster.ts';
import type { Runner } from './runner.ts';

/**
 * What a copy does without: it is of the running process, or PostgreSQL makes it anew (its manual, "Making a Base
 * Backup Using the Low Level API"). WAL is streamed; what was set on the original alone is not the copy's.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf']);
const MADE_ANEW: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** A running database: the data directory that it is in, and its superuser's login. */
export type Original = { readonly directory: string; readonly login: pg.ClientConfig };

/** Copies a running database of this machine to `data`, for a standby that follows it: a cut off copy is none. */
export async function copyCluster(data: string, runner: Runner, { directory, login }: Original): Promise<void> {
  const part = partOf(data);
  const client = new pg.Client({ ...login, application_name: 'khara base copy' });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    await copyDirectory(path.join(directory, 'pg'), part, runner);
    // The label says from where on the WAL is needed; without it the copy would be a broken database.
    const ended = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
    for (const [name, text] of [
      ['backup_label', ended.rows[0]!.label],
      ['standby.signal', ''],
      ['postgresql.auto.conf', ''],
    ] as const)
      await writeOwned(path.join(part, name), text, runner);
  } finally {
    await client.end();
  }
  await rm(data, { recursive: true, force: true });
  await rename(part, data);
}

async function copyDirectory(from: string, to: string, runner: Runner): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (runner) await chown(to, runner.uid, runner.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [here, there] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      if (MADE_ANEW.has(entry.name)) await makeEmpty(entry.name, there, runner);
      else await copyDirectory(here, there, runner);
    } else if (entry.isFile() && !LEFT_OUT.has(entry.name)) {
      try {
        await copyFile(here, there);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') continue; // dropped meanwhile: its end is in the WAL
        throw error;
      }
      if (runner) await chown(there, runner.uid, runner.gid);
    }
  }
}

async function makeEmpty(name: string, directory: string, runner: Runner): Promise<void> {
  const made = name === 'pg_wal' ? [directory, path.join(directory, 'archive_status')] : [directory];
  for (const one of made) {
    await mkdir(one, { mode: 0o700 });
    if (runner) await chown(one, runner.uid, runner.gid);
  }
}

async function writeOwned(file: string, text: string, runner: Runner): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  if (runner) await chown(file, runner.uid, runner.gid);
}
