import { hash, sameBytes } from './bytes.ts';

/** The log's Merkle tree in the shape of RFC 6962; leaves come hashed already. */

const NODE = new Uint8Array([1]);

export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => hash(NODE, left, right);

/** Root over the leaves; of an empty tree the hash of nothing. */
export const treeRoot = (leaves: readonly Uint8Array[]): Uint8Array => rootOf(leaves, 0, leaves.length);

/** Hashes that lead from a leaf to the root. */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError(`no leaf ${index}`);
  return pathOf(leaves, index, 0, leaves.length);
}

/** Hashes that prove the tree of the first `size` leaves a beginning of this one. */
export function consistencyPath(leaves: readonly Uint8Array[], size: number): Uint8Array[] {
  if (!Number.isInteger(size) || size < 0 || size > leaves.length) throw new RangeError(`no tree of ${size} leaves`);
  if (size === 0 || size === leaves.length) return [];
  return subproof(leaves, size, 0, leaves.length, true);
}

export interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the leaf stands at its index in the tree of that size and root (RFC 9162, 2.1.3.2). */
export function isIncluded({ index, size, leaf, path, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let place = index;
  let last = size - 1;
  let reached = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      reached = nodeHash(sibling, reached);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else reached = nodeHash(reached, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(reached, root);
}

export interface Consistency {
  readonly size1: number;
  readonly size2: number;
  readonly root1: Uint8Array;
  readonly root2: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Whether the tree of `size1` leaves is the beginning of the tree of `size2` (RFC 9162, 2.1.4.2). An empty tree begins every tree. */
export function isConsistent({ size1, size2, root1, root2, path }: Consistency): boolean {
  if (!isCount(size1) || !isCount(size2) || size1 > size2) return false;
  if (size1 === 0) return path.length === 0 && sameBytes(root1, treeRoot([]));
  if (size1 === size2) return path.length === 0 && sameBytes(root1, root2);
  let place = size1 - 1;
  let last = size2 - 1;
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  const hashes = place === 0 ? [root1, ...path] : [...path];
  const first = hashes.shift();
  if (!first) return false;
  let older = first;
  let newer = first;
  for (const sibling of hashes) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else newer = nodeHash(newer, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(older, root1) && sameBytes(newer, root2);
}

function rootOf(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const only = leaves[from];
  if (to - from === 1 && only) return only;
  if (to === from) return hash();
  const middle = from + split(to - from);
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

function pathOf(leaves: readonly Uint8Array[], index: number, from: number, to: number): Uint8Array[] {
  if (to - from === 1) return [];
  const middle = from + split(to - from);
  return index < middle
    ? [...pathOf(leaves, index, from, middle), rootOf(leaves, middle, to)]
    : [...pathOf(leaves, index, middle, to), rootOf(leaves, from, middle)];
}

/** `whole` while the older tree is a complete subtree whose root the reader knows already. */
function subproof(leaves: readonly Uint8Array[], size: number, from: number, to: number, whole: boolean): Uint8Array[] {
  if (size === to) return whole ? [] : [rootOf(leaves, from, to)];
  const middle = from + split(to - from);
  return size <= middle
    ? [...subproof(leaves, size, from, middle, whole), rootOf(leaves, middle, to)]
    : [...subproof(leaves, size, middle, to, false), rootOf(leaves, from, middle)];
}

/** Largest power of two below a count of at least two. */
function split(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
// No bit operators: sizes may pass 2^31.
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => (value - (value % 2)) / 2;
