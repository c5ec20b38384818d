import type { Logger } from 'pino';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** Safe to run twice, and to be cut off anywhere. */
  readonly work: () => Promise<unknown>;
};

/**
 * Runs jobs again and again, each never beside itself. One that fails is logged and tried at its next turn. Answers how to end them: what is under way is
 * waited for.
 */
export function runEvery(jobs: readonly Job[], log: Logger): () => Promise<void> {
  const ends = jobs.map((job) => repeat(job, log));
  return async () => void (await Promise.all(ends.map((end) => end())));
}

function repeat({ name, everyMs, work }: Job, log: Logger): () => Promise<void> {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isFailing = false;

  const turn = async (): Promise<void> => {
    try {
      await work();
      if (isFailing) log.info({ job: name }, 'job works again');
      isFailing = false;
    } catch (error) {
      // Once, not at every turn: a database that is away for a minute would fill the log.
      if (!isFailing) log.error({ err: error, job: name }, 'job failed, and is tried again');
      isFailing = true;
    }
    if (!ended) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => (running = turn()), everyMs);
    timer.unref();
  };
  schedule();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
