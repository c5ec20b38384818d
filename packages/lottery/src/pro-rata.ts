import { compareHashes, HASH_BYTES } from './bulk/hasher.ts';
import { listLeaves, sortedList, type Application, type Progress } from './draw-list.ts';
import { divided } from './exact.ts';

/** Everything that a placement's allotment depends on. */
export type ProRataOffer = {
  readonly shares: number;
  readonly sharesPerLot: number;
};

/**
 * Shares a placement out in proportion, in whole lots: each application gets the whole lots of its part, and
 * the lots left go to the largest remainders. Equal remainders go by the hash of the application, which holds
 * the applicant's own random request id: neither the order of arrival nor the operator decides. Each applicant gets
 * what they asked for when there is enough. Shares by application id, in the order of the sorted list.
 */
export function allotProRata(
  offer: ProRataOffer,
  applications: readonly Application[],
  progress?: Progress,
): { readonly mode: 'full_allotment' | 'pro_rata'; readonly allotted: ReadonlyMap<string, number> } {
  const list = sortedList(applications);
  const { sharesPerLot } = offer;
  const offered = (offer.shares - (offer.shares % sharesPerLot)) / sharesPerLot;
  const asked = list.reduce((sum, { lots }) => sum + lots, 0);
  const inShares = (lotsOf: (index: number) => number): ReadonlyMap<string, number> =>
    new Map(list.map(({ applicationId }, index) => [applicationId, lotsOf(index) * sharesPerLot]));
  if (asked <= offered) return { mode: 'full_allotment', allotted: inShares((index) => list[index]!.lots) };

  const parts = list.map(({ lots }) => divided(offered, lots, asked));
  const left = offered - parts.reduce((sum, { whole }) => sum + whole, 0);
  const leaves = listLeaves(list, progress);
  const byRest = parts
    .map((_, index) => index)
    .sort((a, b) => parts[b]!.rest - parts[a]!.rest || compareHashes(leaves, a * HASH_BYTES, b * HASH_BYTES));
  // A remainder of nothing is no claim; there are fewer lots left than remainders.
  const more = new Set(byRest.slice(0, left));
  return { mode: 'pro_rata', allotted: inShares((index) => parts[index]!.whole + (more.has(index) ? 1 : 0)) };
}
