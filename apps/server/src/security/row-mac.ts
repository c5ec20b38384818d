import type { SqlValue } from '#src/kernel/sql-array.ts';
import { createCodes } from './keyed-hash.ts';
import type { Keys } from './keys.ts';

export type MacKeys = Pick<Keys, 'installSecret'>;

/**
 * The authentication code of a row, by a key that the database does not have: no server acts by a row that none wrote.
 * `table`: whose row it is; `values`: of its columns, in an order that stays.
 */
export const macOfRow = ({ installSecret }: MacKeys, table: string, values: readonly SqlValue[]): Uint8Array =>
  codes.codeOf(installSecret, textOf(table, values));

export const isOwnRow = (
  { installSecret }: MacKeys,
  table: string,
  values: readonly SqlValue[],
  mac: Uint8Array,
): boolean => codes.isOwn(installSecret, textOf(table, values), mac);

const codes = createCodes('khara/row/1');

const textOf = (table: string, values: readonly SqlValue[]): string =>
  JSON.stringify([table, ...values.map((value) => String(value ?? ''))]);

/** A table each of whose rows has its code, and what the code is of. */
export type SignedTable<Row> = {
  readonly table: string;
  readonly said: (row: Row) => readonly SqlValue[];
};

export type Signed<Row> = Row & { readonly mac: Uint8Array };

/** Rows with their codes, to be written. */
export const signRows = <Row, Of extends Row>(
  keys: MacKeys,
  { table, said }: SignedTable<Row>,
  rows: readonly Of[],
): readonly Signed<Of>[] => rows.map((row) => ({ ...row, mac: macOfRow(keys, table, said(row)) }));

/** Those that a server wrote. */
export const ownRows = <Row, Of extends Signed<Row>>(
  keys: MacKeys,
  { table, said }: SignedTable<Row>,
  rows: readonly Of[],
): readonly Of[] => rows.filter((row) => isOwnRow(keys, table, said(row), row.mac));
