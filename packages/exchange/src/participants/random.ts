import { expand, extract } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';

const WORDS = 4;

/**
 * Independent streams of pseudo-random numbers (sfc32, 128 bits of state each), all in one array that a
 * snapshot copies.
 *
 * The state of each is derived from the seed, the day and the stream's own name by HKDF-SHA-256 (RFC 5869).
 * So a stream whose state became known says nothing of the seed, and nothing of any other stream.
 */
export class RandomStreams {
  readonly state: Int32Array;

  constructor(seed: Uint8Array | bigint, dayIndex: number, names: readonly string[]) {
    if (new Set(names).size !== names.length) throw new Error('two streams of one name');
    const key = extract(sha256, seedBytes(seed), ascii('khara/market/2'));
    const state = new Uint8Array(names.length * WORDS * 4);
    names.forEach((name, stream) => {
      state.set(expand(sha256, key, ascii(`${dayIndex}/${name}`), WORDS * 4), stream * WORDS * 4);
    });
    const words = new DataView(state.buffer);
    this.state = Int32Array.from({ length: names.length * WORDS }, (_, word) => words.getInt32(word * 4, true));
  }

  /** 31 random bits: they fit the engine's small integers, where 32 would not always. */
  bits(stream: number): number {
    const state = this.state;
    const at = stream * WORDS;
    const a = state[at]!;
    const b = state[at + 1]!;
    const c = state[at + 2]!;
    const count = state[at + 3]!;
    const sum = (a + b + count) | 0;
    state[at] = b ^ (b >>> 9);
    state[at + 1] = (c + (c << 3)) | 0;
    state[at + 2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    state[at + 3] = (count + 1) | 0;
    return sum >>> 1;
  }

  /** A whole number from 0 to `count` - 1. */
  below(stream: number, count: number): number {
    return Math.floor((this.bits(stream) * count) / 2 ** 31);
  }

  /** From 0 to under 1. A division by a power of two is exact. */
  unit(stream: number): number {
    return this.bits(stream) / 2 ** 31;
  }

  /**
   * Mean 0, variance 1, bell-shaped, within 3.5: the sum of four uniform numbers. Logarithms and cosines
   * would give a truer bell, and a different one on another engine.
   */
  bell(stream: number): number {
    const one = this.bits(stream);
    const two = this.bits(stream);
    return ((one >>> 16) + (one & 0x7fff) + (two >>> 16) + (two & 0x7fff) - 65_534) / 18_918.6;
  }
}

/** A seed in bytes, or a number of any size; no number has the bytes of another seed. */
function seedBytes(seed: Uint8Array | bigint): Uint8Array {
  if (typeof seed === 'bigint') return ascii(`number ${seed}`);
  return Uint8Array.of(...ascii('bytes '), ...seed);
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
