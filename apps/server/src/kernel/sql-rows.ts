import { sqlArray, type SqlValue } from './sql-array.ts';

/** Columns of a table with their types, and how a value of each is read from what is written. */
export type SqlColumns<T> = Readonly<Record<string, readonly [type: string, of: (row: T) => SqlValue]>>;

/** The columns as they are named in an INSERT. */
export const columnNames = <T>(columns: SqlColumns<T>): string => Object.keys(columns).join(', ');

/**
 * The list of a SELECT whose rows are those of the statement's first parameters, one array a column: see
 * `columnValues`. Unnested in FROM, each array is written down and read again first, which takes three times
 * as long.
 */
export const unnested = <T>(columns: SqlColumns<T>): string =>
  Object.entries(columns)
    .map(([name, [type]], at) => `unnest($${at + 1}::${type}[]) AS ${name}`)
    .join(', ');

/**
 * `user_id` is `userId`; an instant in milliseconds, `accepted_ms`, is `acceptedAt`; `at_ms` is `at`. A
 * duration has its name from its statement: `AS "ageMs"`.
 */
export const fieldName = (column: string): string =>
  column
    .replace(/(^at|_at|_until)_ms$/, '$1')
    .replace(/_ms$/, '_at')
    .replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A row of these columns as a field of json, of a table's alias: bigint as text, and without what is null. */
export const jsonOf = <T>(columns: SqlColumns<T>, alias: string): string =>
  `json_strip_nulls(json_build_object(${Object.entries(columns)
    .map(([name, [type]]) => `'${fieldName(name)}', ${alias}.${name}${type === 'bigint' ? '::text' : ''}`)
    .join(', ')}))`;

/** One parameter a column, with the values of all rows: a fraction of the time that rows as json take. */
export const columnValues = <T>(columns: SqlColumns<T>, rows: readonly T[]): readonly (string | Uint8Array)[] =>
  Object.values(columns).map(([type, of]) => sqlArray(type, rows.map(of)));

/**
 * Changes the rows that are there by their key, and inserts the others. The caller has the lock under which these rows
 * come and go. `INSERT … ON CONFLICT` would lock each row before it changes it, and confirm each row that it inserts.
 */
export function changeOrInsert<T>(table: string, columns: SqlColumns<T>, key: readonly string[]): string {
  const all = Object.keys(columns);
  const same = (a: string, b: string) => key.map((name) => `${a}.${name} = ${b}.${name}`).join(' AND ');
  // By lists of keys the rows are found in their index, however many the plan expects.
  const listed = key.map((name) => `t.${name} = ANY ($${all.indexOf(name) + 1}::${columns[name]![0]}[])`);
  const changes = all.filter((name) => !key.includes(name)).map((name) => `${name} = n.${name}`);
  return `WITH n AS MATERIALIZED (SELECT ${unnested(columns)}),
    changed AS (
      UPDATE ${table} t SET ${changes.join(', ')} FROM n WHERE ${same('t', 'n')} AND ${listed.join(' AND ')}
      RETURNING ${key.map((name) => `n.${name}`).join(', ')}
    )
    INSERT INTO ${table} (${columnNames(columns)}) SELECT n.* FROM n WHERE NOT EXISTS (SELECT FROM changed c WHERE ${same('c', 'n')})`;
}
