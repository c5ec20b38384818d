import { utf8 } from '@khara/proof';
import { HASH_BYTES, Hasher } from './hasher.ts';

/**
 * One message after the other, written into the same bytes and hashed from there: the encodings of
 * `@khara/proof` (big-endian integers, raw bytes, texts with their length before them) for lists of a hundred
 * thousand.
 */
export class Message {
  readonly #hasher: Hasher;
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Every message of this kind begins with these bytes. */
  constructor(prefix: Uint8Array) {
    this.#hasher = new Hasher(prefix);
  }

  begin(): this {
    this.#length = 0;
    return this;
  }

  u32(value: number): this {
    if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) throw new RangeError(`${value} is out of range`);
    this.#room(4);
    this.#view.setUint32(this.#length, value);
    this.#length += 4;
    return this;
  }

  u64(value: number): this {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is out of range`);
    return this.u32(Math.floor(value / 2 ** 32)).u32(value % 2 ** 32);
  }

  /** Bytes that must have a length. */
  raw(bytes: Uint8Array, length: number): this {
    if (bytes.length !== length) throw new RangeError(`${length} bytes expected, ${bytes.length} given`);
    this.#room(length);
    this.#bytes.set(bytes, this.#length);
    this.#length += length;
    return this;
  }

  /** A text with its length before it. Ids are ASCII as a rule, and then a byte is a character. */
  text(text: string): this {
    this.#room(4 + text.length);
    const from = this.#length + 4;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) {
        const bytes = utf8(text);
        return this.u32(bytes.length).raw(bytes, bytes.length);
      }
      this.#bytes[from + at] = unit;
    }
    this.#view.setUint32(this.#length, text.length);
    this.#length = from + text.length;
    return this;
  }

  hash(): Uint8Array {
    const hash = new Uint8Array(HASH_BYTES);
    this.hashTo(hash, 0);
    return hash;
  }

  /** Writes the hash of the message to 32 bytes from `at` on. */
  hashTo(out: Uint8Array, at: number): void {
    this.#hasher.hashTo(this.#bytes.subarray(0, this.#length), out, at);
  }

  #room(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * needed);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
