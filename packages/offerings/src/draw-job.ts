import {
  allotmentDigest,
  allotProRata,
  listRoot,
  runDraw,
  sortedList,
  whoHash,
  type Application,
  type OpenOffering,
} from '@khara/lottery';
import { hex } from '@khara/proof';
import { lotsOfSimulated, simulatedId, simulatedRequestId } from './demand.ts';

/*
 * The heavy part of a draw: a hundred thousand hashes and a shuffle. A pure function of what the database
 * holds, so that it can run beside the server's main thread, and again for a reader of the proof.
 */

/**
 * Simulated applicants as they came: `count` of them, from number `firstK` on, have the application numbers
 * from `firstNumber` on.
 */
export type SimulatedRun = {
  readonly firstNumber: number;
  readonly firstK: number;
  readonly count: number;
};

/** The id of an application by its number in the order of arrival. */
export const applicationId = (offeringId: string, number: number): string =>
  `${offeringId}-${String(number).padStart(6, '0')}`;

/** All who take part, in the compact form in which the database has them. */
export type ListFacts = {
  readonly offeringId: string;
  readonly minLots: number;
  readonly maxLots: number;
  readonly runs: readonly SimulatedRun[];
  readonly members: readonly { readonly id: string; readonly lots: number; readonly who: Uint8Array }[];
};

export type DrawFacts = ListFacts & {
  readonly open: OpenOffering;
  readonly rule: 'retail_lottery' | 'pro_rata';
  readonly seed: Uint8Array;
  readonly entropy: Uint8Array | undefined;
};

export type DrawJob =
  | { readonly do: 'root'; readonly facts: ListFacts }
  | { readonly do: 'draw'; readonly facts: DrawFacts }
  | { readonly do: 'list'; readonly facts: ListFacts; readonly draw: DrawFacts | undefined };

export type Root = { readonly count: number; readonly root: Uint8Array; readonly lots: number };
export type Outcome = {
  readonly mode: string;
  /** Of members only: rank (from 1; undefined without a draw) and shares, by application. */
  readonly members: readonly { readonly id: string; readonly rank: number | null; readonly shares: number }[];
  readonly winners: number;
  readonly allottedShares: number;
  /** Over the whole allotment, in the order of the list. */
  readonly digest: Uint8Array;
};
/** The published list, as the proof carries it. */
export type PublishedList = {
  readonly applications: readonly {
    readonly applicationId: string;
    readonly lots: number;
    readonly who: string;
    readonly sim?: number;
  }[];
  readonly allotted: Readonly<Record<string, number>> | null;
};
export type DrawAnswer<J extends DrawJob> = J extends { do: 'root' }
  ? Root
  : J extends { do: 'draw' }
    ? Outcome
    : PublishedList;

export function runDrawJob(job: DrawJob): Root | Outcome | PublishedList {
  switch (job.do) {
    case 'root':
      return computeRoot(job.facts);
    case 'draw':
      return computeOutcome(job.facts);
    case 'list':
      return publishList(job.facts, job.draw);
  }
}

type ListedApplication = Application & { readonly sim: number | undefined };

function allParties({ offeringId, minLots, maxLots, runs, members }: ListFacts): ListedApplication[] {
  const lotsOf = lotsOfSimulated({ offeringId, minLots, maxLots });
  const list: ListedApplication[] = members.map(({ id, lots, who }) => ({
    applicationId: id,
    lots,
    who: new Uint8Array(who),
    sim: undefined,
  }));
  for (const run of runs) {
    for (let step = 0; step < run.count; step += 1) {
      const k = run.firstK + step;
      list.push({
        applicationId: applicationId(offeringId, run.firstNumber + step),
        lots: lotsOf(k),
        who: whoHash(simulatedId(k), simulatedRequestId(offeringId, k)),
        sim: k,
      });
    }
  }
  return list;
}

function computeRoot(facts: ListFacts): Root {
  const list = sortedList(allParties(facts));
  return {
    count: list.length,
    root: listRoot(list),
    lots: list.reduce((sum, { lots }) => sum + lots, 0),
  };
}

function computeAllotment(facts: DrawFacts, list: readonly Application[]) {
  if (facts.rule === 'pro_rata') return { ...allotProRata(facts.open, list), order: [] as readonly string[] };
  const { open, seed, entropy } = facts;
  return runDraw({ open, seed, ...(entropy === undefined ? {} : { entropy }), applications: list });
}

function computeOutcome(facts: DrawFacts): Outcome {
  const { mode, allotted, order } = computeAllotment(facts, allParties(facts));
  const ranks = new Map(order.map((id, place) => [id, place + 1]));
  let winners = 0;
  let allottedShares = 0;
  for (const got of allotted.values()) {
    allottedShares += got;
    if (got > 0) winners += 1;
  }
  return {
    mode,
    members: facts.members.map(({ id }) => ({ id, rank: ranks.get(id) ?? null, shares: allotted.get(id) ?? 0 })),
    winners,
    allottedShares,
    digest: allotmentDigest(allotted),
  };
}

function publishList(facts: ListFacts, draw: DrawFacts | undefined): PublishedList {
  const list = sortedList(allParties(facts));
  const applications = list.map(({ applicationId: id, lots, who, sim }) => ({
    applicationId: id,
    lots,
    who: hex(who),
    ...(sim === undefined ? {} : { sim }),
  }));
  return { applications, allotted: draw ? Object.fromEntries(computeAllotment(draw, list).allotted) : null };
}
