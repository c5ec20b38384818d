export type SqlValue = string | number | bigint | boolean | Uint8Array | null | undefined;

/**
 * Values as an array of PostgreSQL, one parameter of a statement. The library looks at each element of an array by
 * itself, which is dear where a statement has hundreds.
 */
export const sqlArray = (values: readonly SqlValue[]): string => `{${values.map(elementOf).join(',')}}`;

function elementOf(value: SqlValue): string | number | bigint | boolean {
  if (typeof value === 'string') return `"${IS_SPECIAL.test(value) ? value.replace(SPECIAL, '\\$&') : value}"`;
  if (typeof value !== 'object') return value ?? 'NULL';
  if (value === null) return 'NULL';
  return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
}

const IS_SPECIAL = /["\\]/;
const SPECIAL = /["\\]/g;
