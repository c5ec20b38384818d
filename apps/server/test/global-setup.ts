import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { asAdministrator, ensureDatabase, grantDatabase, ROLES } from '../src/adapters/database.ts';
import { startEmbeddedPostgres, SUPERUSER } from '../src/adapters/embedded-postgres.ts';
import { migrate } from '../src/adapters/migrations.ts';

declare module 'vitest' {
  // The way to give a context a property is to add to its interface.
  interface ProvidedContext {
    postgres: { readonly host: string; readonly port: number; readonly password: string; readonly template: string };
  }
}

/** What a power cut would do to test data matters to nobody; adapters/*.test.ts start databases of their own with the real settings. */
const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  autovacuum: 'off',
};

/** One PostgreSQL for the whole run, with one migrated database from which each test file's is copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-test-'));
  const password = 'only-for-tests';
  const postgres = await startEmbeddedPostgres({
    dataDir,
    superuserPassword: password,
    log: () => undefined,
    settings: QUICK,
  });
  const teardown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const template = 'khara_template';
    const admin = { host: postgres.host, port: postgres.port, user: SUPERUSER, password, database: template };
    await ensureDatabase(admin);
    await asAdministrator(admin, async (client) => {
      await grantDatabase(client);
      await migrate(client);
      for (const role of ROLES) await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    });
    project.provide('postgres', { host: postgres.host, port: postgres.port, password, template });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
