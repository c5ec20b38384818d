import { hash, sameBytes, type Sha256 } from './bytes.ts';

/** The log's Merkle tree in the shape of RFC 6962; leaves come hashed already. */

const NODE = new Uint8Array([1]);

export const nodeHash = (left: Uint8Array, right: Uint8Array, sha256: Sha256 = hash): Uint8Array =>
  sha256(NODE, left, right);

/** Root over the leaves; of an empty tree the hash of nothing. */
export const treeRoot = (leaves: readonly Uint8Array[]): Uint8Array => rangeRoot(leaves, 0, leaves.length);

/** Leaves `from` (included) to `to` (not): a subtree, whose root a proof needs. */
export type LeafRange = {
  readonly from: number;
  readonly to: number;
};

/** Hashes that lead from a leaf to the root. */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  return inclusionRanges(index, leaves.length).map(({ from, to }) => rangeRoot(leaves, from, to));
}

/** The subtrees whose roots lead from a leaf to the root of the tree of that size. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!Number.isInteger(index) || index < 0 || index >= size) throw new RangeError(`no leaf ${index}`);
  return auditPath(index, 0, size);
}

/** The root over one leaf or more, and of each leaf the hashes that lead from it to the root. */
export function inclusionPaths(
  leaves: readonly Uint8Array[],
  sha256: Sha256 = hash,
): {
  readonly root: Uint8Array;
  readonly paths: readonly (readonly Uint8Array[])[];
} {
  const [only] = leaves;
  if (!only) throw new RangeError('no leaf');
  if (leaves.length === 1) return { root: only, paths: [[]] };
  const middle = split(leaves.length);
  const left = inclusionPaths(leaves.slice(0, middle), sha256);
  const right = inclusionPaths(leaves.slice(middle), sha256);
  return {
    root: nodeHash(left.root, right.root, sha256),
    paths: [...left.paths.map((path) => [...path, right.root]), ...right.paths.map((path) => [...path, left.root])],
  };
}

/** Hashes that prove the tree of the first `size` leaves a beginning of this one. */
export function consistencyPath(leaves: readonly Uint8Array[], size: number): Uint8Array[] {
  return consistencyRanges(size, leaves.length).map(({ from, to }) => rangeRoot(leaves, from, to));
}

/** The subtrees whose roots prove the tree of `size1` leaves the beginning of that of `size2`. */
export function consistencyRanges(size1: number, size2: number): LeafRange[] {
  if (!Number.isInteger(size1) || size1 < 0 || size1 > size2) throw new RangeError(`no tree of ${size1} leaves`);
  if (size1 === 0 || size1 === size2) return [];
  return subproof(size1, 0, size2, true);
}

/** A subtree of 2^level leaves that is complete, by its number in its level from 0: its hash never changes again. */
export type CompletePart = {
  readonly level: number;
  readonly index: number;
};

/** What a range of a proof, or a whole tree, is joined from; left to right. */
export function completeParts({ from, to }: LeafRange): CompletePart[] {
  const parts: CompletePart[] = [];
  let level = 0;
  let count = 1;
  for (; count * 2 <= to - from; level += 1) count *= 2;
  for (let at = from; at < to; level -= 1, count /= 2) {
    if (at + count > to) continue;
    parts.push({ level, index: at / count });
    at += count;
  }
  return parts;
}

/** The root over complete parts that follow each other; of none the hash of nothing. */
export const joinParts = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.length === 0 ? hash() : hashes.reduceRight((right, left) => nodeHash(left, right));

export type Inclusion = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
};

/** Whether the leaf stands at its index in the tree of that size and root. */
export function isIncluded({ root, ...of }: Inclusion): boolean {
  const reached = rootOfPath(of);
  return reached !== undefined && sameBytes(reached, root);
}

/**
 * The root of the tree of that size in which the leaf stands at its index and the path leads to it (RFC 9162, 2.1.3.2);
 * undefined where there is no such tree.
 */
export function rootOfPath({ index, size, leaf, path }: Omit<Inclusion, 'root'>): Uint8Array | undefined {
  if (!isCount(index) || !isCount(size) || index >= size) return undefined;
  let place = index;
  let last = size - 1;
  let reached = leaf;
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (isOdd(place) || place === last) {
      reached = nodeHash(sibling, reached);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else reached = nodeHash(reached, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? reached : undefined;
}

export type Consistency = {
  readonly size1: number;
  readonly size2: number;
  readonly root1: Uint8Array;
  readonly root2: Uint8Array;
  readonly path: readonly Uint8Array[];
};

/**
 * Whether the tree of `size1` leaves is the beginning of the tree of `size2` (RFC 9162, 2.1.4.2). An empty
 * tree begins every tree.
 */
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

function rangeRoot(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const only = leaves[from];
  if (to - from === 1 && only) return only;
  if (to === from) return hash();
  const middle = from + split(to - from);
  return nodeHash(rangeRoot(leaves, from, middle), rangeRoot(leaves, middle, to));
}

function auditPath(index: number, from: number, to: number): LeafRange[] {
  if (to - from === 1) return [];
  const middle = from + split(to - from);
  return index < middle
    ? [...auditPath(index, from, middle), { from: middle, to }]
    : [...auditPath(index, middle, to), { from, to: middle }];
}

/** `whole` while the older tree is a complete subtree whose root the reader knows already. */
function subproof(size: number, from: number, to: number, whole: boolean): LeafRange[] {
  if (size === to) return whole ? [] : [{ from, to }];
  const middle = from + split(to - from);
  return size <= middle
    ? [...subproof(size, from, middle, whole), { from: middle, to }]
    : [...subproof(size, middle, to, false), { from, to: middle }];
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
