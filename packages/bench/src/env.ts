import type { Universe } from '@khara/universe';
import { createParallelEnvOf, type ParallelEnv } from './parallel-env.ts';
import type { Action, EnvOptions, EpisodeOptions, Outcome, Reset, Span } from './types.ts';

/** The only agent of a market of one. */
const AGENT = 'agent';

export type Env = Pick<ParallelEnv, 'company' | 'screen'> & {
  /** Begins an episode. Seed and options stand for those with which the bench was made. */
  reset(seed?: string | number, options?: EpisodeOptions): Reset;
  /**
   * Does what the agent asks for, in its order, and lets market time pass: one market step unless it says otherwise.
   */
  step(actions?: readonly Action[], span?: Span): Outcome;
};

/** A market with one agent in it; see `createParallelEnvOf`. */
export function createEnvOf(universe: Universe, options: EnvOptions = {}): Env {
  const env = createParallelEnvOf(universe, { ...options, agents: [AGENT] });
  return {
    reset: (seed, more) => env.reset(seed, more)[AGENT]!,
    company: env.company,
    screen: env.screen,
    step: (actions = [], span) => env.step({ [AGENT]: actions }, span)[AGENT]!,
  };
}
