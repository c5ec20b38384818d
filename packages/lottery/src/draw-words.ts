import { u64 } from '@khara/proof';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES } from './bulk/hasher.ts';

/** A stream of 64-bit words, each as two halves of 32 bits. */
export type Words = {
  readonly high: number;
  readonly low: number;
  /** Goes on to the next word. */
  next(): void;
};

const HALF = 2 ** 32;
const QUARTER = 2 ** 16;

/**
 * The draw's stream of 64-bit words: HMAC-SHA256 of a counter under the key, cut into four. Begins before the first.
 */
export class DrawWords implements Words {
  high = 0;
  low = 0;
  readonly #keyed;
  /** Begun anew from the keyed one for each counter. */
  readonly #mac;
  readonly #bytes = new Uint8Array(HASH_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #counter = 0;
  #at = HASH_BYTES;

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new RangeError(`32 bytes expected, ${key.length} given`);
    this.#keyed = hmac.create(sha256, key);
    this.#mac = this.#keyed.clone();
  }

  next(): void {
    if (this.#at === HASH_BYTES) this.#refill();
    this.high = this.#view.getUint32(this.#at);
    this.low = this.#view.getUint32(this.#at + 4);
    this.#at += 8;
  }

  #refill(): void {
    this.#keyed._cloneInto(this.#mac).update(u64(this.#counter)).digestInto(this.#bytes);
    this.#counter += 1;
    this.#at = 0;
  }
}

/**
 * A number below `bound` (at most 2³²), every one equally likely: words from the unfair end of the range, of
 * which there are fewer than `bound`, are passed over. In steps of sixteen bits, so that every number on the
 * way is exact.
 */
export function below(bound: number, words: Words): number {
  for (;;) {
    words.next();
    const { high, low } = words;
    // 2⁶⁴ mod bound words are unfair: the last ones, so that only a word that begins with 32 ones can be among them.
    if (high === HALF - 1 && low >= HALF - unfair(bound)) continue;
    return modulo(high, low, bound);
  }
}

/** (high · 2³² + low) mod bound. */
function modulo(high: number, low: number, bound: number): number {
  const middle = ((high % bound) * QUARTER + (low >>> 16)) % bound;
  return (middle * QUARTER + (low & 0xffff)) % bound;
}

/** 2⁶⁴ mod bound. */
function unfair(bound: number): number {
  const square = ((((QUARTER % bound) * QUARTER) % bound) * QUARTER) % bound;
  return (square * QUARTER) % bound;
}
