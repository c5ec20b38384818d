import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const MIGRATION_NAME = /^migrations\/\d{4}-[a-z0-9-]+\.sql$/;

/** A file of SQL: its name is its path from the directory, with slashes. */
export type SqlFile = { readonly name: string; readonly sql: string; readonly checksum: string };

export type DatabaseFiles = {
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

export async function readFiles(directory: string): Promise<DatabaseFiles> {
  const paths = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.sql'));
  const all = await Promise.all(
    paths.map(async (at): Promise<SqlFile> => {
      const sql = await readFile(path.join(directory, at), 'utf8');
      return { name: at.split(path.sep).join('/'), sql, checksum: checksum(sql) };
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

export const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * functions/ledger/inside/write-round.sql is of schema ledger, and so are schema/01-ledger.sql and grants/ledger.sql.
 */
export function fileSchema({ name }: SqlFile): string {
  const [, second = ''] = name.split('/');
  return second
    .replace(/^\d+-/, '')
    .replace(/\.sql$/, '')
    .replaceAll('-', '_');
}

/** ledger.write_round of functions/ledger/inside/write-round.sql. */
export const objectName = (file: SqlFile): string =>
  `${fileSchema(file)}.${path.posix.basename(file.name, '.sql').replaceAll('-', '_')}`;

const functionsMadeIn = (sql: string): string[] =>
  [...sql.matchAll(/\bCREATE (?:OR REPLACE )?FUNCTION (\w+\.\w+)/g)].map(([, name]) => name!);
