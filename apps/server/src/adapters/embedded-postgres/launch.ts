import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as rest } from 'node:timers/promises';
import { waitFor } from '../processes.ts';
import { ENVIRONMENT, LOOPBACK } from './settings.ts';
import type { Binaries } from './binaries.ts';
import { OPENED, type Runner } from './runner.ts';
import { freePort, removeSocketDirectory } from './sockets.ts';
import { isAlive, LAUNCH_SETTING, openPipe, removeTraces } from './alive.ts';
import { readPidFile } from './pid-file.ts';
import { errorMessage } from './message-of.ts';

export type EmbeddedPostgres = {
  /** Directory of the unix socket, or 127.0.0.1 where there is none (Windows). */
  readonly host: string;
  readonly port: number;
  /** Kills it, as a loss of its machine would. */
  kill(): void;
  /** Settles when the database ends, for any reason. */
  readonly ended: Promise<void>;
  /** Ends it cleanly: open transactions are rolled back, everything is written. */
  stop(): Promise<void>;
};

/** Recovery after a crash comes before readiness, and one that is cut off begins again: it is given time. */
const RECOVERY_MS = 10 * 60_000;

/** A start that met a passing fault is tried again within this time. */
const PASSING_MS = 30_000;

export type Launch = {
  readonly data: string;
  /** Its id among the launches of this cluster. */
  readonly id: string;
  /** The directory of its socket, and a path to it that is short enough; undefined on Windows. */
  readonly sockets: { readonly directory: string; readonly path: string } | undefined;
  readonly binaries: Binaries;
  readonly runner: Runner;
  /** Its directories are handed to it open: it cannot come to them by their paths. */
  readonly isClosed: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
};

/** Starts it at the port that it had, or another that is free. */
export async function launchPostgres(plan: Launch, samePort?: number): Promise<EmbeddedPostgres> {
  const logFile = `${plan.data}.log`;
  // Children of a database that was killed leave a moment after it, and its id is in use until the system has
  // noticed its end; a port may be taken between our look and its use.
  const giveUpAt = performance.now() + PASSING_MS;
  for (;;) {
    const port = samePort ?? (await portFor(plan));
    const started = await launchOnce(plan, port, logFile);
    if (typeof started !== 'string') return started;
    const passing = /shared memory block|could not bind|could not create any TCP|lock file .* already exists/.test(
      started,
    );
    if (!passing || performance.now() > giveUpAt)
      throw new Error(`PostgreSQL did not start on ${plan.data}:\n${started}`);
    plan.log('PostgreSQL did not start yet, trying again');
    await rest(200);
  }
}

/** Without an address it is a part of the socket's name, in a directory that no other has. */
const portFor = ({ sockets, settings }: Launch): Promise<number> =>
  sockets && !settings['listen_addresses'] ? Promise.resolve(randomInt(10_000, 60_000)) : freePort();

/** The running database, or the end of its log. */
async function launchOnce(plan: Launch, port: number, logFile: string): Promise<EmbeddedPostgres | string> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > 8_000_000) await rename(logFile, `${logFile}.1`);
  const output = await open(logFile, 'a', 0o600);
  const { size: before } = await output.stat();
  const settings = {
    // Where there are unix sockets nothing listens on the network, not even on this machine's own.
    listen_addresses: plan.sockets ? '' : LOOPBACK,
    ...plan.settings,
    [LAUNCH_SETTING]: plan.id,
    unix_socket_directories: plan.isClosed ? OPENED.descriptor : (plan.sockets?.path ?? ''),
    unix_socket_permissions: '0700',
  };
  const pipe = await openPipe(plan.data);
  const sockets = plan.isClosed && plan.sockets ? await open(plan.sockets.directory, constants.O_DIRECTORY) : undefined;
  const handed = [sockets, pipe].filter((each) => each !== undefined);
  const child = spawn(
    plan.binaries.postgres,
    [
      '-D',
      plan.isClosed ? OPENED.workingDirectory : plan.data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...plan.runner,
      cwd: plan.isClosed ? plan.data : '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', output.fd, ...handed.map(({ fd }) => fd)],
      // Ctrl-C in a terminal goes to the whole group: the server ends its work first and stops us itself.
      detached: true,
    },
  );
  let failure: unknown;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
    child.once('exit', () => resolve());
  });
  let over = false;
  void ended.then(() => (over = true));
  for (const each of handed) await each.close(); // the database alone has them now
  await output.close(); // only now: a database that ends at once must find who listens for its end

  const ready = await waitFor(async () => over || (await readPidFile(plan.data))?.ready === child.pid, {
    withinMs: RECOVERY_MS,
    everyMs: 10,
  });
  if (over || !ready || child.pid === undefined) {
    if (!over) child.kill('SIGQUIT');
    await ended;
    return failure ? errorMessage(failure) : (await readFile(logFile, 'utf8')).slice(before).slice(-4000);
  }
  child.unref();

  const stop = async () => {
    await stopChild(
      () => over,
      ended,
      (signal) => child.kill(signal),
    );
    if (plan.sockets) await removeSocketDirectory(plan.sockets.directory);
    if (!(await isAlive(plan.data))) await removeTraces(plan.data); // else processes that the first one left
  };
  let stopping: Promise<void> | undefined;
  return {
    host: plan.sockets?.path ?? LOOPBACK,
    port,
    ended,
    kill: () => void child.kill('SIGKILL'),
    stop: () => (stopping ??= stop()),
  };
}

async function stopChild(
  over: () => boolean,
  ended: Promise<void>,
  send: (signal: NodeJS.Signals) => boolean,
): Promise<void> {
  // Fast shutdown (SIGINT) writes everything out; should it hang, immediate shutdown (SIGQUIT) loses nothing
  // either: the log is replayed.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (over()) return;
    send(signal);
    const timer = new AbortController();
    const timeout = rest(8_000, undefined, { signal: timer.signal });
    await Promise.race([ended, timeout.catch(() => undefined)]); // it rejects when it is aborted
    timer.abort();
  }
  if (!over()) throw new Error('PostgreSQL does not end; its process is left alone');
}
