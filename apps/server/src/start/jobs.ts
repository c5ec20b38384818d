import type { History } from '@khara/history';
import { recordRules } from '#modules/credit/index.ts';
import type { RunningQueue } from '#src/adapters/job-queue.ts';
import { jobHandlersOf, jobsOf, runEvery, watchBooks } from '#src/jobs/index.ts';
import type { SocketHub } from '#src/http/socket-hub.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import type { Db } from '#src/ports/database.ts';

/** Checks the books, then starts what the server does again and again. */
export async function startJobs(
  deps: Deps & { readonly jobs: RunningQueue },
  sockets: SocketHub,
  longQueries: Db,
  shutdown: Shutdown,
  history: History,
) {
  const { db, jobs, log } = deps;
  const books = watchBooks({ db, longQueries, log });
  await books.check();
  await recordRules(db);
  await jobs.work(jobHandlersOf(deps));
  const loops = runEvery(jobsOf(deps, books, sockets, history), log);
  shutdown.add('jobs', loops.stop);
  return {
    books,
    /** Names of what failed at its last turn. */
    failing: () => [...(jobs.isFailing() ? ['queue'] : []), ...loops.failing()],
  };
}
