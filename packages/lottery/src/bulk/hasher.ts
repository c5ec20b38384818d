import { sha256 } from '@noble/hashes/sha2.js';

export const HASH_BYTES = 32;

/**
 * The library's SHA-256 of one message after the other, into bytes that are already there. One object is
 * begun anew for each message instead of a new one, which is most of what a hash of a hundred bytes costs: a
 * draw has a quarter of a million.
 */
export class Hasher {
  readonly #begun;
  readonly #hash = sha256.create();

  /** Every message begins with `prefix`. */
  constructor(prefix: Uint8Array) {
    this.#begun = sha256.create().update(prefix);
  }

  /** Writes the hash of the prefix and `message` to the 32 bytes of `out` from `at` on; the two may overlap. */
  hashTo(message: Uint8Array, out: Uint8Array, at: number): void {
    this.#begun
      ._cloneInto(this.#hash)
      .update(message)
      .digestInto(out.subarray(at, at + HASH_BYTES));
  }
}

/** Compares two hashes of a row of them, by their bytes. */
export function compareHashes(hashes: Uint8Array, at: number, other: number): number {
  for (let byte = 0; byte < HASH_BYTES; byte += 1) {
    const difference = hashes[at + byte]! - hashes[other + byte]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
