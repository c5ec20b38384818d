import { HASH_BYTES, Hasher } from './hasher.ts';

/** A node is the byte 01 and two hashes. */
const node = new Hasher(Uint8Array.of(1));

/**
 * Root of the tree over leaves that lie one behind the other, 32 bytes each: the tree of `@khara/proof`,
 * level by level. What is left over at the end of a level goes up as it is, which makes the same tree as
 * splitting at the largest power of two. The leaves are overwritten.
 */
export function rootOfLeaves(leaves: Uint8Array, none: Uint8Array): Uint8Array {
  let count = leaves.length / HASH_BYTES;
  if (count === 0) return none;
  for (; count > 1; count = Math.ceil(count / 2)) {
    for (let pair = 0; pair + 1 < count; pair += 2) {
      const at = pair * HASH_BYTES;
      node.hashTo(leaves.subarray(at, at + 2 * HASH_BYTES), leaves, at / 2);
    }
    if (count % 2 === 1) {
      leaves.copyWithin(((count - 1) / 2) * HASH_BYTES, (count - 1) * HASH_BYTES, count * HASH_BYTES);
    }
  }
  return leaves.slice(0, HASH_BYTES);
}
