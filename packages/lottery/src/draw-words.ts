import { BLOCK_BYTES, BLOCK_WORDS, compress, firstState, HASH_WORDS, restart, wordsOf } from './bulk/sha256.ts';

/** A stream of 64-bit words, each as two halves of 32 bits. */
export interface Words {
  readonly high: number;
  readonly low: number;
  /** Goes on to the next word. */
  next(): void;
}

const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** The bit that ends a message, in the first byte of a word. */
const END_BIT = 0x8000_0000 | 0;
const HALF = 2 ** 32;
const QUARTER = 2 ** 16;

/** The draw's stream of 64-bit words: HMAC-SHA256 of a counter under the key, cut into four. Begins before the first. */
export class DrawWords implements Words {
  high = 0;
  low = 0;
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #state = firstState();
  readonly #block = new Int32Array(BLOCK_WORDS);
  readonly #mac = new Int32Array(HASH_WORDS);
  #counter = 0;
  #at = HASH_WORDS;

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new RangeError(`32 bytes expected, ${key.length} given`);
    this.#inner = keyed(key, INNER_PAD);
    this.#outer = keyed(key, OUTER_PAD);
  }

  next(): void {
    if (this.#at === HASH_WORDS) this.#refill();
    this.high = this.#mac[this.#at]! >>> 0;
    this.low = this.#mac[this.#at + 1]! >>> 0;
    this.#at += 2;
  }

  #refill(): void {
    const block = this.#block;
    block.fill(0);
    block[0] = Math.floor(this.#counter / HALF);
    block[1] = this.#counter;
    block[2] = END_BIT;
    block[15] = 8 * (BLOCK_BYTES + 8);
    restart(this.#state, this.#inner);
    compress(this.#state, block, 0);
    block.fill(0);
    block.set(this.#state);
    block[HASH_WORDS] = END_BIT;
    block[15] = 8 * (BLOCK_BYTES + 32);
    restart(this.#state, this.#outer);
    compress(this.#state, block, 0);
    this.#mac.set(this.#state);
    this.#counter += 1;
    this.#at = 0;
  }
}

/** The state of a hash that has taken the padded key: every message of an HMAC begins here. */
function keyed(key: Uint8Array, pad: number): Int32Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key);
  const state = firstState();
  compress(state, wordsOf(block.map((byte) => byte ^ pad)), 0);
  return state;
}

/**
 * A number below `bound` (at most 2³²), every one equally likely: words from the unfair end of the range, of which there are fewer than `bound`, are passed
 * over. In steps of sixteen bits, so that every number on the way is exact.
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
