import type { History } from '@khara/history';
import { recordRules } from '#modules/credit/index.ts';
import type { RunningQueue } from '#src/adapters/job-queue.ts';
import type { LeaderLock } from '#src/adapters/leader-lock.ts';
import { createJobHandlers, listJobs, runEvery, watchBooks, type BooksWatch } from '#src/jobs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import type { Db } from '#src/ports/database.ts';

/** How often a server that does not run the loops looks whether it is to. */
const LOOK_EVERY_MS = 500;

/**
 * Checks the books, then starts what is done again and again. Of several servers one runs the loops, that has the lock;
 * jobs of the queue are done by all.
 */
export async function startJobs(
  deps: Deps & { readonly jobs: RunningQueue },
  longQueries: Db,
  shutdown: Shutdown,
  history: History,
  lock?: LeaderLock,
) {
  const { db, jobs, log } = deps;
  const books = watchBooks({ ...deps, longQueries });
  await books.check();
  await recordRules(db);
  await jobs.work(createJobHandlers(deps));
  const loops = lock
    ? runWhileLeading(deps, { books, history }, lock)
    : { ...runEvery(listJobs(deps, books, history), log), areRun: () => true };
  shutdown.add('jobs', loops.stop);
  return {
    books,
    runsLoops: loops.areRun,
    sinceSuccess: loops.sinceSuccess,
    /** Names of what failed at its last turn. */
    failing: () => [...(jobs.isFailing() ? ['queue'] : []), ...loops.failing()],
  };
}

/** Loops are safe to run twice: between two looks two servers may run them. */
function runWhileLeading(
  deps: Deps,
  { books, history }: { readonly books: BooksWatch; readonly history: History },
  lock: LeaderLock,
) {
  const { log } = deps;
  let loops: ReturnType<typeof runEvery> | undefined;
  const begin = async () => {
    if (await lock.take()) {
      if (!loops) log.info('this server runs the loops');
      loops ??= runEvery(listJobs(deps, books, history), log);
      return;
    }
    const before = loops;
    loops = undefined;
    await before?.stop();
  };
  const election = runEvery([{ name: 'who runs the loops', everyMs: LOOK_EVERY_MS, work: begin }], log);
  return {
    areRun: () => loops !== undefined,
    failing: () => loops?.failing() ?? [],
    sinceSuccess: () => loops?.sinceSuccess() ?? [],
    stop: async () => {
      await election.stop();
      await loops?.stop();
      await lock.release();
    },
  };
}
