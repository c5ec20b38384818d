import { realpath, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { waitFor } from '../processes.ts';
import { readProcesses } from '../machine.ts';
import { isAlive, lastLaunch, LAUNCH_SETTING } from './alive.ts';
import { SUPERUSER } from './cluster.ts';
import { readPidFile } from './pid-file.ts';
import { removeSockets } from './sockets.ts';

export type LeftOver = {
  readonly data: string;
  /** The directory of its sockets; undefined on Windows. */
  readonly sockets: string | undefined;
  /** Where its socket is, seen from here. */
  readonly host: string;
  /** Of its superuser: the one that counts, and one that was about to. */
  readonly passwords: readonly string[];
  readonly log: (message: string) => void;
};

/** One that is just ending, as with its container, is waited for. */
const ENDING_MS = 1500;
/** Sessions of a server that was killed end within this, those with a long statement too (`SETTINGS`). */
const SESSIONS_END_MS = 1500;
/** The first process has ended by SIGKILL, and others are about to. */
const SILENT_MS = 10_000;
/** All that it has is written, and its processes have ended. */
const STOPS_WITHIN_MS = 60_000;
/** Recovery after a crash comes before it answers. */
const RECOVERY_MS = 10 * 60_000;

/**
 * Ends the database that a killed server of ours left on a cluster, so that another can be started. The
 * caller holds the lock of the directory. The database is asked by its socket and ended by itself: no signal
 * goes to a process id that a file names. Throws, and changes nothing, when it runs elsewhere, as in another
 * container, when it is not the one that was launched here last, or when a session uses it. PostgreSQL's pid
 * file of one that has ended is removed: where another program has its id by now PostgreSQL would never
 * start.
 */
export async function endLeftOver(left: LeftOver): Promise<void> {
  const { data } = left;
  const directory = path.dirname(data);
  if (await findPlace(left)) {
    const launch = await lastLaunch(data);
    if (launch === undefined || launch.processes !== (await readProcesses())) {
      if (await hasEnded(left, ENDING_MS)) return removeStale(left);
      throw new Error(`The database of ${directory} runs in another container or session: end it there.`);
    }
    await endByItself(left, launch.id);
  }
  await removeStale(left);
}

async function endByItself(left: LeftOver, launchId: string): Promise<void> {
  const directory = path.dirname(left.data);
  const since = performance.now();
  let hasSaid = false;
  for (;;) {
    const found = await ask(left, launchId);
    const waited = performance.now() - since;
    if (found === 'ends') break;
    if (found === 'other') throw new Error(`Another database answers at the socket of ${directory}: end it first.`);
    if (found === 'in use' && waited > SESSIONS_END_MS)
      throw new Error(
        `The database of ${directory} is in use. End what uses it, or set DATA_DIR to another directory.`,
      );
    if (found === 'silent' && (await hasEnded(left, 0))) return;
    if (found === 'silent' && waited > SILENT_MS)
      throw new Error(`The database of ${directory} runs and does not answer: end its processes first.`);
    if (waited > RECOVERY_MS) throw new Error(`The database of ${directory} does not get ready: see ${left.data}.log`);
    if (!hasSaid) left.log('A database of an earlier server still runs: it is asked to end');
    hasSaid = true;
    await rest(100);
  }
  left.log('A database of an earlier server ends');
  if (!(await hasEnded(left, STOPS_WITHIN_MS)))
    throw new Error(`The database of ${directory} does not end: see ${left.data}.log`);
}

type Answer =
  /** It was asked to, and does. */
  | 'ends'
  /** It has sessions beside ours. */
  | 'in use'
  /** It is starting, recovering or ending. */
  | 'not ready'
  | 'silent'
  /** It is not the one that was launched here last. */
  | 'other';

/**
 * The first process of a database ends itself and all others by this signal. The shell runs beside it, in its cluster.
 */
const END = `COPY (SELECT) TO PROGRAM 'read -r pid < postmaster.pid && kill -INT "$pid"'`;

async function askToEnd(client: pg.Client, data: string): Promise<void> {
  if (process.platform !== 'win32') return void (await client.query(END).catch(() => undefined)); // it ends with it
  const pid = (await readPidFile(data))?.pid; // it has just answered, and Windows has one space of ids
  if (pid !== undefined) process.kill(pid, 'SIGINT');
}

async function ask(left: LeftOver, launchId: string): Promise<Answer> {
  const { host, port } = (await findPlace(left)) ?? {};
  if (host === undefined || port === undefined) return 'silent';
  for (const password of left.passwords) {
    const client = new pg.Client({
      host,
      port,
      user: SUPERUSER,
      password,
      database: 'postgres',
      connectionTimeoutMillis: 2000,
      query_timeout: 2000,
    });
    client.on('error', () => undefined); // it ends, and our session with it
    try {
      await client.connect();
      const { rows } = await client.query<{ launch: string | null; sessions: number }>(
        `SELECT current_setting('${LAUNCH_SETTING}', true) AS launch, (SELECT count(*)::int FROM pg_stat_activity
           WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS sessions`,
      );
      if (rows[0]?.launch !== launchId) return 'other';
      if (rows[0].sessions > 0) return 'in use';
      await askToEnd(client, left.data);
      return 'ends';
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === WRONG_PASSWORD) continue;
      if (code === undefined) return 'silent';
      return 'not ready';
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return 'other';
}
const WRONG_PASSWORD = '28P01';

/**
 * Where a database answers that lives on the cluster; undefined when none lives. Its pipe says so, or, should that have
 * been removed, its socket.
 */
async function findPlace({ data, host }: LeftOver): Promise<Place | undefined> {
  const named = await readPidFile(data);
  const port = named?.port;
  for (const at of [host, ...(named && (await isSame(named.data, data)) ? [named.host] : [])])
    if (port !== undefined && (await answers(at, port))) return { host: at, port };
  return (await isAlive(data)) ? { host, port } : undefined;
}
type Place = { readonly host: string; readonly port: number | undefined };

const isSame = async (one: string, other: string): Promise<boolean> =>
  realpath(one).then(
    async (real) => real === (await realpath(other)),
    () => false, // the pid file of a copy names its original; that of another container a place that is not here
  );

/** Whether a process listens there. */
function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(path.isAbsolute(host) ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

const hasEnded = async (left: LeftOver, withinMs: number): Promise<boolean> =>
  (await waitFor(async () => (await findPlace(left)) === undefined, { withinMs })) === true;

async function removeStale({ data, sockets }: LeftOver): Promise<void> {
  await rm(path.join(data, 'postmaster.pid'), { force: true });
  if (sockets !== undefined) await removeSockets(sockets);
}
