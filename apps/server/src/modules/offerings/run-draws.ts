import type { DrawAnswer, DrawJob } from '@khara/offerings';
import type { DrawThread } from '#src/ports/draws.ts';

/** Runs a job in the thread of the draws. */
export const runDraws = <const J extends DrawJob>(thread: DrawThread, job: J): Promise<DrawAnswer<J>> =>
  thread.run(job) as Promise<DrawAnswer<J>>; // the thread runs `runDrawJob`, which answers so
