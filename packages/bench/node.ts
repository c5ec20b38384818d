import { readUniverse } from '@khara/universe/node';
import { createEnvOf, type Env } from './src/env.ts';
import { createParallelEnvOf, type ParallelEnv } from './src/parallel-env.ts';
import { type OrderListener, playOrdersOf } from './src/play-orders.ts';
import type { EnvOptions, EpisodeOptions } from './src/types.ts';

export { BENCH } from './src/parallel-env.ts';
export { BenchError } from './src/bench-error.ts';
export type * from './src/types.ts';
export type { Env, ParallelEnv };

/** A market of Khara's companies with one agent in it: docs/bench.md. */
export const createEnv = (options: EnvOptions = {}): Env => createEnvOf(readUniverse(), options);

/** The same with several agents, who meet in one market. */
export const createParallelEnv = (options: EnvOptions & { readonly agents: readonly string[] }): ParallelEnv =>
  createParallelEnvOf(readUniverse(), options);

/** What a program in another language speaks: lines of JSON. */
export { answerLine, type LineMarket } from './src/json-lines.ts';
export { MESSAGE, type OrderListener, type OrderMessage } from './src/play-orders.ts';
export type { LevelBook } from './src/level-book.ts';

/** Plays market days of the participants alone, order by order: what data sets are made of. */
export const playOrders = (
  options: EpisodeOptions & { readonly seed?: string | number },
  listener: OrderListener,
): void => playOrdersOf(readUniverse(), options, listener);
