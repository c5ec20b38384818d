import { afterEach, expect, it } from 'vitest';
import { workerThread, type WorkerThread } from './worker-thread.ts';

const WHICH = -1;
/** Doubles a number; says which thread it is at -1, fails at 13, and ends the thread at 0. */
const DOUBLER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from 'node:worker_threads';
    import { answerJobs } from ${JSON.stringify(new URL('./answer-jobs.ts', import.meta.url).href)};
    answerJobs(async (job) => {
      if (job === -1) return threadId;
      if (job === 0) process.exit(1);
      if (job === 13) throw new Error('thirteen');
      return job * 2;
    });
  `)}`,
);
const open: WorkerThread<number, number>[] = [];
const doubler = (idleMs?: number) => {
  const thread = workerThread<number, number>({
    name: 'the doubles',
    file: DOUBLER,
    ...(idleMs !== undefined && { idleMs }),
  });
  open.push(thread);
  return thread;
};
afterEach(async () => {
  for (const thread of open.splice(0)) await thread.stop();
});

it('answers each job by its own answer', async () => {
  const thread = doubler();
  expect(await Promise.all([1, 2, 3, 4].map((job) => thread.run(job)))).toEqual([2, 4, 6, 8]);
});

it('fails one job with what it throws, and answers the next', async () => {
  const thread = doubler();
  await expect(thread.run(13)).rejects.toThrow('thirteen');
  expect(await thread.run(2)).toBe(4);
});

it('fails the jobs that wait when the thread ends, and starts anew', async () => {
  const thread = doubler();
  await expect(thread.run(0)).rejects.toThrow('the thread of the doubles has ended');
  expect(await thread.run(5)).toBe(10);
});

it('fails the jobs that wait when it is stopped, and starts anew', async () => {
  const thread = doubler();
  const waiting = expect(thread.run(1)).rejects.toThrow('the thread of the doubles was ended');
  await thread.stop();
  await waiting;
  expect(await thread.run(6)).toBe(12);
});

it('ends when it had no job for a while, and starts anew', async () => {
  const thread = doubler(1);
  const first = await thread.run(WHICH);
  await expect.poll(() => thread.run(WHICH)).not.toBe(first);
});
