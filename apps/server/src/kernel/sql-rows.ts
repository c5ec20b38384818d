import { sqlArray, type SqlValue } from './sql-array.ts';

/** Columns of a table with their types, and how a value of each is read from what is written. */
export type SqlColumns<T> = Readonly<Record<string, readonly [type: string, of: (row: T) => SqlValue]>>;

/** The columns as they are named in an INSERT. */
export const namesOf = <T>(columns: SqlColumns<T>): string => Object.keys(columns).join(', ');

/** The statement's first parameters, one array a column: see `valuesOf`. */
export const arraysOf = <T>(columns: SqlColumns<T>): string =>
  Object.values(columns)
    .map(([type], at) => `$${at + 1}::${type}[]`)
    .join(', ');

/** A source of these rows for FROM. */
export const unnested = <T>(columns: SqlColumns<T>, alias: string): string =>
  `unnest(${arraysOf(columns)}) AS ${alias} (${namesOf(columns)})`;

/** One parameter a column, with the values of all rows: a fraction of the time that rows as json take. */
export const valuesOf = <T>(columns: SqlColumns<T>, rows: readonly T[]): readonly string[] =>
  Object.values(columns).map(([, of]) => sqlArray(rows.map(of)));
