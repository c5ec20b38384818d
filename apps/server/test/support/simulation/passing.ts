import { createJobHandlers } from '#src/jobs/index.ts';
import { advanceOfferings } from '#modules/offerings/index.ts';
import { resubmitForgotten } from '#modules/orders/index.ts';
import { squareOffRest } from '#modules/day/index.ts';
import { expireRecharges, matchReversals } from '#modules/wallet/index.ts';
import { retried, type Act, type ActOptions } from './act.ts';
import { dueJobs, endJob } from './job-line.ts';
import type { World } from './world.ts';
import { HOUR_MS } from '@khara/rules';

/** What happens by itself: the server's jobs and loops, and time. */

/** Jobs in any order, each over a line that may be cut: one that was is done again. */
async function runJobs(world: World, how: ActOptions): Promise<void> {
  const handlers = createJobHandlers(world.deps);
  const due = [...(await dueJobs(world.plainDb, world.deps.clock.now()))];
  while (due.length > 0) {
    const [job] = due.splice(world.chance.below(due.length), 1);
    if (!job) return;
    how.count(`job ${job.name}`);
    await retried(world, how, () => handlers[job.name](job.data as never)); // its name says what it is
    await endJob(world.plainDb, job.id);
  }
}

export const byItself: Act = {
  name: 'jobs',
  run: async (world, _who, how) => {
    const { deps } = world;
    await runJobs(world, how);
    await retried(world, how, () => expireRecharges(deps));
    await retried(world, how, () => matchReversals(deps));
    await retried(world, how, () => advanceOfferings(deps));
    await retried(world, how, () => squareOffRest(deps));
    await retried(world, how, () => resubmitForgotten(deps));
  },
};

/** A while without any act: what has its time comes due. */
export const night: Act = {
  name: 'night',
  run: async (world, who, how) => {
    world.advance(world.chance.pick([HOUR_MS / 3, 10 * HOUR_MS, 8 * 24 * HOUR_MS]));
    await byItself.run(world, who, how);
  },
};
