import type { Deps } from '#src/kernel/deps.ts';
import { letArrive } from './arrive.ts';
import { settleBlocks } from './blocks.ts';
import { closeDue } from './close.ts';
import { drawDue } from './draw.ts';
import { finishAllotted, moveListings } from './finish.ts';
import { openDue } from './open.ts';
import { planOfferings } from './plan.ts';
import { releaseEnded } from './release-all.ts';
import { resolveDrawn } from './resolve.ts';
import { liveOfferings } from './store.ts';

/**
 * Takes every offering as far as the market clock says: planned, opened, applied for, closed, drawn, resolved, paid, credited, listed. Each step asks the
 * database where it stands and is complete in its own transaction, so running twice, or being cut off anywhere, changes nothing.
 */
export async function runOfferings(deps: Deps): Promise<void> {
  await planOfferings(deps);
  const live = () => liveOfferings(deps.db);
  await openDue(deps, await live());
  await letArrive(deps, await live());
  await closeDue(deps, await live());
  await drawDue(deps, await live());
  await resolveDrawn(deps, await live());
  await finishAllotted(deps, await live());
  await settleBlocks(deps, await live());
  await moveListings(deps);
  await releaseEnded(deps);
}
