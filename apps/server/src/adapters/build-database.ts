import path from 'node:path';
import type pg from 'pg';
import { RELEASE } from '#src/kernel/release.ts';
import {
  dropUndefinedFunctions,
  dropViews,
  functionsByName,
  ownersOfSchemas,
  replaceFunction,
  runFile,
} from './apply-sql-files.ts';
import { checksum, objectName, readFiles, type DatabaseFiles, type SqlFile } from './sql-files.ts';

/** The product's own SQL, beside `src`. Its README says how to change a table or a function. */
export const DATABASE_FILES = path.join(import.meta.dirname, '../../database');

/** Under which `database.applied` has the tables and the data that a database began with. */
export const BASELINE = 'baseline';
/** Any number that is no other advisory lock; this one spells "khara". */
const LOCK = '461315797601';

/**
 * Brings the database of an administrator's connection to this version, in one transaction: all of it or nothing.
 * An empty database gets tables and data first. Then come the migrations that it does not have, in order of number.
 * Last come the functions that changed, and all views and rights. A function that no file defines is dropped.
 * Each file runs as the owner of its schema. Several servers may do this at once.
 * A migration that changed afterwards, or that this version does not have, stops the start.
 * @returns the names of the files that it applied: none when the database is of this version.
 */
export async function buildDatabase(
  client: pg.ClientBase,
  directory: string = DATABASE_FILES,
): Promise<readonly string[]> {
  const files = await readFiles(directory);
  await refuseOldDatabase(client);
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL client_min_messages = warning; SET LOCAL check_function_bodies = off');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const names = await bringUp(client, files);
    await client.query('COMMIT');
    return names;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A database of Khara 1.0 was made by migrations that are no more. To be asked before anything is changed. */
export async function refuseOldDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ old: boolean }>(`SELECT to_regclass('migrations.applied') IS NOT NULL AS old`);
  if (rows[0]?.old) {
    throw new Error(
      'The database was made by Khara 1.0, which this version cannot take over: ' +
        'start with another DATA_DIR (or DATABASE_URL), or run Khara 1.0 on this one',
    );
  }
}

async function bringUp(client: pg.ClientBase, files: DatabaseFiles): Promise<readonly string[]> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS database;
    CREATE TABLE IF NOT EXISTS database.applied (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    ALTER TABLE database.applied ADD COLUMN IF NOT EXISTS release text,
      ADD COLUMN IF NOT EXISTS is_additive boolean NOT NULL DEFAULT false`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM database.applied',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const isEmpty = applied.size === 0;
  const baseline = baselineChecksum(files);
  refuseUnknown(applied, files.migrations, baseline);

  const changed = (file: SqlFile) => applied.get(file.name) !== file.checksum;
  const migrations = files.migrations.filter(changed);
  const triggers = files.triggers.filter(changed);
  const functions = files.functions.filter(changed);
  const repeatable = [...files.triggers, ...files.functions, ...files.views, ...files.grants];
  const here = new Set([BASELINE, ...files.migrations.map(({ name }) => name), ...repeatable.map(({ name }) => name)]);
  const gone = [...applied.keys()].filter((name) => !here.has(name));
  if (!isEmpty && gone.length === 0 && ![...migrations, ...repeatable].some(changed)) return [];

  if (isEmpty) await runFile(client, files.schemas);
  else await dropViews(client); // a migration may change what they show
  const owners = await ownersOfSchemas(client);
  for (const file of triggers) await runFile(client, file, owners);
  if (isEmpty) for (const file of [...files.tables, ...files.data]) await runFile(client, file, owners);
  for (const file of migrations) await runFile(client, file);
  const made = await functionsByName(client);
  for (const file of functions)
    await replaceFunction(client, file, { owners, older: made.get(objectName(file)) ?? [] });
  await dropUndefinedFunctions(client, files.functionNames);
  for (const file of [...files.views, ...files.grants]) await runFile(client, file, owners);

  await client.query('DELETE FROM database.applied WHERE name = ANY ($1)', [gone]);
  const noted = [
    { name: BASELINE, checksum: baseline, isAdditive: false },
    ...files.migrations.map((file) => ({ ...file, isAdditive: ADDITIVE.test(file.sql) })),
    ...repeatable.map((file) => ({ ...file, isAdditive: false })),
  ].filter(({ name, checksum }) => applied.get(name) !== checksum);
  await client.query(
    `INSERT INTO database.applied (name, checksum, is_additive, release)
     SELECT name, checksum, is_additive, $4 FROM unnest($1::text[], $2::text[], $3::boolean[]) n (name, checksum, is_additive)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, at = excluded.at, release = excluded.release`,
    [
      noted.map(({ name }) => name),
      noted.map(({ checksum }) => checksum),
      noted.map(({ isAdditive }) => isAdditive),
      RELEASE.version,
    ],
  );
  return noted.map(({ name }) => name);
}

/** A migration says so of itself where servers of the version before go on working after it. */
const ADDITIVE = /^-- additive$/m;

/** The checksum of what an empty database begins with. */
export const baselineChecksum = (files: DatabaseFiles): string =>
  checksum([files.schemas, ...files.tables, ...files.data].map(({ name, sql }) => name + sql).join());

/** The next step where this version cannot use a database. */
const TAKE_ANOTHER = 'Run that version on it, or start with another DATA_DIR (or DATABASE_URL).';

function refuseUnknown(applied: ReadonlyMap<string, string>, migrations: readonly SqlFile[], baseline: string): void {
  if (applied.size > 0 && applied.get(BASELINE) !== baseline) {
    throw new Error(`The database was made by another version of Khara: it began with other tables. ${TAKE_ANOTHER}`);
  }
  const known = new Map(migrations.map((file) => [file.name, file.checksum]));
  for (const [name, checksum] of applied) {
    if (!name.startsWith('migrations/')) continue;
    const here = known.get(name);
    if (here === undefined) {
      throw new Error(
        `The database was made by another version of Khara: it has ${name}, which is not here. ${TAKE_ANOTHER}`,
      );
    }
    if (here !== checksum) {
      throw new Error(
        `${name} was changed after it was applied. Put it back, and write the change as a new migration.`,
      );
    }
  }
}
