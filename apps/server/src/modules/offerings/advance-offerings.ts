import type { Deps } from '#src/kernel/deps.ts';
import { simulateApplicants } from './simulate-applicants.ts';
import { settleBlocks } from './settle-blocks.ts';
import { closeDue } from './close-offerings.ts';
import { drawDue } from './draw-offerings.ts';
import { creditAndList, moveListings } from './credit-and-list.ts';
import { openDue } from './open-offerings.ts';
import { planOfferings } from './plan-offerings.ts';
import { releaseEnded } from './release-applications.ts';
import { allotShares } from './allot-shares.ts';
import { liveOfferings } from './offering-store.ts';

/**
 * Takes every offering as far as the market clock says: planned, opened, applied for, closed, drawn,
 * resolved, paid, credited, listed. Each step asks the database where it stands and is complete in its own
 * transaction, so running twice, or being cut off anywhere, changes nothing.
 */
export async function advanceOfferings(deps: Deps): Promise<void> {
  await planOfferings(deps);
  const live = () => liveOfferings(deps.db);
  await openDue(deps, await live());
  await simulateApplicants(deps, await live());
  await closeDue(deps, await live());
  await drawDue(deps, await live());
  await allotShares(deps, await live());
  await creditAndList(deps, await live());
  await settleBlocks(deps, await live());
  await moveListings(deps);
  await releaseEnded(deps);
}
