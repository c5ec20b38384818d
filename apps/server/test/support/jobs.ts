import type { Clock } from '#src/kernel/clock.ts';
import type { JobData, JobName, JobQueue } from '#src/ports/job-queue.ts';

type EnqueuedJob = { readonly name: JobName; readonly data: unknown; readonly at: number };

/**
 * A queue of jobs under a test's clock. Unlike the real one it keeps what a transaction asked for that was
 * rolled back, which jobs have to bear anyway: they look at what there is.
 */
export function testJobs(clock: Clock): JobQueue & {
  readonly kept: EnqueuedJob[];
  /** Does what is due by now, and what comes of it. */
  runDue(handlers: { readonly [N in JobName]: (data: JobData[N]) => Promise<void> }): Promise<void>;
} {
  const kept: EnqueuedJob[] = [];
  return {
    kept,
    send: async (_tx, name, data, at = clock.now()) => void kept.push({ name, data, at }),
    async runDue(handlers) {
      for (;;) {
        const next = kept.findIndex(({ at }) => at <= clock.now());
        const [job] = next < 0 ? [] : kept.splice(next, 1);
        if (!job) return;
        await handlers[job.name](job.data as never); // its name says what it is
      }
    },
  };
}
