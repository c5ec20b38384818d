/**
 * A stream of chance that depends on nothing but the seed and the names of what it is for, so that any part
 * of the history can be made alone, in any order, on any machine. Whole numbers only: no function whose last
 * digit a machine may choose.
 */
export class Stream {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** `names` separate the streams of one seed: ('minutes', 'AAMRAI', 20740). */
  constructor(seed: Uint8Array, ...names: readonly (string | number)[]) {
    const key = names.join('\u0000');
    this.#a = hash(seed, key, 0x9e3779b9);
    this.#b = hash(seed, key, 0x85ebca6b);
    this.#c = hash(seed, key, 0xc2b2ae35);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 0 ... 2^32 - 1 (sfc32). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 ... n - 1, n below 2^21. */
  below(n: number): number {
    return Math.floor((this.next() * n) / 0x1_0000_0000);
  }

  /** Roughly normal, in thousandths of a standard deviation: the sum of four uniform numbers, so never beyond 3.5. */
  normal(): number {
    const x = this.next();
    const y = this.next();
    return Math.round((((x & 0xffff) + (x >>> 16) + (y & 0xffff) + (y >>> 16) - 131_070) * 1_000) / 37_837);
  }
}

/** MurmurHash3's mixing over the seed and the characters of the key. */
function hash(seed: Uint8Array, key: string, start: number): number {
  let h = start;
  const mix = (value: number) => {
    let k = Math.imul(value, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    h ^= k;
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  };
  for (const byte of seed) mix(byte);
  for (let at = 0; at < key.length; at += 1) mix(key.charCodeAt(at) + 0x100);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
