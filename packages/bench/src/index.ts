/** A market that programs can step: the exchange and the broker without a server, as pure functions of a universe. */
export { BenchError } from './bench-error.ts';
export { createEnvOf, type Env } from './env.ts';
export { BENCH, createParallelEnvOf, type ParallelEnv } from './parallel-env.ts';
export type * from './types.ts';
