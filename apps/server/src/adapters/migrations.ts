import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/** The product's own migrations, beside `src`. */
export const MIGRATIONS = path.join(import.meta.dirname, '../../migrations');

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** First line of a file whose statements are not run as khara_owner. */
const ROLE_LINE = /^-- runs as (khara_ledger|the administrator)\n/;

/**
 * Brings the database of an administrator's connection up to date: forward only, in order of number, each file in one
 * transaction of its own, by the role that will own what it makes. What was applied is recorded with its checksum, and a
 * file that changed afterwards, or that this version does not have, stops the start. Several servers may run it at once.
 * Answers the names that it applied.
 */
export async function migrate(client: pg.ClientBase, directory = MIGRATIONS): Promise<readonly string[]> {
  const files = await readMigrations(directory);
  await client.query(`
    SET client_min_messages = warning;
    CREATE SCHEMA IF NOT EXISTS migrations;
    CREATE TABLE IF NOT EXISTS migrations.applied (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM migrations.applied',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseUnknown(applied, files);
    const missing = files.filter((file) => !applied.has(file.name));
    for (const file of missing) await apply(client, file);
    return missing.map((file) => file.name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** Any number that no other program uses as an advisory lock; this one spells "khara". */
const MIGRATION_LOCK = '461315797601';

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      if (!FILE_NAME.test(name)) throw new Error(`${name} is no name of a migration (0123-what-it-does.sql)`);
      const sql = await readFile(path.join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function refuseUnknown(applied: ReadonlyMap<string, string>, files: readonly Migration[]): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]));
  for (const [name, checksum] of applied) {
    const here = known.get(name);
    if (here === undefined) {
      throw new Error(`The database was made by another version of Khara: it has migration ${name}, which is not here`);
    }
    if (here !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Put it back, and write the change as a new migration.`,
      );
    }
  }
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  const role = ROLE_LINE.exec(sql)?.[1] ?? 'khara_owner';
  try {
    await client.query('BEGIN');
    if (role !== 'the administrator') await client.query(`SET LOCAL ROLE ${role}`);
    await client.query(sql);
    await client.query('RESET ROLE');
    await client.query('INSERT INTO migrations.applied (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(
      `Migration ${name} failed${lineOf(cause, sql)}: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

/** PostgreSQL names the place of an error as a character's number in what it was sent. */
function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof Error) || !('position' in error) || typeof error.position !== 'string') return '';
  return ` in line ${sql.slice(0, Number(error.position)).split('\n').length}`;
}
