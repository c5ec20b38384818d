import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseProbe } from './database-probe.ts';
import { waitFor } from './processes.ts';
import { asAdministrator, ensureDatabase } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { makeDirectory } from './make-directory.ts';
import {
  placeOfRunning,
  startEmbeddedPostgres,
  SUPERUSER,
  type EmbeddedPostgres,
  type Original,
} from './embedded-postgres/index.ts';

/** Connections of three servers of each role. */
const MAX_CONNECTIONS = '200';
/** A primary is given up after this number of failed checks, at this interval. */
const PROBES = { atMost: 3, everyMs: 200 } as const;
const STREAMS_WITHIN_MS = 60_000;
const PASSWORD = 'of-this-machine-alone';
/** Where the two of them are, in turns the primary. */
const DIRECTORIES = ['database', 'database-2'] as const;
const STANDBY = 'standby';
/** Of a primary: enough WAL for a standby that is a little behind. */
const FOR_STANDBY = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB', hot_standby: 'on' };

export type LocalDatabasesOptions = {
  readonly directory: string;
  /** Whether each commit is on a second database before it is answered. */
  readonly hasStandby: boolean;
  readonly settings?: Readonly<Record<string, string>> | undefined;
};

/** When a primary was given up, and when the standby took writes in its place: `performance.now()`. */
export type FailOver = { readonly givenUpAt: number; readonly promotedAt: number };

type Running = { readonly directory: (typeof DIRECTORIES)[number]; readonly postgres: EmbeddedPostgres };

/**
 * The database of several servers on this machine; with a standby two, of which the second takes the place of one that
 * has ended, and the first comes back as the standby of the second. On many machines Patroni does so.
 */
export class LocalDatabases {
  readonly failOvers: FailOver[] = [];
  readonly #options: LocalDatabasesOptions;
  readonly #locks: Locks;
  readonly #ports = new Map<string, number>();
  readonly #probe = new DatabaseProbe();
  readonly #stopping = new AbortController();
  #primary: Running;
  #standby: Running | undefined;
  #watching: Promise<void> | undefined;

  private constructor(options: LocalDatabasesOptions, primary: Running, locks: Locks) {
    this.#options = options;
    this.#locks = locks;
    this.#primary = primary;
    this.#ports.set(primary.directory, primary.postgres.port);
  }

  /** Throws, with a text for the operator, when another process has the directory. */
  static async start(options: LocalDatabasesOptions): Promise<LocalDatabases> {
    const locks = await lockAll(options.directory);
    const primary = await startPrimary(options, locks).catch(async (error: unknown) => {
      await releaseAll(locks);
      throw error;
    });
    const databases = new LocalDatabases(options, primary, locks);
    try {
      await databases.#waitForStandby(false); // of the time before
      await ensureDatabase({ ...databases.#login(), database: 'khara' });
      if (options.hasStandby) {
        await databases.#makeStandby();
        databases.#watching = databases.#watch();
      }
      return databases;
    } catch (error) {
      await databases.stop();
      throw error;
    }
  }

  /** The address of all of them, for their superuser. */
  get url(): string {
    const hosts = [...this.#ports.values()].map((port) => `127.0.0.1:${port}`).join(',');
    return `postgres://${SUPERUSER}:${PASSWORD}@${hosts}/khara`;
  }

  /** Kills the one that takes writes, as a loss of its machine would. */
  killPrimary(): void {
    this.#primary.postgres.kill();
  }

  /** Whether commits are on two databases now. */
  get hasStandby(): boolean {
    return this.#standby !== undefined;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    this.#probe.end();
    // The standby last: the primary's last records wait for it.
    await this.#primary.postgres.stop();
    await this.#standby?.postgres.stop();
    await releaseAll(this.#locks);
  }

  #login(running = this.#primary) {
    return {
      host: '127.0.0.1',
      port: running.postgres.port,
      user: SUPERUSER,
      password: PASSWORD,
      database: 'postgres',
    };
  }

  async #makeStandby(): Promise<void> {
    const { directory } = this.#primary;
    await writeFile(path.join(this.#options.directory, 'primary'), directory);
    const other = DIRECTORIES.find((name) => name !== directory)!;
    const { host, port, user, password } = this.#login();
    const postgres = await launch(this.#options, this.#locks[other], {
      standbyOf: { directory: path.join(this.#options.directory, directory), login: this.#login() },
      port: this.#ports.get(other),
      follows: `host=${host} port=${port} user=${user} password=${password} application_name=${STANDBY}`,
    });
    this.#ports.set(other, postgres.port);
    const standby = { directory: other, postgres };
    await this.#waitForStandby(true);
    this.#standby = standby;
  }

  /** Whether a commit waits for the standby. Answers when it does so: with the standby there. */
  async #waitForStandby(waits: boolean): Promise<void> {
    await asAdministrator(this.#login(), async (client) => {
      if (waits && !(await waitFor(() => isStreaming(client), { withinMs: STREAMS_WITHIN_MS })))
        throw new Error('the standby does not follow the primary');
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${waits ? `ANY 1 (${STANDBY})` : ''}'`);
      await client.query('SELECT pg_reload_conf()');
    });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failed = 0; !signal.aborted;) {
      await rest(PROBES.everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      failed = (await this.#probe.answers(this.#login())) ? 0 : failed + 1;
      try {
        if (failed >= PROBES.atMost && this.#standby) await this.#failOver(this.#standby);
        else if (failed === 0 && (await this.#lacksStandby())) await this.#replaceStandby();
      } catch (error) {
        console.error('the database has no standby yet', error);
      }
    }
  }

  async #failOver(standby: Running): Promise<void> {
    const givenUpAt = performance.now();
    const old = this.#primary.postgres;
    // What stands still must not go on later: there would be two that take writes.
    old.kill();
    await old.ended;
    await asAdministrator(this.#login(standby), (client) => client.query('SELECT pg_promote(true, 30)'));
    this.#primary = standby;
    this.#standby = undefined;
    this.failOvers.push({ givenUpAt, promotedAt: performance.now() });
    await this.#makeStandby();
  }

  async #lacksStandby(): Promise<boolean> {
    if (!this.#standby) return true;
    return Promise.race([this.#standby.postgres.ended.then(() => true), Promise.resolve(false)]);
  }

  /** A standby that has ended keeps each commit waiting: they go on without it until there is another. */
  async #replaceStandby(): Promise<void> {
    this.#standby = undefined;
    await this.#waitForStandby(false);
    await this.#makeStandby();
  }
}

const readPrimary = async (directory: string) => {
  const noted = await readFile(path.join(directory, 'primary'), 'utf8').catch(() => '');
  return DIRECTORIES.find((name) => name === noted) ?? DIRECTORIES[0];
};

/** Of the whole, and of the directory of each database. */
type Locks = Readonly<Record<(typeof DIRECTORIES)[number] | 'all', DirectoryLock>>;

async function lockAll(directory: string): Promise<Locks> {
  const taken: [string, DirectoryLock][] = [];
  try {
    for (const name of ['all', ...DIRECTORIES]) {
      const place = name === 'all' ? directory : path.join(directory, name);
      await makeDirectory(place, 0o755);
      taken.push([name, await lockDirectory(place, 'npm run cluster')]);
    }
  } catch (error) {
    await releaseAll(Object.fromEntries(taken));
    throw error;
  }
  return Object.fromEntries(taken) as Locks; // each of its names
}

async function releaseAll(locks: Partial<Locks>): Promise<void> {
  for (const lock of Object.values(locks)) await lock.release();
}

/** Whether a directory is that of several servers and their databases. */
export const isOfSeveralServers = (directory: string): boolean =>
  existsSync(path.join(directory, DIRECTORIES[0], 'pg'));

/** The directory of the one that takes writes, or did last, and its superuser's password. */
export async function lastPrimary(directory: string): Promise<{ readonly dataDir: string; readonly password: string }> {
  return { dataDir: path.join(directory, await readPrimary(directory)), password: PASSWORD };
}

/** The superuser's login at the one that takes writes now; undefined while none does. */
export async function runningPrimary(directory: string): Promise<(pg.ClientConfig & { database: string }) | undefined> {
  for (const name of DIRECTORIES) {
    const place = await placeOfRunning(path.join(directory, name)).catch(() => undefined);
    if (!place) continue;
    const login = { ...place, user: SUPERUSER, password: PASSWORD, database: 'khara' };
    if (await asAdministrator(login, takesWrites).catch(() => false)) return login;
  }
  return undefined;
}

const takesWrites = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows')).rows[0]?.follows === false;

async function startPrimary(options: LocalDatabasesOptions, locks: Locks): Promise<Running> {
  const directory = await readPrimary(options.directory);
  return { directory, postgres: await launch(options, locks[directory]) };
}

const launch = (
  { settings, hasStandby }: LocalDatabasesOptions,
  lock: DirectoryLock,
  standby?: {
    readonly standbyOf: Original;
    readonly port: number | undefined;
    readonly follows: string;
  },
): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    lock,
    superuserPassword: PASSWORD,
    log: () => undefined,
    settings: {
      listen_addresses: '127.0.0.1',
      max_connections: MAX_CONNECTIONS,
      ...(hasStandby && FOR_STANDBY),
      ...settings,
      ...(standby && { primary_conninfo: standby.follows }),
    },
    ...(standby && { standbyOf: standby.standbyOf }),
    ...(standby?.port !== undefined && { port: standby.port }),
  });

async function isStreaming(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT FROM pg_stat_replication WHERE application_name = $1 AND state = 'streaming'",
    [STANDBY],
  );
  return rows.length > 0;
}
