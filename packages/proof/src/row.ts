import { concat, hash, lp, u32 } from './bytes.ts';

/**
 * What a record of the log keeps of a row that may name a person: the hash of its columns, under a salt that
 * lies beside the row and not in the log. Without the salt nothing can be tried out against it, so that
 * erasing the salt erases what the log knows. `what` is the name of the kind of row. The order of the columns
 * is part of the hash; an absent value (null) is another than an empty one.
 */
export const rowHash = (what: string, salt: Uint8Array, values: readonly (string | null)[]): Uint8Array =>
  hash(lp('khara/row/1'), lp(what), lp(salt), u32(values.length), ...values.map(encodeValue));

const encodeValue = (value: string | null): Uint8Array =>
  value === null ? new Uint8Array([0]) : concat(new Uint8Array([1]), lp(value));
