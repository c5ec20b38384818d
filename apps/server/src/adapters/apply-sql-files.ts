import type pg from 'pg';
import { objectName, fileSchema, type SqlFile } from './sql-files.ts';

/** First line of a migration that khara_owner does not run. */
const ROLE_LINE = /^-- runs as (khara_ledger|the administrator)\n/;

/** Owners by the name of their schema, as SQL has them. */
export async function ownersOfSchemas(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    'SELECT nspname AS name, nspowner::regrole::text AS owner FROM pg_namespace',
  );
  return new Map(rows.map(({ name, owner }) => [name, owner]));
}

/** Runs a file as the owner of its schema; a migration as its first line says; without owners as the administrator. */
export async function runFile(
  client: pg.ClientBase,
  file: SqlFile,
  owners?: ReadonlyMap<string, string>,
): Promise<void> {
  const role = owners ? owners.get(fileSchema(file)) : migrationRole(file);
  if (owners && role === undefined) throw new Error(`${file.name}: there is no schema ${fileSchema(file)}`);
  try {
    await client.query(role === undefined ? file.sql : `${rolePrefix(role)}${file.sql};\nRESET ROLE`);
  } catch (cause) {
    throw new Error(
      `${file.name} failed${errorLine(cause, file.sql, role)}: ${cause instanceof Error ? cause.message : String(cause)}`,
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
export async function replaceFunction(
  client: pg.ClientBase,
  file: SqlFile,
  { owners, older }: { readonly owners: ReadonlyMap<string, string>; readonly older: readonly string[] },
): Promise<void> {
  if (older.length === 0) return runFile(client, file, owners);
  await client.query('SAVEPOINT replaced');
  try {
    await runFile(client, file, owners);
  } catch (error) {
    if (!(error instanceof Error) || !isInvalidReplacement(error.cause)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT replaced');
    for (const signature of older) await client.query(`DROP FUNCTION ${signature}`);
    await runFile(client, file, owners);
  }
  await client.query('RELEASE SAVEPOINT replaced');
  const now = (await functionsByName(client)).get(objectName(file)) ?? [];
  if (now.length > 1) for (const signature of older) await client.query(`DROP FUNCTION ${signature}`);
}

/** 42P13, invalid_function_definition: the same arguments with another result, other names or fewer defaults. */
const isInvalidReplacement = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === '42P13';

/** The functions in our schemas, with their arguments, by their name. */
export async function functionsByName(client: pg.ClientBase): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; signatures: readonly string[] }>(
    `SELECT n.nspname || '.' || p.proname AS name, array_agg(p.oid::regprocedure::text) AS signatures
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspowner IN ('khara_owner'::regrole, 'khara_ledger'::regrole) GROUP BY 1`,
  );
  return new Map(rows.map(({ name, signatures }) => [name, signatures]));
}

export async function dropUndefinedFunctions(client: pg.ClientBase, defined: ReadonlySet<string>): Promise<void> {
  for (const [name, signatures] of await functionsByName(client))
    if (!defined.has(name)) for (const signature of signatures) await client.query(`DROP ROUTINE ${signature}`);
}

export async function dropViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'v' AND n.nspowner IN ('khara_owner'::regrole, 'khara_ledger'::regrole)`,
  );
  if (rows.length > 0) await client.query(`DROP VIEW ${rows.map(({ name }) => name).join(', ')}`);
}

/** PostgreSQL names the place of an error as a character's number in what it was sent. */
function errorLine(error: unknown, sql: string, role: string | undefined): string {
  if (!(error instanceof Error) || !('position' in error) || typeof error.position !== 'string') return '';
  return ` in line ${sql.slice(0, Math.max(0, Number(error.position) - rolePrefix(role).length)).split('\n').length}`;
}

/** Sent with the file, in its first line: a round trip less, and the numbers of lines stay. */
const rolePrefix = (role: string | undefined): string => (role === undefined ? '' : `SET LOCAL ROLE ${role}; `);
