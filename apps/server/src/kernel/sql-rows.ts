import { sqlArray, type SqlValue } from './sql-array.ts';

/** Columns of a table with their types, and how a value of each is read from what is written. */
export type SqlColumns<T> = Readonly<Record<string, readonly [type: string, of: (row: T) => SqlValue]>>;

/** The columns as they are named in an INSERT. */
export const namesOf = <T>(columns: SqlColumns<T>): string => Object.keys(columns).join(', ');

/**
 * The list of a SELECT whose rows are those of the statement's first parameters, one array a column: see `valuesOf`.
 * Unnested in FROM, each array is written down and read again first, which takes three times as long.
 */
export const unnested = <T>(columns: SqlColumns<T>): string =>
  Object.entries(columns)
    .map(([name, [type]], at) => `unnest($${at + 1}::${type}[]) AS ${name}`)
    .join(', ');

/** One parameter a column, with the values of all rows: a fraction of the time that rows as json take. */
export const valuesOf = <T>(columns: SqlColumns<T>, rows: readonly T[]): readonly (string | Uint8Array)[] =>
  Object.values(columns).map(([type, of]) => sqlArray(type, rows.map(of)));
