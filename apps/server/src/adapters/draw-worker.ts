import { parentPort } from 'node:worker_threads';
import { runDrawJob, type DrawJob } from '@khara/offerings';

/** Runs in its own thread: one job after the other, each answered with its number. */
parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: DrawJob }) => {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
    parentPort?.postMessage({ id, answer: runDrawJob(job) });
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
