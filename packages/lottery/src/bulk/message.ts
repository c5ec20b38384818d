import { utf8 } from '@khara/proof';
import { BLOCK_BYTES, BLOCK_WORDS, compress, firstState, HASH_WORDS, restart } from './sha256.ts';

/** What follows the message in its last block: a bit, and the length in eight bytes. */
const PADDING_BYTES = 9;

/**
 * One message after the other, written into the same bytes and hashed from there: the encodings of `@khara/proof` (big-endian integers, raw bytes, texts
 * with their length before them) for lists of a hundred thousand.
 */
export class Message {
  readonly #prefix: Uint8Array;
  readonly #state = firstState();
  readonly #words = new Int32Array(BLOCK_WORDS);
  #bytes = new Uint8Array(4 * BLOCK_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Every message of this kind begins with these bytes. */
  constructor(prefix: Uint8Array) {
    this.#prefix = prefix;
  }

  begin(): this {
    this.#bytes.set(this.#prefix);
    this.#length = this.#prefix.length;
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

  /** Writes the hash of the message to eight words from `at` on. */
  hashTo(out: Int32Array, at: number): void {
    const length = this.#length;
    const blocks = Math.ceil((length + PADDING_BYTES) / BLOCK_BYTES);
    const end = blocks * BLOCK_BYTES;
    this.#room(end - length);
    this.#bytes.fill(0, length, end);
    this.#bytes[length] = 0x80;
    this.#view.setUint32(end - 4, length * 8); // no message here has half a gigabyte
    restart(this.#state);
    for (let block = 0; block < blocks; block += 1) {
      for (let word = 0; word < BLOCK_WORDS; word += 1) {
        this.#words[word] = this.#view.getInt32(block * BLOCK_BYTES + word * 4);
      }
      compress(this.#state, this.#words, 0);
    }
    for (let word = 0; word < HASH_WORDS; word += 1) out[at + word] = this.#state[word]!;
  }

  #room(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * needed + BLOCK_BYTES);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
