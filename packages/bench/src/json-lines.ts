import type { Universe } from '@khara/universe';
import { BenchError } from './bench-error.ts';
import { BENCH, createParallelEnvOf, type ParallelEnv } from './parallel-env.ts';
import type { Action, EnvOptions, EpisodeOptions, Span } from './types.ts';

/*
 * The bench over lines of JSON, for programs of other languages: one request a line, one answer a line, in their order.
 *
 *   {"make": {"agents": [...], ...options}}         -> {"bench": "...", "agents": [...], "codes": [...]}
 *   {"reset": {"seed": ..., ...options}}            -> {"agents": {name: {observation, info}}}
 *   {"step": {name: [actions]}, "steps": n}         -> {"agents": {name: {observation, info, reward, ...}}}
 *   {"step": {name: [actions]}, "until": "event"}
 *   {"company": code}                               -> {"company": {business, quarters, ratios, next}}
 *   {"screen": "pe=5-20"}                           -> {"screen": {list, total, unknown}}
 *
 * What cannot be done is {"error": {reason, message}}, and the session goes on as it was.
 */

/** What the lines of one program speak to. */
export type LineMarket = Pick<ParallelEnv, 'reset' | 'step' | 'company' | 'screen'> & {
  make(options: EnvOptions & { readonly agents: readonly string[] }): Pick<ParallelEnv, 'agents' | 'codes'>;
};

type Request = {
  readonly make?: EnvOptions & { readonly agents: readonly string[] };
  readonly reset?: EpisodeOptions & { readonly seed?: string | number };
  readonly step?: Readonly<Record<string, readonly Action[]>>;
  readonly steps?: number;
  readonly until?: 'event';
  readonly company?: string;
  readonly screen?: string;
};

/** A market that a program makes by itself. */
export function lineMarketOf(universe: Universe): LineMarket {
  let env: ParallelEnv | undefined;
  const made = (): ParallelEnv => {
    if (!env) throw new BenchError('episode_over', 'There is no market yet: make one.');
    return env;
  };
  return {
    make: (options) => (env = createParallelEnvOf(universe, options)),
    reset: (seed, options) => made().reset(seed, options),
    step: (actions, span) => made().step(actions, span),
    company: (code) => made().company(code),
    screen: (conditions) => made().screen(conditions),
  };
}

/** The answer to a line, without its end. */
export function answerLine(market: LineMarket, line: string): string {
  try {
    return JSON.stringify(answer(market, readRequest(line)));
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

function answer(market: LineMarket, request: Request): unknown {
  const { make, reset, step, steps = 1, until, company, screen } = request;
  if (make) {
    const { agents, codes } = market.make(make);
    return { bench: BENCH, agents, codes };
  }
  if (reset) {
    const { seed, ...options } = reset;
    return { agents: market.reset(seed, options) };
  }
  if (company !== undefined) return { company: market.company(company) };
  if (screen !== undefined) return { screen: market.screen(screen) };
  if (!step) throw new BenchError('request_invalid', 'A line has make, reset, step, company or screen.');
  const span = until === undefined ? { steps } : { until };
  return { agents: market.step(step, span satisfies Span) };
}
