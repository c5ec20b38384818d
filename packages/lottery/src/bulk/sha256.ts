/**
 * SHA-256 over words that stay where they are: no object and no copy for each hash, which is most of what a hash of a hundred bytes costs through a library.
 * A draw has half a million blocks to hash, on a telephone too. Everything hashed once goes through `@khara/proof`; `bulk.test.ts` holds the two together.
 */

/** Words of a block, and of a hash. */
export const BLOCK_WORDS = 16;
export const HASH_WORDS = 8;
export const BLOCK_BYTES = 64;
export const HASH_BYTES = 32;

/** First fractional bits of the square roots of the first eight primes (FIPS 180-4, 5.3.3). */
const INITIAL = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

/** Of the cube roots of the first sixty-four (FIPS 180-4, 4.2.2). */
const ROUNDS = new Int32Array(
  Uint32Array.from(
    (
      '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 ' +
      'e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 ' +
      '27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 ' +
      '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2'
    )
      .split(' ')
      .map((word) => Number.parseInt(word, 16)),
  ).buffer,
);

const schedule = new Int32Array(64);

export const firstState = (): Int32Array => INITIAL.slice();

/** Begins a hash anew, from the first state or from one kept before. */
export const restart = (state: Int32Array, from: Int32Array = INITIAL): void => state.set(from);

/** Takes the block of sixteen words at `at` into the state (FIPS 180-4, 6.2.2). */
export function compress(state: Int32Array, words: Int32Array, at: number): void {
  const w = schedule;
  for (let t = 0; t < BLOCK_WORDS; t += 1) w[t] = words[at + t]!;
  for (let t = BLOCK_WORDS; t < 64; t += 1) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}

/** The hash that is kept in words from `at` on, as bytes. */
export function hashBytes(words: Int32Array, at = 0): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  for (let word = 0; word < HASH_WORDS; word += 1) {
    const value = words[at + word]!;
    bytes[4 * word] = value >>> 24;
    bytes[4 * word + 1] = value >>> 16;
    bytes[4 * word + 2] = value >>> 8;
    bytes[4 * word + 3] = value;
  }
  return bytes;
}

/** Bytes, four to a word. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: bytes.length / 4 }, (_, word) => view.getInt32(word * 4));
}

/** Compares two hashes as their bytes would be. */
export function compareHashes(words: Int32Array, at: number, other: number): number {
  for (let word = 0; word < HASH_WORDS; word += 1) {
    const difference = (words[at + word]! >>> 0) - (words[other + word]! >>> 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
