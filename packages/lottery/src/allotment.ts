import { divided } from './exact.ts';

/** How the retail part of an issue is shared. Source: docs/sources.md I5. */
export type AllotmentMode = 'full_allotment' | 'draw_of_lots' | 'minimum_lot_to_all_then_prorata';

export type RetailDemand = {
  /** Shares on offer to retail. */
  readonly shares: number;
  /** Shares that each winner of a draw gets. */
  readonly minimumShares: number;
  readonly applicants: number;
  readonly sharesAsked: number;
};

export type RetailOutcome = {
  readonly mode: AllotmentMode;
  /** Whole minimum lots in the offer: with more applicants than that, a draw decides. */
  readonly maxAllottees: number;
  readonly winners: number;
  readonly losers: number;
  /** Shares left when every winner has the minimum; undefined when each applicant gets the whole request. */
  readonly leftAfterMinimum: number | undefined;
};

/** Which of the three ways an issue's retail part goes, and for how many applicants. */
export function retailOutcome({ shares, minimumShares, applicants, sharesAsked }: RetailDemand): RetailOutcome {
  const maxAllottees = (shares - (shares % minimumShares)) / minimumShares;
  if (sharesAsked <= shares) {
    return { mode: 'full_allotment', maxAllottees, winners: applicants, losers: 0, leftAfterMinimum: undefined };
  }
  const winners = Math.min(applicants, maxAllottees);
  return {
    mode: applicants > maxAllottees ? 'draw_of_lots' : 'minimum_lot_to_all_then_prorata',
    maxAllottees,
    winners,
    losers: applicants - winners,
    leftAfterMinimum: shares - winners * minimumShares,
  };
}

/**
 * Shares of one application when each applicant gets the minimum and the rest goes in proportion to what was asked
 * beyond it: the nearest whole number, half up. With it, whether that was rounded up.
 */
export function proRataShare(
  demand: RetailDemand,
  sharesAsked: number,
): { readonly shares: number; readonly isUp: boolean } {
  const left = demand.shares - demand.applicants * demand.minimumShares;
  const surplus = demand.sharesAsked - demand.applicants * demand.minimumShares;
  const { whole, rest } = divided(left, sharesAsked - demand.minimumShares, surplus);
  const isUp = rest >= surplus - rest;
  return { shares: demand.minimumShares + whole + (isUp ? 1 : 0), isUp };
}

export type Allotment = {
  readonly mode: AllotmentMode;
  /** Shares of each application, in the order given. */
  readonly allotted: readonly number[];
};

/**
 * Allots an issue to what applications ask for, in shares, in the order of the draw. Rounding that gives away
 * too few shares adds one each to the first in order that are still below what they asked; too many takes one
 * each from the last in order that were rounded up.
 */
export function allot(offer: { shares: number; minimumShares: number }, asked: readonly number[]): Allotment {
  const demand: RetailDemand = {
    ...offer,
    applicants: asked.length,
    sharesAsked: asked.reduce((sum, shares) => sum + shares, 0),
  };
  const { mode, winners } = retailOutcome(demand);
  switch (mode) {
    case 'full_allotment':
      return { mode, allotted: asked };
    case 'draw_of_lots':
      return { mode, allotted: asked.map((_, rank) => (rank < winners ? offer.minimumShares : 0)) };
    case 'minimum_lot_to_all_then_prorata':
      return { mode, allotted: minimumThenProRata(demand, asked) };
  }
}

function minimumThenProRata(demand: RetailDemand, asked: readonly number[]): number[] {
  const rounded = asked.map((shares) => proRataShare(demand, shares));
  const allotted = rounded.map(({ shares }) => shares);
  let spare = demand.shares - allotted.reduce((sum, shares) => sum + shares, 0);
  for (let rank = 0; spare > 0 && rank < asked.length; rank += 1) {
    if (allotted[rank]! >= asked[rank]!) continue;
    allotted[rank] = allotted[rank]! + 1;
    spare -= 1;
  }
  for (let rank = asked.length - 1; spare < 0 && rank >= 0; rank -= 1) {
    if (!rounded[rank]!.isUp) continue;
    allotted[rank] = allotted[rank]! - 1;
    spare += 1;
  }
  if (spare !== 0) throw new Error('allotment: the rounding did not come out');
  return allotted;
}
