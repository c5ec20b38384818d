import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { makeDirectory } from '../make-directory.ts';
import { SETTINGS, RECOVERY } from './settings.ts';
import { reachableBinaries } from './binaries.ts';
import { whoRunsIt, reachableHome } from './runner.ts';
import { createCluster } from './cluster.ts';
import { copyCluster } from './copy-cluster.ts';
import { clusterExists } from './exists.ts';
import { socketDirectory } from './sockets.ts';
import { type EmbeddedPostgres, type Launch, launchPostgres } from './launch.ts';
import { startingAgain } from './supervise.ts';
import { stopOrphan } from './orphan.ts';

export { SUPERUSER } from './cluster.ts';
export type { EmbeddedPostgres } from './launch.ts';
export { placeOfRunning } from './pid-file.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly superuserPassword: string;
  readonly log: (message: string) => void;
  /** More settings than the usual ones, or others; tests use it to trade durability for speed. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts it again, at the same place, when it ends by itself; `ended` then settles only when that fails. */
  readonly startsAgain?: boolean;
  /** It becomes a standby of this one: what it had before is replaced by a copy. */
  readonly standbyOf?: pg.ClientConfig;
  /** Where it listens; without it at a free port. */
  readonly port?: number;
};

/**
 * Runs PostgreSQL 18 on `dataDir`/pg, making the cluster on first use, and returns once it takes connections.
 *
 * The caller holds the lock of the data directory. So a database that still runs there is an orphan of a
 * server that was killed: it is stopped first, and its pid file is left to PostgreSQL. PostgreSQL refuses to
 * run as root; then an unprivileged user runs it, who owns the data.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await makeDirectory(options.dataDir, 0o755);
  const dataDir = await realpath(options.dataDir);
  const runner = await whoRunsIt(dataDir);
  const home = await reachableHome(dataDir, runner, options.log);
  const binaries = await reachableBinaries(runner, options.log);
  const data = path.join(home, 'pg');
  await stopOrphan(data, options.log);
  await rm(`${data}.new`, { recursive: true, force: true }); // left by a first start that was cut off
  if (options.standbyOf) await copyCluster(data, runner, options.standbyOf);
  else if (!(await clusterExists(data))) await createCluster(data, binaries, runner, options.superuserPassword);

  const sockets = process.platform === 'win32' ? undefined : await socketDirectory(home, runner);
  const plan: Launch = {
    data,
    sockets,
    binaries,
    runner,
    settings: { ...SETTINGS, ...RECOVERY, ...options.settings },
    log: options.log,
  };
  const running = await launchPostgres(plan, options.port);
  return options.startsAgain ? startingAgain(plan, running) : running;
}
