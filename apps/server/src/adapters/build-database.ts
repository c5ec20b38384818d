import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/** The product's own SQL, beside `src`. Its README says how to change a table or a function. */
export const DATABASE_FILES = path.join(import.meta.dirname, '../../database');

const MIGRATION_NAME = /^migrations\/\d{4}-[a-z0-9-]+\.sql$/;
/** First line of a migration that khara_owner does not run. */
const ROLE_LINE = /^-- runs as (khara_ledger|the administrator)\n/;
/** Under which `database.applied` has the tables and the data that a database began with. */
const BASELINE = 'baseline';
/** Any number that is no other advisory lock; this one spells "khara". */
const LOCK = '461315797601';

/** A file of SQL: its name is its path from the directory, with slashes. */
type SqlFile = { readonly name: string; readonly sql: string; readonly checksum: string };

type DatabaseFiles = {
  /** Names of schemas with their owners. */
  readonly schemas: SqlFile;
  /** What triggers call. These functions have no arguments, so they can be made before the tables. */
  readonly triggers: readonly SqlFile[];
  /** Tables with their constraints, indexes and triggers, and what else is made once. */
  readonly tables: readonly SqlFile[];
  readonly data: readonly SqlFile[];
  readonly migrations: readonly SqlFile[];
  readonly functions: readonly SqlFile[];
  readonly views: readonly SqlFile[];
  readonly grants: readonly SqlFile[];
  /** Names of the functions that some file makes. */
  readonly functionNames: ReadonlySet<string>;
};

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
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM database.applied',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const isEmpty = applied.size === 0;
  const baseline = checksumOf(
    [files.schemas, ...files.tables, ...files.data].map(({ name, sql }) => name + sql).join(),
  );
  refuseUnknown(applied, files.migrations, baseline);

  const changed = (file: SqlFile) => applied.get(file.name) !== file.checksum;
  const migrations = files.migrations.filter(changed);
  const triggers = files.triggers.filter(changed);
  const functions = files.functions.filter(changed);
  const repeatable = [...files.triggers, ...files.functions, ...files.views, ...files.grants];
  const here = new Set([BASELINE, ...files.migrations.map(({ name }) => name), ...repeatable.map(({ name }) => name)]);
  const gone = [...applied.keys()].filter((name) => !here.has(name));
  if (!isEmpty && gone.length === 0 && ![...migrations, ...repeatable].some(changed)) return [];

  if (isEmpty) await run(client, files.schemas);
  else await dropViews(client); // a migration may change what they show
  const owners = await ownersOfSchemas(client);
  for (const file of triggers) await run(client, file, owners);
  if (isEmpty) for (const file of [...files.tables, ...files.data]) await run(client, file, owners);
  for (const file of migrations) await run(client, file);
  const made = await functionsByName(client);
  for (const file of functions)
    await replaceFunction(client, file, { owners, older: made.get(objectName(file)) ?? [] });
  await dropUndefinedFunctions(client, files.functionNames);
  for (const file of [...files.views, ...files.grants]) await run(client, file, owners);

  await client.query('DELETE FROM database.applied WHERE name = ANY ($1)', [gone]);
  const noted = [
    { name: BASELINE, checksum: baseline },
    ...[...files.migrations, ...repeatable].map(({ name, checksum }) => ({ name, checksum })),
  ].filter(({ name, checksum }) => applied.get(name) !== checksum);
  await client.query(
    `INSERT INTO database.applied (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, at = excluded.at`,
    [noted.map(({ name }) => name), noted.map(({ checksum }) => checksum)],
  );
  return noted.map(({ name }) => name);
}

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

// ---- applying ----------------------------------------------------------------------------------------------------------

/** Owners by the name of their schema, as SQL has them. */
async function ownersOfSchemas(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    'SELECT nspname AS name, nspowner::regrole::text AS owner FROM pg_namespace',
  );
  return new Map(rows.map(({ name, owner }) => [name, owner]));
}

/** Runs a file as the owner of its schema; a migration as its first line says; without owners as the administrator. */
async function run(client: pg.ClientBase, file: SqlFile, owners?: ReadonlyMap<string, string>): Promise<void> {
  const role = owners ? owners.get(schemaOf(file)) : migrationRole(file);
  if (owners && role === undefined) throw new Error(`${file.name}: there is no schema ${schemaOf(file)}`);
  try {
    await client.query(role === undefined ? file.sql : `${prefixOf(role)}${file.sql};\nRESET ROLE`);
  } catch (cause) {
    throw new Error(
      `${file.name} failed${lineOf(cause, file.sql, role)}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

function migrationRole({ name, sql }: SqlFile): string | undefined {
  if (!name.startsWith('migrations/')) return undefined;
  const role = ROLE_LINE.exec(sql)?.[1] ?? 'khara_owner';
  return role === 'the administrator' ? undefined : role;
}

/** Makes a function, or replaces the older ones of its name: it may have other arguments or another result. */
async function replaceFunction(
  client: pg.ClientBase,
  file: SqlFile,
  { owners, older }: { readonly owners: ReadonlyMap<string, string>; readonly older: readonly string[] },
): Promise<void> {
  if (older.length === 0) return run(client, file, owners);
  await client.query('SAVEPOINT replaced');
  try {
    await run(client, file, owners);
  } catch (error) {
    if (!(error instanceof Error) || !isInvalidReplacement(error.cause)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT replaced');
    for (const signature of older) await client.query(`DROP FUNCTION ${signature}`);
    await run(client, file, owners);
  }
  await client.query('RELEASE SAVEPOINT replaced');
  const now = (await functionsByName(client)).get(objectName(file)) ?? [];
  if (now.length > 1) for (const signature of older) await client.query(`DROP FUNCTION ${signature}`);
}

/** 42P13, invalid_function_definition: the same arguments with another result, other names or fewer defaults. */
const isInvalidReplacement = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === '42P13';

/** The functions in our schemas, with their arguments, by their name. */
async function functionsByName(client: pg.ClientBase): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; signatures: readonly string[] }>(
    `SELECT n.nspname || '.' || p.proname AS name, array_agg(p.oid::regprocedure::text) AS signatures
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspowner IN ('khara_owner'::regrole, 'khara_ledger'::regrole) GROUP BY 1`,
  );
  return new Map(rows.map(({ name, signatures }) => [name, signatures]));
}

async function dropUndefinedFunctions(client: pg.ClientBase, defined: ReadonlySet<string>): Promise<void> {
  for (const [name, signatures] of await functionsByName(client))
    if (!defined.has(name)) for (const signature of signatures) await client.query(`DROP ROUTINE ${signature}`);
}

async function dropViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'v' AND n.nspowner IN ('khara_owner'::regrole, 'khara_ledger'::regrole)`,
  );
  if (rows.length > 0) await client.query(`DROP VIEW ${rows.map(({ name }) => name).join(', ')}`);
}

/** PostgreSQL names the place of an error as a character's number in what it was sent. */
function lineOf(error: unknown, sql: string, role: string | undefined): string {
  if (!(error instanceof Error) || !('position' in error) || typeof error.position !== 'string') return '';
  return ` in line ${sql.slice(0, Math.max(0, Number(error.position) - prefixOf(role).length)).split('\n').length}`;
}

/** Sent with the file, in its first line: a round trip less, and the numbers of lines stay. */
const prefixOf = (role: string | undefined): string => (role === undefined ? '' : `SET LOCAL ROLE ${role}; `);

// ---- reading -----------------------------------------------------------------------------------------------------------

async function readFiles(directory: string): Promise<DatabaseFiles> {
  const paths = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.sql'));
  const all = await Promise.all(
    paths.map(async (at): Promise<SqlFile> => {
      const sql = await readFile(path.join(directory, at), 'utf8');
      return { name: at.split(path.sep).join('/'), sql, checksum: checksumOf(sql) };
    }),
  );
  all.sort((a, b) => (a.name < b.name ? -1 : 1));
  const within = (folder: string) => all.filter(({ name }) => name.startsWith(`${folder}/`));
  const [functions, tables, migrations] = [within('functions'), within('schema'), within('migrations')];
  for (const file of migrations) refuseMigration(file);
  const schemas = all.find(({ name }) => name === 'schemas.sql');
  if (!schemas) throw new Error(`There is no schemas.sql in ${directory}`);
  return {
    schemas,
    triggers: functions.filter(isOfTrigger),
    tables,
    data: within('data'),
    migrations,
    functions: functions.filter((file) => !isOfTrigger(file)),
    views: inOrderOfUse(within('views')),
    grants: within('grants'),
    functionNames: new Set([...functions.map(objectName), ...tables.flatMap(({ sql }) => functionsMadeIn(sql))]),
  };
}

/** Functions and views have files of their own: a migration that made one would leave two homes for it. */
function refuseMigration({ name, sql }: SqlFile): void {
  if (!MIGRATION_NAME.test(name)) throw new Error(`${name} is no name of a migration (0123-what-it-does.sql)`);
  const word = /\b(FUNCTION|VIEW)\b/i.exec(sql.replace(/--[^\n]*/g, '').replace(/\bEXECUTE\s+FUNCTION\b/gi, ''));
  if (word) throw new Error(`${name} is about a ${word[0].toLowerCase()}: those are in functions/ and views/`);
}

/** A view comes after those that it reads. */
function inOrderOfUse(views: readonly SqlFile[]): readonly SqlFile[] {
  const ordered: SqlFile[] = [];
  let rest = [...views];
  while (rest.length > 0) {
    const waits = (file: SqlFile) => rest.some((other) => other !== file && file.sql.includes(objectName(other)));
    const ready = rest.filter((file) => !waits(file));
    if (ready.length === 0) throw new Error(`Views read one another: ${rest.map(({ name }) => name).join(', ')}`);
    ordered.push(...ready);
    rest = rest.filter((file) => !ready.includes(file));
  }
  return ordered;
}

const isOfTrigger = ({ name }: SqlFile): boolean => name.includes('/triggers/');

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * functions/ledger/inside/write-round.sql is of schema ledger, and so are schema/01-ledger.sql and grants/ledger.sql.
 */
function schemaOf({ name }: SqlFile): string {
  const [, second = ''] = name.split('/');
  return second
    .replace(/^\d+-/, '')
    .replace(/\.sql$/, '')
    .replaceAll('-', '_');
}

/** ledger.write_round of functions/ledger/inside/write-round.sql. */
const objectName = (file: SqlFile): string =>
  `${schemaOf(file)}.${path.posix.basename(file.name, '.sql').replaceAll('-', '_')}`;

const functionsMadeIn = (sql: string): string[] =>
  [...sql.matchAll(/\bCREATE (?:OR REPLACE )?FUNCTION (\w+\.\w+)/g)].map(([, name]) => name!);
