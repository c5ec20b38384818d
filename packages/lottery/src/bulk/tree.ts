import { compress, firstState, HASH_WORDS, hashBytes, restart } from './sha256.ts';

const NODE = 0x01;
/** A node is the byte 01 and two hashes: 65 bytes, 520 bits, two blocks. */
const NODE_BITS = 520;
const END = 0x80;

/**
 * Root of the tree over leaves that lie one behind the other, eight words each: the tree of `@khara/proof`, level by level. What is left over at the end of a
 * level goes up as it is, which makes the same tree as splitting at the largest power of two. The leaves are overwritten.
 */
export function rootOfLeaves(leaves: Int32Array, none: Uint8Array): Uint8Array {
  let count = leaves.length / HASH_WORDS;
  if (count === 0) return none;
  const block = new Int32Array(32);
  const state = firstState();
  block[31] = NODE_BITS;
  for (; count > 1; count = Math.ceil(count / 2)) {
    for (let pair = 0; pair + 1 < count; pair += 2) {
      hashPair(leaves, pair * HASH_WORDS, { block, state });
      leaves.set(state, (pair / 2) * HASH_WORDS);
    }
    if (count % 2 === 1) {
      leaves.copyWithin(((count - 1) / 2) * HASH_WORDS, (count - 1) * HASH_WORDS, count * HASH_WORDS);
    }
  }
  return hashBytes(leaves);
}

/** Two hashes side by side, moved on by the one byte before them. */
function hashPair(
  leaves: Int32Array,
  at: number,
  { block, state }: { readonly block: Int32Array; readonly state: Int32Array },
): void {
  let before = NODE;
  for (let word = 0; word < 2 * HASH_WORDS; word += 1) {
    const next = leaves[at + word]!;
    block[word] = (before << 24) | (next >>> 8);
    before = next;
  }
  block[16] = (before << 24) | (END << 16);
  restart(state);
  compress(state, block, 0);
  compress(state, block, 16);
}
