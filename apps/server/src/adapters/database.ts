import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { connectionTo, readPlace } from './database-hosts.ts';
import { type DirectoryLock, type Holder, lockDirectory } from './directory-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres/index.ts';
import { installKeys } from './install-keys.ts';
import { noteFingerprints, refuseForeignKeys } from './key-fingerprints.ts';
import { holdingKeys, keysPath, replaceSecret, readSecret } from './keys.ts';
import { buildDatabase, DATABASE_FILES, refuseOldDatabase } from './build-database.ts';
import { refuseOtherVersion } from './database-version.ts';
import { makeDirectory } from './make-directory.ts';
import { openPool, type PoolSettings } from './postgres.ts';
import { changeSuperuserPassword, keepPassword, superuserAt, superuserPasswords } from './superuser.ts';
import type { Db } from '#src/ports/database.ts';

/**
 * Who the product logs in as: the server, its jobs, the back office, and who lets people into the back
 * office. None of them owns anything or can write the ledger by hand.
 */
export const ROLES = ['khara_app', 'khara_job', 'khara_console', 'khara_staff'] as const;
export type Role = (typeof ROLES)[number];

export type DatabaseConfig = {
  readonly dataDir: string;
  /**
   * Where the keys of the installation are, if not in `keys/` of the data directory. Passwords of an embedded
   * database are always there.
   */
  readonly keysDir?: string | undefined;
  /**
   * An administrator's address of a PostgreSQL 18 or newer. Without it `roleUrls` lead to a database that
   * `npm run migrate` has built; without both a database is run here.
   */
  readonly databaseUrl?: string | undefined;
  /** Addresses with which the roles log in there, where the deployment gives their passwords. */
  readonly roleUrls?: Readonly<Record<Role, string>> | undefined;
  /** Whether the passwords of `roleUrls` are given to the roles, as `npm run migrate` does. */
  readonly setsPasswords?: boolean;
  /**
   * Whether the keys of an installation belong to it: they are made for an empty database, and checked
   * against any other. Tests and tools have none.
   */
  readonly hasKeys?: boolean;
  /**
   * Changes keys, once they have been found to belong to the database and no other server runs on the data directory.
   * With it no database is made, and an empty one is refused. It takes an administrator, who notes the keys.
   */
  readonly changeKeys?: () => Promise<void>;
  /** Whether an acknowledgement waits for a standby; without it for the database's own disk. */
  readonly durability?: 'local' | 'standby';
  /** What another one that wants the directory reads; without it a server. */
  readonly lockedAs?: Holder;
  readonly log: (message: string) => void;
};

export type Database = {
  /** Settings with which `pg` or pg-boss logs in as a role. */
  connection(role: Role): pg.ClientConfig;
  open(role: Role, options?: Pick<PoolSettings, 'max' | 'application_name' | 'onCommit' | 'signing'>): Db;
  /** Settles when an embedded database ends by itself and cannot be started again; never for another one. */
  readonly ended: Promise<void>;
  /** Stops an embedded database cleanly, and gives the data directory back. Close the pools first. */
  stop(): Promise<void>;
};

/**
 * The database, up to date and safe to use: started here or reached by its address, migrated, roles and
 * passwords in place. The administrator's connection is closed when this returns. Throws, with a text for the
 * operator, when the data directory is in use, the database is too old, or it is set up to forget what it
 * acknowledged.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.changeKeys) refuseNoDatabase(config);
  await makeDirectory(config.dataDir, 0o755);
  const lock = await lockDirectory(config.dataDir, config.lockedAs);
  const undo = [() => lock.release()];
  try {
    const { logins, ended } = await prepared(config, lock, undo);
    const connection = (role: Role): pg.ClientConfig => logins[role];
    let stopping: Promise<void> | undefined;
    return {
      connection,
      ended,
      open: (role, options) =>
        openPool({ ...connection(role), ...options }, (error) =>
          config.log(`A database connection broke: ${error.message}`),
        ),
      stop: () => (stopping ??= undoAll(undo)),
    };
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

function refuseNoDatabase({ databaseUrl, roleUrls, dataDir }: DatabaseConfig): void {
  if (databaseUrl !== undefined) return;
  if (roleUrls)
    throw new Error('DATABASE_URL is missing: the address of an administrator, who notes the keys in the database.');
  if (!existsSync(path.join(dataDir, 'pg')))
    throw new Error(
      `${dataDir} has no database: name its directory, or give the address of its database as DATABASE_URL`,
    );
}

type Prepared = { readonly logins: Logins; readonly ended: Promise<void> };

async function prepared(config: DatabaseConfig, lock: DirectoryLock, undo: (() => Promise<void>)[]): Promise<Prepared> {
  const { databaseUrl, roleUrls } = config;
  if (databaseUrl === undefined && roleUrls) {
    const logins = await loginsAt(roleUrls);
    await refuseUnprepared(logins.khara_app, config);
    return { logins, ended: new Promise(() => undefined) };
  }
  const { admin, ended } = await reach(config, lock, undo);
  return { logins: await prepare(admin, config), ended };
}

type Logins = Readonly<Record<Role, pg.ClientConfig>>;

/** One after the other: all use the administrator's connection. */
async function forEachRole<T>(make: (role: Role) => Promise<T>): Promise<Readonly<Record<Role, T>>> {
  const made: [Role, T][] = [];
  for (const role of ROLES) made.push([role, await make(role)]);
  return Object.fromEntries(made) as Record<Role, T>; // each of ROLES
}

/**
 * How the roles log in. Of a database of our own they get other passwords at every start: one that was read
 * is worth nothing after the next. Elsewhere other servers may be using it: there the passwords are the
 * deployment's, or follow from the installation's secret, so that they are the same for all of its servers
 * and a start changes none that is right already.
 */
async function openLogins(client: pg.Client, admin: pg.ClientConfig, config: DatabaseConfig): Promise<Logins> {
  const { dataDir, keysDir = keysPath(dataDir), databaseUrl, roleUrls } = config;
  if (roleUrls) {
    const logins = await loginsAt(roleUrls);
    if (config.setsPasswords) await letIn(client, logins);
    return logins;
  }
  if (databaseUrl === undefined) {
    return forEachRole(async (role) => {
      const login = { ...readPlace(admin), user: role, password: await replaceSecret(keysPath(dataDir), role) };
      await setPassword(client, role, login.password);
      return login;
    });
  }
  const installSecret = await readSecret(keysDir, 'install-secret');
  return forEachRole(async (role) => {
    const password = createHmac('sha256', Buffer.from(installSecret, 'base64url'))
      .update(`khara/role/${role}`)
      .digest('base64url');
    const login = connectionTo(databaseUrl, { user: role, password });
    if (!(await mayLogIn(login))) await setPassword(client, role, password);
    return login;
  });
}

const loginsAt = (roleUrls: Readonly<Record<Role, string>>): Promise<Logins> =>
  forEachRole(async (role) => connectionTo(roleUrls[role]));

/** Lets each role in by its address: with the password that it has there, or by a certificate. */
async function letIn(client: pg.Client, logins: Logins): Promise<void> {
  for (const role of ROLES) {
    const { password } = logins[role];
    if (await mayLogIn(logins[role])) continue;
    if (typeof password === 'string') await setPassword(client, role, password);
    else await client.query(`ALTER ROLE ${role} LOGIN`);
  }
}

const setPassword = (client: pg.Client, role: Role, password: string): Promise<unknown> =>
  client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);

/** The two classes of "not with this password": wrong, and no login at all (a role that was just made). */
const NO_LOGIN = /^28/;

async function mayLogIn(login: pg.ClientConfig): Promise<boolean> {
  try {
    await asAdministrator(login, (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && NO_LOGIN.test(error.code ?? '')) return false;
    throw error;
  }
}

type ReachedDatabase = { readonly admin: pg.ClientConfig; readonly ended: Promise<void> };

async function reach(
  config: DatabaseConfig,
  lock: DirectoryLock,
  undo: (() => Promise<void>)[],
): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined) {
    return { admin: connectionTo(config.databaseUrl), ended: new Promise(() => undefined) };
  }
  const running = await startEmbeddedPostgres({
    lock,
    ...(await superuserPasswords(config.dataDir)),
    log: config.log,
    startsAgain: true,
  });
  undo.push(() => running.stop());
  const admin = await superuserAt(config.dataDir, { host: running.host, port: running.port });
  await keepPassword(config.dataDir, admin.password);
  await ensureDatabase(admin);
  return { admin, ended: running.ended };
}

/** Creates the database that the settings name, unless it is there. */
export async function ensureDatabase(admin: pg.ClientConfig & { database: string }): Promise<void> {
  await asAdministrator({ ...admin, database: 'postgres' }, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [admin.database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(admin.database)}`);
  });
}

/**
 * Checks that the database keeps what it acknowledges and belongs to these keys, gives roles and rights,
 * migrates, and sees to the passwords: of an embedded cluster all are changed. What is refused has changed
 * nothing. Another database's administrator is its own business.
 */
async function prepare(admin: pg.ClientConfig, config: DatabaseConfig): Promise<Logins> {
  const { dataDir, keysDir = keysPath(dataDir), databaseUrl, hasKeys, changeKeys } = config;
  return asAdministrator(admin, async (client) => {
    await refuseUnsafe(client, config.durability);
    await refuseOldDatabase(client);
    if (hasKeys) await refuseForeignKeys(client, keysDir, { isTheirs: changeKeys !== undefined });
    // Before anything hangs on them.
    if (hasKeys)
      await holdingKeys(keysDir, async () => {
        await changeKeys?.();
        await installKeys(keysDir);
      });
    await grantDatabase(client);
    await buildDatabase(client);
    if (hasKeys) await noteFingerprints(client, keysDir);
    const logins = await openLogins(client, admin, config);
    if (databaseUrl === undefined) await changeSuperuserPassword(client, dataDir);
    return logins;
  });
}

/**
 * Checks, as the server's role, that a database keeps what it acknowledges, is of this version, and belongs to these
 * keys. Nothing is changed, and no key is made.
 */
async function refuseUnprepared(login: pg.ClientConfig, config: DatabaseConfig): Promise<void> {
  const { dataDir, keysDir = keysPath(dataDir), hasKeys } = config;
  await asAdministrator(login, async (client) => {
    await refuseUnsafe(client, config.durability);
    await refuseOtherVersion(client);
    if (hasKeys) await refuseForeignKeys(client, keysDir, { as: 'the server' });
  });
}

export async function asAdministrator<T>(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...admin, connectionTimeoutMillis: 10_000, application_name: 'khara administrator' });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Settings of synchronous_commit with which a commit is on the disk of a standby. */
const WAITS_FOR_STANDBY: ReadonlySet<string> = new Set(['on', 'remote_apply']);

/**
 * Acknowledged means kept: a database that may forget on a power cut is not used, nor one whose functions we
 * do not know.
 */
async function refuseUnsafe(client: pg.Client, durability: DatabaseConfig['durability']): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
            current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit,
            current_setting('synchronous_standby_names') AS standbys`,
  );
  const { version, standbys = '', ...settings } = rows[0] ?? {};
  if (Number(version) < 180_000) throw new Error(`The database is PostgreSQL ${version}: 18 or newer is needed`);
  for (const [name, value] of Object.entries(settings)) {
    if (value === 'off')
      throw new Error(`The database runs with ${name} = off, and would lose what it acknowledged: set it to on`);
  }
  if (durability !== 'standby') return;
  if (standbys === '')
    throw new Error(
      'The database has no synchronous_standby_names, and DURABILITY=standby: name two standbys, ANY 1 (a, b)',
    );
  if (!WAITS_FOR_STANDBY.has(settings['synchronous_commit']!))
    throw new Error(
      `The database runs with synchronous_commit = ${settings['synchronous_commit']}, which waits for no standby, and DURABILITY=standby: set it to on`,
    );
}

/** Roles, and who may do what with the database as a whole: a copy of a database needs them again. */
export async function grantDatabase(client: pg.Client): Promise<void> {
  await client.query(await readFile(path.join(DATABASE_FILES, 'roles.sql'), 'utf8'));
}

/** Undoes what was done, the newest first; one that fails does not keep the others from being undone. */
async function undoAll(undo: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let step = undo.pop(); step; step = undo.pop()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'The database could not be stopped cleanly');
}
