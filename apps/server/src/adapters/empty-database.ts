import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { buildDatabase } from './build-database.ts';
import { asAdministrator, ensureDatabase, grantDatabase, ROLES } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { startEmbeddedPostgres, SUPERUSER } from './embedded-postgres/index.ts';

/** A database that is thrown away need not survive a power cut. */
const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  autovacuum: 'off',
  scram_iterations: '1', // its password guards nothing, and each connection would compute it 4,096 times
};

export type EmptyDatabase = {
  readonly admin: pg.ClientConfig & { readonly host: string; readonly port: number; readonly database: string };
  /** Ends it, and leaves nothing of it. */
  readonly stop: () => Promise<void>;
};

/**
 * A database system of its own, in a directory of its own, with one database as this version makes it and
 * nothing else. Every role has the password.
 */
export async function startEmptyDatabase({
  database,
  password,
}: {
  readonly database: string;
  readonly password: string;
}): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-empty-'));
  const lock = await lockDirectory(dataDir);
  const postgres = await startEmbeddedPostgres({
    lock,
    superuserPassword: password,
    log: () => undefined,
    settings: QUICK,
  }).catch(async (error: unknown) => {
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const stop = async () => {
    await postgres.stop();
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = { host: postgres.host, port: postgres.port, user: SUPERUSER, password, database };
    await ensureDatabase(admin);
    await asAdministrator(admin, async (client) => {
      await grantDatabase(client);
      await buildDatabase(client);
      for (const role of ROLES) await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    });
    return { admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
