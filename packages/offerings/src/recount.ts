import { lotsOfSimulated, simulatedCount } from './demand.ts';
import type { SimulatedRun } from './draw-job.ts';

/** An offering as it counts its list, lots and shares in whole numbers. */
export type CountedOffering = {
  readonly id: string;
  /** First come, first served: applicants turn away when too little is left. */
  readonly isBlock: boolean;
  readonly isOpened: boolean;
  readonly isClosed: boolean;
  /** Its applications were released with it, and its counts stand as they were. */
  readonly isWithdrawn: boolean;
  readonly minLots: number;
  readonly maxLots: number;
  readonly offeredLots: number;
  readonly demandHundredths: number;
  /** Simulated applicants: how many there will be, and how many have come. */
  readonly simulated: number;
  readonly arrived: number;
  readonly nextNumber: number;
  readonly applications: number;
  readonly lots: number;
};

/** An application of a member, as the log has it. */
export type CountedApplication = {
  readonly number: number;
  readonly lots: number;
  readonly isCancelled: boolean;
};

/**
 * What of an offering's list does not follow from its terms and from what members asked for; undefined when all of it
 * does. Numbers are given without a gap, and those that no member has are of simulated applicants, in their order: so
 * their runs need no record of their own.
 */
export function wrongInList(
  offering: CountedOffering,
  members: readonly CountedApplication[],
  runs: readonly SimulatedRun[],
): string | undefined {
  const { arrived, simulated } = offering;
  const lotsOf = lotsOfSimulated({ offeringId: offering.id, minLots: offering.minLots, maxLots: offering.maxLots });
  if (offering.nextNumber !== members.length + arrived + 1)
    return `gave ${offering.nextNumber - 1} numbers, to ${members.length} members and ${arrived} simulated applicants`;
  const due = runsBetween(
    members.map(({ number }) => number).toSorted((a, b) => a - b),
    arrived,
  );
  if (!isSameRuns(due, runs)) return 'has other simulated applicants than its numbers leave';
  const active = members.filter(({ isCancelled }) => !isCancelled);
  let lots = active.reduce((sum, application) => sum + application.lots, 0);
  for (let k = 0; k < arrived; k += 1) lots += lotsOf(k);
  if (!offering.isWithdrawn && offering.applications !== active.length + arrived)
    return `counts ${offering.applications} applications, and has ${active.length + arrived}`;
  if (!offering.isWithdrawn && offering.lots !== lots) return `counts ${offering.lots} lots, and has ${lots}`;
  const expected = offering.isOpened ? simulatedCount({ ...offering, offeringId: offering.id }, offering) : 0;
  const cancelled = members.reduce((sum, application) => sum + (application.isCancelled ? application.lots : 0), 0);
  const turnedAway =
    offering.isBlock &&
    arrived === simulated &&
    simulated < expected &&
    lots + cancelled + lotsOf(arrived) > offering.offeredLots;
  if (simulated !== expected && !turnedAway)
    return `expects ${simulated} simulated applicants, and its terms ${expected}`;
  if (offering.isClosed ? arrived !== simulated : arrived > simulated)
    return `has ${arrived} simulated applicants of ${simulated}`;
  return undefined;
}

/** Runs of `arrived` simulated applicants in the numbers that members, in order, leave to them. */
function runsBetween(numbers: readonly number[], arrived: number): readonly SimulatedRun[] {
  const runs: SimulatedRun[] = [];
  let from = 1;
  let firstK = 0;
  const add = (count: number): void => {
    if (count > 0) runs.push({ firstNumber: from, firstK, count });
    firstK += Math.max(count, 0);
  };
  for (const number of numbers) {
    add(Math.min(number - from, arrived - firstK));
    from = number + 1;
  }
  add(arrived - firstK);
  return runs;
}

const isSameRuns = (due: readonly SimulatedRun[], runs: readonly SimulatedRun[]): boolean =>
  due.length === runs.length &&
  due.every(({ firstNumber, firstK, count }, at) => {
    const run = runs[at]!; // of the same length
    return run.firstNumber === firstNumber && run.firstK === firstK && run.count === count;
  });
