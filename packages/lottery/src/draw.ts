import { concat, hash, hex, lp, raw, u64 } from '@khara/proof';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { allot, type AllotmentMode } from './allotment.ts';
import { listRoot, sortedList, type Application, type Progress } from './draw-list.ts';
import { below, DrawWords } from './draw-words.ts';

/** Where the chance of a draw comes from beside the operator's seed, fixed when the offering opens. */
export type Entropy = {
  readonly kind: 'none' | 'witness' | 'drand';
  /** Anchor of the witness's hash chain, or id of the beacon; empty for `none`. */
  readonly chain: string;
  readonly round: number;
};

/** Everything about an offering that its draw depends on; none of it can change once applications come in. */
export type OpenOffering = {
  readonly offeringId: string;
  readonly shares: number;
  readonly sharesPerLot: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** Milliseconds since 1970, UTC. */
  readonly closesAt: number;
  readonly entropy: Entropy;
  /** Commitment to the seed. */
  readonly seedHash: Uint8Array;
};

export type Draw = {
  /** Applications sorted by the bytes of their id. */
  readonly list: readonly Application[];
  readonly listRoot: Uint8Array;
  readonly key: Uint8Array;
  /** Application ids by rank, the luckiest first. */
  readonly order: readonly string[];
  readonly mode: AllotmentMode;
  /** Shares by application id, in the order of `list`. */
  readonly allotted: ReadonlyMap<string, number>;
};

const NO_ENTROPY = new Uint8Array(32);

export const seedHash = (offeringId: string, seed: Uint8Array): Uint8Array =>
  hash(lp('khara/draw/seed/1'), lp(offeringId), raw(seed, 32));

export const openHash = (open: OpenOffering): Uint8Array =>
  hash(
    lp('khara/draw/open/1'),
    lp(open.offeringId),
    u64(open.shares),
    u64(open.sharesPerLot),
    u64(open.minLots),
    u64(open.maxLots),
    u64(open.closesAt),
    lp(open.entropy.kind),
    lp(open.entropy.chain),
    u64(open.entropy.round),
    raw(open.seedHash, 32),
  );

/** Value of a witness's chain one round earlier. */
export const earlierWitness = (value: Uint8Array): Uint8Array => hash(lp('khara/witness/1'), raw(value, 32));

/**
 * Runs a draw: a pure function of what was fixed at opening, the closed list, the seed and the entropy, so
 * that each run gets the same result. `entropy` is 32 bytes, zeros when the offering has none; `progress` gets
 * how much of the list is hashed.
 */
export function runDraw(draw: {
  readonly open: OpenOffering;
  readonly seed: Uint8Array;
  readonly entropy?: Uint8Array;
  readonly applications: readonly Application[];
  readonly progress?: Progress;
}): Draw {
  const { open, seed, entropy = NO_ENTROPY } = draw;
  const list = sortedList(draw.applications);
  const root = listRoot(list, draw.progress);
  const key = hkdf(
    sha256,
    concat(raw(seed, 32), raw(entropy, 32)),
    openHash(open),
    concat(lp('khara/draw/key/1'), root, u64(list.length)),
    32,
  );
  const order = shuffle(list.length, key);
  const asked = Array.from(order, (index) => list[index]!.lots * open.sharesPerLot);
  const { mode, allotted } = allot({ shares: open.shares, minimumShares: open.minLots * open.sharesPerLot }, asked);
  const shares = new Float64Array(list.length);
  for (const [rank, index] of order.entries()) shares[index] = allotted[rank]!;
  return {
    list,
    listRoot: root,
    key,
    order: Array.from(order, (index) => list[index]!.applicationId),
    mode,
    allotted: new Map(list.map(({ applicationId }, index) => [applicationId, shares[index]!])),
  };
}

/** Whole lots of an allotment; the rest of what was asked has failed. */
export const winningLots = (allotted: number, sharesPerLot: number): number =>
  (allotted - (allotted % sharesPerLot)) / sharesPerLot;

/** Fisher-Yates over 0 ... count - 1 with words from the key. */
function shuffle(count: number, key: Uint8Array): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const words = new DrawWords(key);
  for (let last = count - 1; last >= 1; last -= 1) {
    const other = below(last + 1, words);
    const moved = order[last]!;
    order[last] = order[other]!;
    order[other] = moved;
  }
  return order;
}

/** Whether a value is that of a later round of the witness's chain whose anchor was fixed at opening. */
export function isWitnessEntropy(draw: { chain: string; round: number; value: Uint8Array }): boolean {
  let reached = draw.value;
  for (let step = 0; step < draw.round; step += 1) reached = earlierWitness(reached);
  return hex(reached) === draw.chain;
}

/** Without entropy the value is all zeros and nothing else was promised. */
export const isNoEntropy = (draw: { chain: string; round: number; value: Uint8Array }): boolean =>
  draw.chain === '' && draw.round === 0 && draw.value.every((byte) => byte === 0);
