import { Worker } from 'node:worker_threads';

type PendingCall<Answer> = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };
type Message<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly error: string });

export type WorkerThread<Job, Answer> = {
  /** The answer of the thread to one job. Throws what the job throws, and when the thread ends before. */
  run(job: Job): Promise<Answer>;
  /** Ends the thread. Jobs that wait fail. */
  stop(): Promise<void>;
};

/**
 * A thread beside the market. It starts with the first job, and anew after it ended. `file` answers with `answerJobs`;
 * `idleMs` ends a thread that had no job for that time.
 */
export function workerThread<Job, Answer>({
  name,
  file,
  idleMs,
}: {
  readonly name: string;
  readonly file: URL;
  readonly idleMs?: number;
}): WorkerThread<Job, Answer> {
  let worker: Worker | undefined;
  let jobs = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, PendingCall<Answer>>();

  const end = (error: Error): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    end(new Error(`the thread of ${name} was ended`));
    await ending?.terminate();
  };
  const started = (): Worker => {
    if (worker) return worker;
    const made = new Worker(file);
    made.unref();
    made.on('message', (message: Message<Answer>) => {
      const job = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) job?.resolve(message.answer);
      else job?.reject(new Error(message.error));
      if (idleMs !== undefined && waiting.size === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    });
    // A thread that was stopped says so later, when its successor may have jobs.
    const gone = (error: Error): void => {
      if (worker === made) end(error);
    };
    made.on('error', gone);
    made.on('exit', () => gone(new Error(`the thread of ${name} has ended`)));
    worker = made;
    return made;
  };
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const id = jobs++;
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
        started().postMessage({ id, job });
      }),
    stop,
  };
}
