import { randomUUID } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DirectoryLock } from '../directory-lock.ts';
import { ENDS_WITH_CLIENT, LOOPBACK, RECOVERY, SETTINGS } from './settings.ts';
import { reachableBinaries } from './binaries.ts';
import { noteLaunch } from './alive.ts';
import { endLeftOver } from './left-over.ts';
import { isClosedTo, whoRunsIt, type Runner } from './runner.ts';
import { createCluster, partOf } from './cluster.ts';
import { copyCluster, type Original } from './copy-cluster.ts';
import { clusterExists, refuseLinked } from './exists.ts';
import { shortPathTo, socketDirectory } from './sockets.ts';
import { type EmbeddedPostgres, type Launch, launchPostgres } from './launch.ts';
import { startingAgain } from './supervise.ts';

export { SUPERUSER } from './cluster.ts';
export type { Original } from './copy-cluster.ts';
export type { EmbeddedPostgres } from './launch.ts';
export { placeOfRunning } from './pid-file.ts';

export type EmbeddedOptions = {
  /** Of the directory that it runs on: two databases on one would destroy it. */
  readonly lock: DirectoryLock;
  readonly superuserPassword: string;
  /** One that counts should a change of it have been cut off. */
  readonly nextPassword?: string | undefined;
  readonly log: (message: string) => void;
  /** More settings than the usual ones, or others; tests use it to trade durability for speed. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts it again, at the same place, when it ends by itself; `ended` then settles only when that fails. */
  readonly startsAgain?: boolean;
  /** It becomes a standby of this one: what it had before is replaced by a copy. */
  readonly standbyOf?: Original;
  /** Where it listens; without it at a free port. */
  readonly port?: number;
};

/**
 * Runs PostgreSQL 18 on `pg` of the directory that is locked, making the cluster on first use, and returns
 * once it takes connections. A database that a killed server left there is ended first, if it is ours
 * ({@link endLeftOver}). PostgreSQL refuses to run as root; then an unprivileged user runs it, who owns the
 * data.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { superuserPassword, nextPassword, log } = options;
  const dataDir = await realpath(options.lock.directory);
  const data = path.join(dataDir, 'pg');
  await refuseLinked(data);
  const runner = await whoRunsIt(dataDir);
  const isClosed = await isClosedTo(runner, dataDir);
  const binaries = await reachableBinaries(runner, log);
  const sockets = await socketsAt(dataDir, runner);
  const passwords = nextPassword === undefined ? [superuserPassword] : [superuserPassword, nextPassword];
  const directory = sockets?.directory;
  await endLeftOver({ data, sockets: directory, host: sockets?.path ?? LOOPBACK, passwords, log });
  await rm(partOf(data), { recursive: true, force: true }); // left by a first start that was cut off
  if (options.standbyOf) await copyCluster(data, runner, options.standbyOf);
  else if (!(await clusterExists(data)))
    await createCluster(data, binaries, { runner, isClosed, password: superuserPassword });

  const id = randomUUID();
  await noteLaunch(data, id);
  const plan: Launch = {
    data,
    id,
    sockets,
    binaries,
    runner,
    isClosed,
    settings: { ...SETTINGS, ...ENDS_WITH_CLIENT, ...RECOVERY, ...options.settings },
    log,
  };
  const running = await launchPostgres(plan, options.port);
  return options.startsAgain ? startingAgain(plan, running) : running;
}

async function socketsAt(dataDir: string, runner: Runner): Promise<Launch['sockets']> {
  if (process.platform === 'win32') return undefined;
  const directory = await socketDirectory(dataDir, runner);
  return { directory, path: await shortPathTo(directory) };
}
