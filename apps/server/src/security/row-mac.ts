import { createHmac, timingSafeEqual } from 'node:crypto';
import { lengthPrefixed } from './length-prefixed.ts';
import type { SqlValue } from '#src/kernel/sql-array.ts';
import type { Keys } from './keys.ts';

type MacKeys = Pick<Keys, 'installSecret'>;

/**
 * The authentication code of a row, by a key that the database does not have: no server acts by a row that none wrote.
 * `table`: whose row it is; `values`: of its columns, in an order that stays.
 */
export function macOfRow({ installSecret }: MacKeys, table: string, values: readonly SqlValue[]): Uint8Array {
  const key = createHmac('sha256', installSecret).update('khara/row/1').digest();
  return createHmac('sha256', key)
    .update(lengthPrefixed([table, ...values.map((value) => String(value ?? ''))]))
    .digest();
}

export const isOwnRow = (keys: MacKeys, table: string, values: readonly SqlValue[], mac: Uint8Array): boolean =>
  mac.length === 32 && timingSafeEqual(macOfRow(keys, table, values), mac);
