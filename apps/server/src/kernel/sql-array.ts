export type SqlValue = string | number | bigint | boolean | Uint8Array | null | undefined;

/** Types of elements whose arrays travel as bytes, with the number that PostgreSQL has for each; others as text. */
const BINARY = { bigint: 20, integer: 23, smallint: 21, boolean: 16, bytea: 17 } as const;
type BinaryType = keyof typeof BINARY;

/**
 * Values as an array of PostgreSQL, one parameter of a statement. The library looks at each element of an array by
 * itself, which is dear where a statement has hundreds; so is a number's text, here and in the database.
 */
export const sqlArray = (type: string, values: readonly SqlValue[]): string | Uint8Array =>
  type in BINARY ? encodeBytes(type as BinaryType, values) : `{${values.map(encodeText).join(',')}}`;

function encodeText(value: SqlValue): string | number | bigint | boolean {
  if (typeof value === 'string') return `"${IS_SPECIAL.test(value) ? value.replace(SPECIAL, '\\$&') : value}"`;
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'object') throw new TypeError('Bytes are elements of bytea[]');
  return value;
}

const IS_SPECIAL = /["\\]/;
const SPECIAL = /["\\]/g;

/**
 * Number of dimensions, whether there are nulls, type of the elements; then how many there are, from which index on.
 */
const HEAD = 20;
const LENGTHS = { bigint: 8, integer: 4, smallint: 2, boolean: 1 } as const;

/** As array_recv reads it: each element after its length in four bytes, -1 for null. */
function encodeBytes(type: BinaryType, values: readonly SqlValue[]): Uint8Array {
  let size = HEAD;
  let nulls = 0;
  // By index, here and below: an iterator makes an object for each of an order's 150 values.
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    size += 4;
    if (value === null || value === undefined) nulls = 1;
    else size += type === 'bytea' ? (value as Uint8Array).byteLength : LENGTHS[type];
  }
  const bytes = Buffer.allocUnsafe(values.length === 0 ? 12 : size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setInt32(0, values.length === 0 ? 0 : 1);
  view.setInt32(4, nulls);
  view.setInt32(8, BINARY[type]);
  if (values.length === 0) return bytes;
  view.setInt32(12, values.length);
  view.setInt32(16, 1);
  let at = HEAD;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value === null || value === undefined) {
      view.setInt32(at, -1);
      at += 4;
    } else if (type === 'bytea') {
      const element = value as Uint8Array;
      view.setInt32(at, element.byteLength);
      bytes.set(element, at + 4);
      at += 4 + element.byteLength;
    } else {
      view.setInt32(at, LENGTHS[type]);
      set(view, at + 4, type, value as number | bigint | boolean);
      at += 4 + LENGTHS[type];
    }
  }
  return bytes;
}

function set(view: DataView, at: number, type: Exclude<BinaryType, 'bytea'>, value: number | bigint | boolean): void {
  if (type === 'bigint') view.setBigInt64(at, typeof value === 'bigint' ? inRange(value) : BigInt(value));
  else if (type === 'boolean') view.setUint8(at, value === true ? 1 : 0);
  else if (type === 'integer') view.setInt32(at, whole(value, 0x7fffffff));
  else view.setInt16(at, whole(value, 0x7fff));
}

const HIGHEST = 2n ** 63n - 1n;
/** A view keeps the low bytes of what is too large: the database would have refused it. */
function inRange(value: bigint): bigint {
  if (value > HIGHEST || value < -HIGHEST - 1n) throw new RangeError(`${value} is no bigint of the database`);
  return value;
}

function whole(value: number | bigint | boolean, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || Math.abs(number) > most)
    throw new RangeError(`${value} is no integer of its column`);
  return number;
}
