import type { Universe } from '@khara/universe';
import { BenchError } from './bench-error.ts';
import { BENCH, createParallelEnvOf, type ParallelEnv } from './parallel-env.ts';
import type { Action, EnvOptions, EpisodeOptions, Span } from './types.ts';

/*
 * The bench over lines of JSON, for programs of other languages: one request a line, one answer a line, in their order.
 *
 *   {"make": {"agents": [...], ...options}}         -> {"bench": "...", "agents": [...]}
 *   {"reset": {"seed": ..., ...options}}            -> {"agents": {name: {observation, info}}}
 *   {"step": {name: [actions]}, "steps": n}         -> {"agents": {name: {observation, info, reward, ...}}}
 *   {"step": {name: [actions]}, "until": "event"}
 *
 * What cannot be done is {"error": {reason, message}}, and the session goes on as it was.
 */

/** What lines of one program have made so far. */
export type LineSession = { env?: ParallelEnv };

type Request = {
  readonly make?: EnvOptions & { readonly agents: readonly string[] };
  readonly reset?: EpisodeOptions & { readonly seed?: string | number };
  readonly step?: Readonly<Record<string, readonly Action[]>>;
  readonly steps?: number;
  readonly until?: 'event';
};

/** The answer to a line, without its end. */
export function answerLine(session: LineSession, line: string, universe: Universe): string {
  try {
    return JSON.stringify(answer(session, readRequest(line), universe));
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    return JSON.stringify({ error: { reason: error.reason, message: error.message } });
  }
}

function readRequest(line: string): Request {
  try {
    const read: unknown = JSON.parse(line);
    // A boundary: each part is checked.
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Said below.
  }
  throw new BenchError('request_invalid', 'A line is an object of JSON.');
}

function answer(session: LineSession, { make, reset, step, steps, until }: Request, universe: Universe): unknown {
  if (make) {
    session.env = createParallelEnvOf(universe, make);
    return { bench: BENCH, agents: session.env.agents };
  }
  const { env } = session;
  if (!env) throw new BenchError('episode_over', 'There is no market yet: make one.');
  if (reset) {
    const { seed, ...options } = reset;
    return { agents: env.reset(seed, options) };
  }
  if (!step) throw new BenchError('request_invalid', 'A line has make, reset or step.');
  const span = until === undefined ? { steps: steps ?? 1 } : { until };
  return { agents: env.step(step, span as Span) };
}
