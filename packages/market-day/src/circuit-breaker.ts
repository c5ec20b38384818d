import { breakerLevel } from '@khara/rules';
import type { DayState } from './day-state.ts';
import { type Halt, haltAt, phaseInHalt } from './halt.ts';
import type { DayPlan } from './market-clock.ts';
import type { TradingPhase } from './phases.ts';
import type { Tape } from './tape.ts';

/** The index whose moves the market-wide breaker watches. */
export const BREAKER_INDEX = 'KHARA50';

/** A part of the reopening after a halt. */
export type ReopeningPart = keyof NonNullable<Halt['reopening']>;
const PARTS = ['entry1', 'entry2', 'match', 'buffer', 'resumes'] as const satisfies readonly ReopeningPart[];

type BreakerParts = {
  readonly plan: DayPlan;
  readonly seed: Uint8Array;
  readonly state: DayState;
  readonly tape: Tape;
  /** Number of the breaker's index among the tape's instruments; undefined in a universe without it. */
  readonly index: number | undefined;
};

/** The market-wide breaker of a running day. */
export class CircuitBreaker {
  readonly #parts: BreakerParts;

  constructor(parts: BreakerParts) {
    this.#parts = parts;
  }

  /**
   * Holds all trading when the index has moved by a level that it had not reached today. Answers whether it
   * had reached one now.
   */
  watch(step: number): boolean {
    const { plan, seed, state, tape, index } = this.#parts;
    if (index === undefined) return false;
    const level = breakerLevel(tape.previousClose(index), tape.lastPrice(index));
    if (level === undefined || level <= state.breakerReached) return false;
    state.breakerReached = level;
    state.halt = haltAt(plan, step, { level, index: BREAKER_INDEX }, seed);
    return true;
  }

  /** The halt that holds trading at a step, its reopening included. */
  haltAt(step: number): Halt | undefined {
    return this.phaseAt(step) === undefined ? undefined : this.#parts.state.halt;
  }

  /** Where every share stands in the halt; undefined when none holds. */
  phaseAt(step: number): TradingPhase | undefined {
    const { plan, state } = this.#parts;
    return state.halt && phaseInHalt(state.halt, step, plan.closesAt);
  }

  /** Whether a halt has ended trading for the day. */
  get endsToday(): boolean {
    const { halt } = this.#parts.state;
    return halt !== undefined && !halt.reopening;
  }

  /** The part of a reopening that begins at a step. */
  partAt(step: number): ReopeningPart | undefined {
    const { halt } = this.#parts.state;
    return halt?.reopening && PARTS.find((part) => halt.reopening![part] === step);
  }

  /** The halt is over. */
  release(): void {
    this.#parts.state.halt = undefined;
  }
}
