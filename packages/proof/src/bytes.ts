import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The only building blocks of anything hashed here: big-endian integers, raw bytes and length-prefixed text.
 * Nothing is hashed as JSON or with separators, because two encoders would disagree or two records collide.
 */

export function u32(value: number): Uint8Array {
  const all = inRange(value, 0, 2 ** 32 - 1);
  return Uint8Array.of(all >>> 24, all >>> 16, all >>> 8, all); // each element keeps its lowest eight bits
}
export const u64 = (value: bigint | number): Uint8Array => {
  const wide = BigInt(value);
  if (wide !== BigInt.asUintN(64, wide)) throw new RangeError(`${value} is no u64`);
  return integer(8, (view) => view.setBigUint64(0, wide));
};
export const i64 = (value: bigint | number): Uint8Array => {
  // An instant, mostly: two halves of a number cost a third of a bigint.
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return concat(u32(Math.floor(value / 2 ** 32) >>> 0), u32(value >>> 0));
  const wide = BigInt(value);
  if (wide !== BigInt.asIntN(64, wide)) throw new RangeError(`${value} is no i64`);
  return integer(8, (view) => view.setBigInt64(0, wide));
};

/** Length-prefixed bytes, or the UTF-8 bytes of a text. */
export function lp(value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === 'string' ? utf8ToBytes(value) : value;
  return concatBytes(u32(bytes.length), bytes);
}

/** Raw bytes that must have a length. */
export function raw(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${length} bytes expected, ${bytes.length} given`);
  return bytes;
}

/** The 16 bytes of a UUID. */
export const uuid = (text: string): Uint8Array => raw(hexToBytes(text.replaceAll('-', '')), 16);

/** SHA-256 of bytes, part by part. A caller with a quicker one than this package's own may give it. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

export const hash: Sha256 = (...parts) => sha256(concatBytes(...parts));

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export const hex = (bytes: Uint8Array): string => bytesToHex(bytes);
export const unhex = (text: string): Uint8Array => hexToBytes(text);
export const utf8 = (text: string): Uint8Array => utf8ToBytes(text);
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => concatBytes(...parts);

/** The same blocks one after the other into one buffer: an entry has some fifty of them. */
export class ByteWriter {
  #buffer = new Uint8Array(1024);
  #view = new DataView(this.#buffer.buffer);
  #at = 0;

  u32(value: number): void {
    this.#room(4);
    this.#view.setUint32(this.#at, inRange(value, 0, 2 ** 32 - 1));
    this.#at += 4;
  }

  i32(value: number): void {
    this.#room(4);
    this.#view.setInt32(this.#at, inRange(value, -(2 ** 31), 2 ** 31 - 1));
    this.#at += 4;
  }

  i64(value: bigint): void {
    if (value !== BigInt.asIntN(64, value)) throw new RangeError(`${value} is no i64`);
    this.#room(8);
    this.#view.setBigInt64(this.#at, value);
    this.#at += 8;
  }

  raw(bytes: Uint8Array, length: number): void {
    this.#room(length);
    this.#buffer.set(raw(bytes, length), this.#at);
    this.#at += length;
  }

  /** Length-prefixed text. */
  lp(text: string): void {
    const { length } = text;
    this.#room(4 + length);
    const from = this.#at + 4;
    // Nearly every text is ASCII: its bytes are its characters.
    for (let at = 0; at < length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) return this.#lpBytes(utf8ToBytes(text));
      this.#buffer[from + at] = unit;
    }
    this.#view.setUint32(this.#at, length);
    this.#at = from + length;
  }

  #lpBytes(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.raw(bytes, bytes.length);
  }

  /** What was written; nothing more is. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#at);
  }

  #room(length: number): void {
    if (this.#at + length <= this.#buffer.length) return;
    const larger = new Uint8Array(2 * (this.#at + length));
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function integer(length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer));
  return bytes;
}

function inRange(value: number, low: number, high: number): number {
  if (!Number.isInteger(value) || value < low || value > high) throw new RangeError(`${value} is out of range`);
  return value;
}

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
