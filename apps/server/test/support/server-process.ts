import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { calls, type CallName, type Data, type Payload } from '@khara/contract';
import pg from 'pg';
import { placeOfRunning, SUPERUSER } from '#src/adapters/embedded-postgres/index.ts';
import { keysPath, readSecret } from '#src/adapters/keys.ts';

const MAIN = path.join(import.meta.dirname, '../../src/main.ts');

/** The whole server as a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ms from its start until it said that it is ready. */
  readonly readyAfterMs: number;
  /** SIGKILL to the server alone: its database is left an orphan. */
  kill(): Promise<void>;
  /** SIGKILL to the server, its database and every process of it. */
  killAll(): Promise<void>;
  /** SIGTERM, and waits for its end. */
  stop(): Promise<void>;
};

export type ServerSettings = {
  readonly dataDir: string;
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** A loaded machine is slow; its output distinguishes what hangs from what is slow, which the error holds. */
const TIMEOUT_MS = process.env['TESTS'] === 'all' ? 550_000 : 150_000;

/** Starts the server and waits until /healthz says that it can serve. */
export async function startServer({ dataDir, port, environment = {} }: ServerSettings): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'info',
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  let ended = false;
  const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void end.then(() => (ended = true));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (ended || performance.now() - startedAt > TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`The server did not get ready:\n${said}\n${await endOfDatabaseLog(dataDir)}`);
    }
    await rest(25);
  }
  return {
    url,
    process: child,
    readyAfterMs: performance.now() - startedAt,
    kill: async () => {
      child.kill('SIGKILL');
      await end;
    },
    killAll: async () => {
      const postgres = await databasePid(dataDir);
      const pids = postgres === undefined ? [] : [postgres, ...(await childrenOf(postgres))];
      child.kill('SIGKILL');
      for (const pid of pids) kill(pid);
      await end;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await end;
    },
  };
}

const endOfDatabaseLog = async (dataDir: string): Promise<string> =>
  (await readFile(path.join(dataDir, 'pg.log'), 'utf8').catch(() => '')).slice(-4000);

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );

/** Ends a database that a killed server has left. */
export async function endOrphan(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid === undefined) return;
  for (const child of await childrenOf(pid)) kill(child);
  kill(pid);
}

const pidFile = async (dataDir: string): Promise<readonly string[]> =>
  (await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').catch(() => '')).split('\n');

async function databasePid(dataDir: string): Promise<number | undefined> {
  const [pid = ''] = await pidFile(dataDir);
  return /^\d+$/.test(pid) ? Number(pid) : undefined;
}

/**
 * Children of a process, where the system tells (Linux). Elsewhere PostgreSQL's children notice by themselves
 * that their parent is gone.
 */
async function childrenOf(parent: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => Number((await statOf(pid))[PARENT])));
  return pids.filter((_pid, index) => parents[index] === parent);
}

/**
 * Fields of /proc/<pid>/stat after the name, which may hold anything; none for a process that is gone. See
 * proc_pid_stat(5).
 */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
const [PARENT, OWN_TICKS, ENDED_CHILDREN_TICKS] = [1, 11, 13] as const;
const TICKS_PER_SECOND = 100;
/** Of the user and of the system, which stand side by side. */
const ticksAt = (stat: readonly string[], at: number): number => Number(stat[at] ?? 0) + Number(stat[at + 1] ?? 0);

/** The processes of a server's database, the first among them first. */
export async function databaseProcesses(dataDir: string): Promise<readonly number[]> {
  const pid = await databasePid(dataDir);
  return pid === undefined ? [] : [pid, ...(await childrenOf(pid))];
}

/** Seconds of processor that a server's database has used; undefined where the system does not tell. */
export async function databaseProcessorSeconds(dataDir: string): Promise<number | undefined> {
  const pid = await databasePid(dataDir);
  return pid === undefined ? undefined : processorSeconds([pid, ...(await childrenOf(pid))]);
}

/** Seconds of processor that processes have used, with what their ended children had. */
export async function processorSeconds(pids: readonly number[]): Promise<number | undefined> {
  const stats = await Promise.all(pids.map(statOf));
  const ticks = stats.reduce((sum, stat) => sum + ticksAt(stat, OWN_TICKS) + ticksAt(stat, ENDED_CHILDREN_TICKS), 0);
  return ticks > 0 ? ticks / TICKS_PER_SECOND : undefined;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** Where the database of a running server is. */
export async function databasePlace(dataDir: string): Promise<{ host: string; port: number }> {
  const place = await placeOfRunning(dataDir);
  if (!place) throw new Error(`No database runs on ${dataDir}`);
  return place;
}

/** A connection to the database of a running server, as its own role. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const place = await databasePlace(dataDir);
  const password = await readSecret(keysPath(dataDir), 'khara_app');
  const client = new pg.Client({ ...place, user: 'khara_app', password, database: 'khara' });
  client.on('error', () => undefined); // the next query says so
  await client.connect();
  return client;
}

/** The same as the superuser, who may do anything: what an operator with the machine in their hands could do. */
export async function connectAsSuperuser(dataDir: string): Promise<pg.Client> {
  const [place, password] = [await databasePlace(dataDir), await readSecret(keysPath(dataDir), SUPERUSER)];
  const client = new pg.Client({ ...place, user: SUPERUSER, password, database: 'khara' });
  client.on('error', () => undefined); // the next query says so
  await client.connect();
  return client;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type CallAnswer<T> = { readonly code: number; readonly data: T };

/** Calls the server over HTTP, by the call table. Throws what the network throws, and on anything but an envelope. */
export async function callServer<N extends CallName>(
  url: string,
  name: N,
  payload: Payload<N>,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallAnswer<Data<N>>> {
  const { path: route, method } = calls[name];
  const { id, ...fields } = payload as Record<string, unknown>; // payloads are objects; `id` may be in the path
  const inPath = route.endsWith('{id}');
  const response = await fetch(url + (inPath ? route.replace('{id}', String(id)) : route), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: JSON.stringify(inPath ? fields : payload) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  // The boundary: the server keeps to the call table, or the test fails.
  return (await response.json()) as CallAnswer<Data<N>>;
}
