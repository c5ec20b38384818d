import { concat, hash, hex, lp, raw, treeRoot, u32, u64, utf8 } from '@khara/proof';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { allot, type AllotmentMode } from './allotment.ts';

/** Where the chance of a draw comes from beside the operator's seed, fixed when the offering opens. */
export interface Entropy {
  readonly kind: 'none' | 'witness' | 'drand';
  /** Anchor of the witness's hash chain, or id of the beacon; empty for `none`. */
  readonly chain: string;
  readonly round: number;
}

/** Everything about an offering that its draw depends on; none of it can change once applications come in. */
export interface OpenOffering {
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
}

export interface Application {
  readonly applicationId: string;
  readonly lots: number;
  /** Commitment to the applicant and their own random request id. */
  readonly who: Uint8Array;
}

export interface Draw {
  /** Applications sorted by the bytes of their id. */
  readonly list: readonly Application[];
  readonly listRoot: Uint8Array;
  readonly key: Uint8Array;
  /** Application ids by rank, the luckiest first. */
  readonly order: readonly string[];
  readonly mode: AllotmentMode;
  /** Shares by application id, in the order of `list`. */
  readonly allotted: ReadonlyMap<string, number>;
}

const LEAF = new Uint8Array([0]);
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

/** The commitment of an application; only the applicant and the server know what is under it. */
export const whoHash = (userId: string, requestId: string): Uint8Array =>
  hash(lp('khara/draw/who/1'), lp(userId), lp(requestId));

export const applicationLeaf = ({ applicationId, lots, who }: Application): Uint8Array =>
  hash(LEAF, lp('khara/draw/app/1'), lp(applicationId), u32(lots), raw(who, 32));

/** Value of a witness's chain one round earlier. */
export const earlierWitness = (value: Uint8Array): Uint8Array => hash(lp('khara/witness/1'), raw(value, 32));

/** Applications by the UTF-8 bytes of their id; throws on a duplicate. */
export function sortedList(applications: readonly Application[]): Application[] {
  const keyed = applications.map((application) => ({ application, bytes: utf8(application.applicationId) }));
  keyed.sort((a, b) => compareBytes(a.bytes, b.bytes));
  return keyed.map(({ application }, index) => {
    if (keyed[index - 1]?.application.applicationId === application.applicationId) {
      throw new Error(`${application.applicationId} applies twice`);
    }
    return application;
  });
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/**
 * Runs a draw: a pure function of what was fixed at opening, the closed list, the seed and the entropy, so that anybody gets the same
 * result. `entropy` is 32 bytes, zeros when the offering has none.
 */
export function runDraw(draw: {
  readonly open: OpenOffering;
  readonly seed: Uint8Array;
  readonly entropy?: Uint8Array;
  readonly applications: readonly Application[];
}): Draw {
  const { open, seed, entropy = NO_ENTROPY } = draw;
  const list = sortedList(draw.applications);
  const listRoot = treeRoot(list.map(applicationLeaf));
  const key = hkdf(
    sha256,
    concat(raw(seed, 32), raw(entropy, 32)),
    openHash(open),
    concat(lp('khara/draw/key/1'), listRoot, u64(list.length)),
    32,
  );
  const order = shuffle(list.length, key);
  const ranked = order.map((index) => at(list, index));
  const { mode, allotted } = allot(
    { shares: open.shares, minimumShares: open.minLots * open.sharesPerLot },
    ranked.map(({ lots }) => ({ shares: lots * open.sharesPerLot })),
  );
  const byId = new Map(ranked.map(({ applicationId }, rank) => [applicationId, at(allotted, rank)]));
  return {
    list,
    listRoot,
    key,
    order: ranked.map(({ applicationId }) => applicationId),
    mode,
    allotted: new Map(list.map(({ applicationId }) => [applicationId, byId.get(applicationId) ?? 0])),
  };
}

/** Whole lots of an allotment; the rest of what was asked has failed. */
export const winningLots = (allotted: number, sharesPerLot: number): number =>
  (allotted - (allotted % sharesPerLot)) / sharesPerLot;

/** Fisher-Yates over 0 ... count - 1 with words from the key. */
function shuffle(count: number, key: Uint8Array): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  const nextWord = drawWords(key);
  for (let last = count - 1; last >= 1; last -= 1) {
    const other = below(last + 1, nextWord);
    [order[last], order[other]] = [at(order, other), at(order, last)];
  }
  return order;
}

/** The draw's stream of 64-bit words: HMAC-SHA256 of a counter under the key, cut into four. */
export function drawWords(key: Uint8Array): () => bigint {
  let counter = 0n;
  let block = new DataView(new ArrayBuffer(0));
  let offset = 0;
  return () => {
    if (offset >= block.byteLength) {
      const bytes = hmac(sha256, key, u64(counter));
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      counter += 1n;
      offset = 0;
    }
    const word = block.getBigUint64(offset);
    offset += 8;
    return word;
  };
}

const ALL_WORDS = 1n << 64n;

/** A number below `bound`, every one equally likely: words from the unfair end of the range are passed over. */
export function below(bound: number, nextWord: () => bigint): number {
  const wide = BigInt(bound);
  const fair = ALL_WORDS - (ALL_WORDS % wide);
  for (;;) {
    const word = nextWord();
    if (word < fair) return Number(word % wide);
  }
}

/** An element that is there by construction. */
function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`nothing at ${index}`);
  return item;
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
