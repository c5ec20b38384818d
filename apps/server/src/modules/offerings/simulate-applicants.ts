import { arrivedBy, lotsOfSimulated } from '@khara/offerings';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Offering } from './offering.ts';
import { lotsLeft } from './application-rules.ts';
import * as store from './offering-store.ts';

/** Lets the simulated applicants come who are due by now, each with the next number, as a member would. */
export async function simulateApplicants(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  live: readonly Offering[],
): Promise<void> {
  for (const { id, state, simulated, arrived, openedAt: from = 0, closesAt: to = 0 } of live) {
    if (state !== 'in_progress' || arrived >= simulated) continue;
    const due = arrivedBy(simulated, { from, to }, clock.now());
    if (due > arrived) await db.transaction((tx) => addApplicants(tx, id, due));
  }
}

/**
 * Brings the simulated applicants up to number `due` into the list. Those for whom nothing of a block is left
 * turn away, and so do all after them.
 */
export async function addApplicants(tx: Tx, id: string, due: number): Promise<void> {
  const offering = await store.lockAsRecorded(tx, id);
  if (offering?.state !== 'in_progress' || offering.arrived >= due) return;
  const lotsOf = lotsOfSimulated({ offeringId: id, minLots: offering.minLots, maxLots: offering.maxLots });
  const most = offering.kind === 'block' ? lotsLeft(offering) : Number.MAX_SAFE_INTEGER;
  let reached = offering.arrived;
  let lots = 0;
  while (reached < due && lots + lotsOf(reached) <= most) {
    lots += lotsOf(reached);
    reached += 1;
  }
  const count = reached - offering.arrived;
  const turnedAway = reached < due;
  await tx.query(
    'offerings.addApplicants',
    `UPDATE offerings.offering SET arrived = arrived + $2, next_number = next_number + $2, applications = applications + $2, lots = lots + $3,
       simulated = CASE WHEN $4 THEN arrived + $2 ELSE simulated END
     WHERE id = $1`,
    [id, count, lots, turnedAway],
  );
  if (count === 0) return;
  // They go on where the last ones stopped, unless a member came in between.
  const joined = await tx.query(
    'offerings.join_run',
    `UPDATE offerings.simulated_run SET count = count + $2
     WHERE offering_id = $1 AND first_number + count = $3 AND first_k + count = $4 RETURNING 1 AS one`,
    [id, count, offering.nextNumber, offering.arrived],
  );
  if (joined.length > 0) return;
  await tx.query(
    'offerings.begin_run',
    'INSERT INTO offerings.simulated_run (offering_id, first_number, first_k, count) VALUES ($1, $2, $3, $4)',
    [id, offering.nextNumber, offering.arrived, count],
  );
}
