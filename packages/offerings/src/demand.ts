import { hash, lp } from '@khara/proof';

/*
 * Simulated applicants. Number k of an offering has a public id, a public request id and a number of lots
 * that follow from the offering's id alone, so that the operator has no choice in them. docs/offerings.md
 * publishes this model.
 */

/** What a simulated applicant asks for, by the part of them in ten thousand: mostly the minimum, some the most. */
const LOTS_TABLE: readonly { readonly upTo: number; readonly lots: (min: number, max: number) => number }[] = [
  { upTo: 6_000, lots: (min) => min },
  { upTo: 7_600, lots: (min) => min * 2 },
  { upTo: 8_600, lots: (min) => min * 3 },
  { upTo: 9_200, lots: (min) => min * 5 },
  { upTo: 10_000, lots: (_min, max) => max },
];

/**
 * How many of all have come when a part of the window has gone by, both in hundredths: slowly at first, most
 * on the last day.
 */
const ARRIVALS: readonly (readonly [number, number])[] = [
  [0, 0],
  [5, 2],
  [33, 14],
  [66, 38],
  [85, 66],
  [96, 92],
  [100, 100],
];

export type Demand = {
  readonly offeringId: string;
  readonly minLots: number;
  readonly maxLots: number;
};

export const simulatedId = (k: number): string => `sim:${k}`;
export const simulatedRequestId = (offeringId: string, k: number): string => `sim-${offeringId}-${k}`;

/** Lots of applicant k (from 0), as a function that remembers what is the same for all of an offering. */
export function lotsOfSimulated({ offeringId, minLots, maxLots }: Demand): (k: number) => number {
  const digest = hash(lp('khara/demand/1'), lp(offeringId));
  const seed = new DataView(digest.buffer, digest.byteOffset, 4).getUint32(0);
  return (k) => {
    const drawn = mixed(seed + Math.imul(k, 0x9e3779b9)) % 10_000;
    const row = LOTS_TABLE.find(({ upTo }) => drawn < upTo);
    return Math.min(maxLots, row?.lots(minLots, maxLots) ?? minLots);
  };
}

/**
 * 32 well-mixed bits of a number (Murmur's finaliser): cheap enough for a hundred thousand, and nothing
 * depends on it being secret.
 */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * How many applicants there will be: together they ask for `demandHundredths` of the shares on
 * offer, the last one going over.
 */
export function simulatedCount(
  demand: Demand,
  offer: { readonly offeredLots: number; readonly demandHundredths: number },
): number {
  const wanted = (offer.offeredLots * offer.demandHundredths) / 100;
  const lotsOf = lotsOfSimulated(demand);
  let count = 0;
  for (let lots = 0; lots < wanted; count += 1) lots += lotsOf(count);
  return count;
}

/** How many of `total` have come at an instant of the window; all of them at its end. */
export function arrivedBy(total: number, window: { readonly from: number; readonly to: number }, now: number): number {
  if (now >= window.to) return total;
  if (now <= window.from) return 0;
  const gone = ((now - window.from) * 100) / (window.to - window.from);
  const next = ARRIVALS.findIndex(([part]) => part >= gone);
  const [part1, come1] = ARRIVALS[next] ?? [100, 100];
  const [part0, come0] = ARRIVALS[next - 1] ?? [0, 0];
  const come = come0 + ((come1 - come0) * (gone - part0)) / (part1 - part0);
  return Math.min(total, Math.floor((total * come) / 100));
}
