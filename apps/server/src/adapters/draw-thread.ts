import { Worker } from 'node:worker_threads';
import type { DrawThread } from '#src/ports/draws.ts';

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };
type Answer = { readonly id: number; readonly answer?: unknown; readonly error?: string };

/** A thread for the draws, so that a hundred thousand hashes do not hold up the market. It starts with the first job, and anew should it end. */
export function drawThread(): DrawThread & { stop(): Promise<void> } {
  let worker: Worker | undefined;
  let jobs = 0;
  const waiting = new Map<number, Waiting>();

  const failAll = (error: Error): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const started = (): Worker => {
    if (worker) return worker;
    const made = new Worker(new URL('./draw-worker.ts', import.meta.url));
    made.unref();
    made.on('message', ({ id, answer, error }: Answer) => {
      const job = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) job?.resolve(answer);
      else job?.reject(new Error(error));
    });
    made.on('error', failAll);
    made.on('exit', () => failAll(new Error('the thread of the draws has ended')));
    worker = made;
    return made;
  };
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const id = jobs++;
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
        started().postMessage({ id, job });
      }),
    stop: async () => {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}
