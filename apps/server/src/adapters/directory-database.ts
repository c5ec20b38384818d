import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type pg from 'pg';
import { DirectoryInUse, isServer, lockDirectory, type DirectoryLock } from './directory-lock.ts';
import { placeOfRunning, startEmbeddedPostgres, SUPERUSER } from './embedded-postgres/index.ts';
import { isOfSeveralServers, lastPrimary, runningPrimary } from './local-databases.ts';
import { superuserAt, superuserPasswords } from './superuser.ts';

export type ReachedDatabase = {
  readonly address: pg.ClientConfig;
  /** A server runs on it. */
  readonly isLive: boolean;
  readonly close: () => Promise<void>;
};

/** A server that starts opens its database within this; a recovery takes longer and says so at the next try. */
const OPENS_WITHIN_MS = 60_000;
const SAYS_AFTER_MS = 2000;

/**
 * The database of a data directory, to be read: that of the server or of the several servers that run on it, or started
 * for as long as it takes where none does. Never a second one: while another command has the directory it waits.
 */
export async function directoryDatabase(dataDir: string, log: (message: string) => void): Promise<ReachedDatabase> {
  const isSeveral = isOfSeveralServers(dataDir);
  if (!isSeveral && !existsSync(path.join(dataDir, 'pg')))
    throw new Error(`${dataDir} has no database: give the address of its database as DATABASE_URL`);
  const since = performance.now();
  for (let hasSaid = false; ; await rest(200)) {
    const lock = await lockDirectory(dataDir, 'npm run verify').catch(inUse);
    if (!(lock instanceof DirectoryInUse)) return startHere(lock, isSeveral, log);
    const address = isServer(lock.holder) ? await runningOn(dataDir, isSeveral) : undefined;
    if (address) return { address, isLive: true, close: () => Promise.resolve() };
    const waited = performance.now() - since;
    if (isServer(lock.holder) && waited > OPENS_WITHIN_MS)
      throw new Error(`${dataDir} is in use by ${lock.holder}, and no database answers there: look into its log`);
    if (waited > SAYS_AFTER_MS && !hasSaid) log(`${dataDir} is in use by ${lock.holder}: waiting for its database`);
    hasSaid ||= waited > SAYS_AFTER_MS;
  }
}

function inUse(error: unknown): DirectoryInUse {
  if (error instanceof DirectoryInUse) return error;
  throw error;
}

/** The superuser's login at the database that runs on a directory now; undefined where none answers. */
export async function runningOn(
  dataDir: string,
  isSeveral = isOfSeveralServers(dataDir),
): Promise<pg.ClientConfig | undefined> {
  if (isSeveral) return runningPrimary(dataDir);
  const place = await placeOfRunning(dataDir);
  return place && superuserAt(dataDir, place).catch(isNotThere);
}

/** It is starting, or has just ended. Wrong keys are said at once. */
function isNotThere(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '') throw error;
  return undefined;
}

async function startHere(
  lock: DirectoryLock,
  isSeveral: boolean,
  log: (message: string) => void,
): Promise<ReachedDatabase> {
  const locks = [lock];
  const release = async () => {
    for (const each of locks.toReversed()) await each.release();
  };
  try {
    const last = isSeveral ? await lastPrimary(lock.directory) : undefined;
    if (last) locks.push(await lockDirectory(last.dataDir, 'npm run verify'));
    const { host, port, stop } = await startEmbeddedPostgres({
      lock: locks.at(-1)!,
      ...(last ? { superuserPassword: last.password } : await superuserPasswords(lock.directory)),
      log,
      settings: { default_transaction_read_only: 'on', autovacuum: 'off' },
    });
    const address = last
      ? { host, port, user: SUPERUSER, password: last.password, database: 'khara' }
      : await superuserAt(lock.directory, { host, port });
    return {
      address,
      isLive: false,
      close: async () => {
        await stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
