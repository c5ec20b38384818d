import { Worker } from 'node:worker_threads';
import type { Paper, Printer } from '#src/ports/printer.ts';

type Waiting = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void };
type Answer = { readonly id: number; readonly bytes?: Uint8Array; readonly error?: string };

/** A thread that is idle for so long is ended: the fonts it holds are some tens of megabytes. */
const IDLE_MS = 120_000;

/** Draws documents in a thread of its own, which starts with the first one and ends when nothing was asked for a while. */
export function documentThread(): Printer & { stop(): Promise<void> } {
  let worker: Worker | undefined;
  let jobs = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  const end = (error: Error): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    end(new Error('the thread of the documents was ended'));
    await ending?.terminate();
  };
  const started = (): Worker => {
    if (worker) return worker;
    const made = new Worker(new URL('./document-worker.ts', import.meta.url));
    made.unref();
    made.on('message', ({ id, bytes, error }: Answer) => {
      const job = waiting.get(id);
      waiting.delete(id);
      if (bytes) job?.resolve(bytes);
      else job?.reject(new Error(error ?? 'no document'));
      if (waiting.size === 0) idle = setTimeout(() => void stop(), IDLE_MS).unref();
    });
    const gone = (error: Error): void => {
      if (worker === made) end(error);
    };
    made.on('error', gone);
    made.on('exit', () => gone(new Error('the thread of the documents has ended')));
    worker = made;
    return made;
  };
  return {
    print: (paper: Paper) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const id = jobs++;
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
        started().postMessage({ id, paper });
      }),
    stop,
  };
}
