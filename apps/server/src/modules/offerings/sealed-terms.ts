import type { OpenOffering } from '@khara/lottery';
import type { DrawFacts, ListFacts } from '@khara/offerings';
import type { Queryable } from '#src/ports/database.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';

const bytes = (value: Uint8Array): Uint8Array => new Uint8Array(value);

/** What was sealed when the offering opened. Throws before. */
export function toOpenOffering(offering: Offering): OpenOffering {
  const { seedHash, closesAt, entropyKind: kind } = offering;
  if (!seedHash || closesAt === undefined || kind === undefined) throw new Error(`${offering.id} was never opened`);
  return {
    offeringId: offering.id,
    shares: offering.offeredShares,
    sharesPerLot: offering.sharesPerLot,
    minLots: offering.minLots,
    maxLots: offering.maxLots,
    closesAt: closesAt,
    entropy: { kind, chain: offering.entropyChain ?? '', round: Number(offering.entropyRound ?? 0) },
    seedHash: bytes(seedHash),
  };
}

/** All who take part. */
export async function sealedList(db: Queryable, offering: Offering): Promise<ListFacts> {
  const { runs, members } = await store.readList(db, offering.id);
  return {
    offeringId: offering.id,
    minLots: offering.minLots,
    maxLots: offering.maxLots,
    runs: runs.map((run) => ({ firstNumber: run.firstNumber, firstK: run.firstK, count: run.count })),
    members: members.map(({ id, lots, who }) => ({ id, lots, who: bytes(who) })),
  };
}

/** Everything that the draw is a function of. `entropy` is undefined where the offering has none. */
export function sealedDraw(offering: Offering, list: ListFacts, entropy: Uint8Array | undefined): DrawFacts {
  if (!offering.seed) throw new Error(`${offering.id} has no seed`);
  return {
    ...list,
    open: toOpenOffering(offering),
    rule: offering.kind === 'ipo' ? 'retail_lottery' : 'pro_rata',
    seed: bytes(offering.seed),
    entropy: entropy && bytes(entropy),
  };
}
