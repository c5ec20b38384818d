import { breakerAt, clock, type BreakerLevel } from '@khara/rules';
import { type DayPlan, stepOfTime, timeOfStep } from './market-clock.ts';
import { randomBelow, type TradingPhase } from './phases.ts';

/**
 * Trading that the market-wide breaker holds. It goes on through a call auction in the shape of the pre-open;
 * without `reopening` it does not go on today.
 */
export type Halt = {
  readonly level: BreakerLevel;
  readonly index: string;
  /** Steps at which each part of the reopening begins; continuous trading goes on at `resumes`. */
  readonly reopening?: {
    readonly entry1: number;
    readonly entry2: number;
    readonly match: number;
    readonly buffer: number;
    readonly resumes: number;
  };
};

/** Steps that the halt and its reopening have at the least, in days that are too short for their minutes. */
const MIN_HALT = 2;
const MIN_REOPENING = 15;

/**
 * What a level that the index reached at a step does: nothing (undefined), a halt, or the end of the day. A
 * halt that would not be over before the closing auction, which only a day far shorter than the clock's
 * proportions knows, ends the day.
 */
export function haltAt(
  plan: DayPlan,
  step: number,
  reached: { readonly level: BreakerLevel; readonly index: string },
  seed: Uint8Array,
): Halt | undefined {
  const timeMs = timeOfStep(plan, step);
  const action = breakerAt(reached.level, timeMs);
  if (action.action === 'no_halt') return undefined;
  if (action.action === 'rest_of_day') return reached;
  const entry1 = Math.max(step + MIN_HALT, stepOfTime(plan, timeMs + clock(0, action.haltMinutes)));
  const resumes = Math.max(entry1 + MIN_REOPENING, stepOfTime(plan, action.resumesAtMs));
  if (resumes > stepOfTime(plan, clock(15, 15)) - MIN_HALT) return reached;
  // As 09:00 to 09:15: entry to 09:05, of limit orders to a stop in 09:08 to 09:10, matching to 09:12.
  const minute = (of: number) => entry1 + Math.floor(((resumes - entry1) * of) / 15);
  const match = minute(8) + randomBelow(minute(10) - minute(8) + 1, seed, `reopening ${step}`);
  return { ...reached, reopening: { entry1, entry2: minute(5), match, buffer: minute(12), resumes } };
}

/** Where every share stands at a step of the halt; undefined once it is over. */
export function phaseInHalt({ reopening }: Halt, step: number, closesAt: number): TradingPhase | undefined {
  if (!reopening) return step < closesAt ? 'halted' : 'closed';
  if (step < reopening.entry1) return 'halted';
  if (step < reopening.entry2) return 'preopen_entry_1';
  if (step < reopening.match) return 'preopen_entry_2';
  if (step < reopening.buffer) return 'preopen_match';
  return step < reopening.resumes ? 'preopen_buffer' : undefined;
}
