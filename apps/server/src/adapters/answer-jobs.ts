import { parentPort } from 'node:worker_threads';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
const post = (message: object): void => parentPort?.postMessage(message);

/** In a thread of `workerThread`: answers each job with its number, or with the message of what it throws. */
export function answerJobs<Job, Answer>(work: (job: Job) => Answer | Promise<Answer>): void {
  parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: Job }) => {
    new Promise<Answer>((resolve) => resolve(work(job))).then(
      (answer) => post({ id, answer }),
      (error: unknown) => post({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
