const WORDS = 4;

/**
 * Independent streams of pseudo-random numbers (sfc32, 128 bits of state each), all in one array that a snapshot copies.
 * One stream per share: what happens in one share's book never changes the chances of another's.
 */
export class RandomStreams {
  readonly state: Int32Array;

  constructor(seed: Uint8Array | bigint, dayIndex: number, streams: number) {
    this.state = new Int32Array(streams * WORDS);
    const words = wordsOf(seed);
    for (let stream = 0; stream < streams; stream++) {
      for (let word = 0; word < 3; word++)
        this.state[stream * WORDS + word] = mixAll([word, ...words, dayIndex, stream]);
      this.state[stream * WORDS + 3] = 1;
      for (let warmUp = 0; warmUp < 12; warmUp++) this.bits(stream);
    }
  }

  /** 31 random bits: they fit the engine's small integers, where 32 would not always. */
  bits(stream: number): number {
    const state = this.state;
    const at = stream * WORDS;
    const a = state[at]!;
    const b = state[at + 1]!;
    const c = state[at + 2]!;
    const count = state[at + 3]!;
    const drawn = (a + b + count) | 0;
    state[at] = b ^ (b >>> 9);
    state[at + 1] = (c + (c << 3)) | 0;
    state[at + 2] = (((c << 21) | (c >>> 11)) + drawn) | 0;
    state[at + 3] = (count + 1) | 0;
    return drawn >>> 1;
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
   * Mean 0, variance 1, bell-shaped, within 3.5: the sum of four uniform numbers. Logarithms and cosines would give a truer
   * bell, and a different one on another engine.
   */
  bell(stream: number): number {
    const one = this.bits(stream);
    const two = this.bits(stream);
    return ((one >>> 16) + (one & 0x7fff) + (two >>> 16) + (two & 0x7fff) - 65_534) / 18_918.6;
  }
}

/** A seed of any length as 32-bit words. */
function wordsOf(seed: Uint8Array | bigint): number[] {
  if (typeof seed === 'bigint') {
    const words = [seed < 0n ? 1 : 0];
    for (let rest = seed < 0n ? -seed : seed; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffff_ffffn) | 0);
    return words;
  }
  const words = [seed.length];
  seed.forEach((byte, at) => {
    words[1 + (at >> 2)] = (words[1 + (at >> 2)] ?? 0) | (byte << ((at & 3) * 8));
  });
  return words;
}

const mixAll = (words: readonly number[]): number => words.reduce((mixed, word) => mix(mixed ^ word), 0x5bd1e995);

/** Spreads every bit over all others (the finaliser of MurmurHash3). */
function mix(word: number): number {
  let mixed = (word + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
