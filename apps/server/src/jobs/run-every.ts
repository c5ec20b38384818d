import type { Logger } from 'pino';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** Safe to run twice, and to be cut off anywhere. */
  readonly work: () => Promise<unknown>;
};

export type RunningJobs = {
  /** Waits for what is under way. */
  readonly stop: () => Promise<void>;
  /** Names of those whose last turn failed. */
  readonly failing: () => readonly string[];
  /** For how many seconds each of them has not succeeded. */
  readonly sinceSuccess: () => readonly (readonly [name: string, seconds: number])[];
};

/**
 * Runs jobs again and again, each never beside itself. One that fails is logged and tried at its next turn.
 */
export function runEvery(jobs: readonly Job[], log: Logger): RunningJobs {
  const running = jobs.map((job) => ({ name: job.name, ...repeat(job, log) }));
  return {
    stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))),
    failing: () => running.filter(({ isFailing }) => isFailing()).map(({ name }) => name),
    sinceSuccess: () => running.map(({ name, sinceSuccess }) => [name, sinceSuccess()]),
  };
}

function repeat({ name, everyMs, work }: Job, log: Logger) {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isFailing = false;
  let succeededAt = performance.now(); // one that never does is late, too

  const turn = async (): Promise<void> => {
    try {
      await work();
      if (isFailing) log.info({ job: name }, 'job works again');
      isFailing = false;
      succeededAt = performance.now();
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
  const stop = async (): Promise<void> => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
  return { stop, isFailing: () => isFailing, sinceSuccess: () => (performance.now() - succeededAt) / 1000 };
}
