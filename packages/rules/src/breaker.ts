import { clock } from './session.ts';

/** What the market-wide circuit breaker does when an index has moved by a level against its previous close. */
export type BreakerAction =
  | { readonly action: 'no_halt' }
  | {
      readonly action: 'halt';
      readonly haltMinutes: number;
      readonly preopenMinutes: number;
      /** Continuous trading goes on at this instant of the day. */
      readonly resumesAtMs: number;
    }
  | { readonly action: 'rest_of_day' };

const BREAKER_LEVELS = [10, 15, 20] as const;
export type BreakerLevel = (typeof BREAKER_LEVELS)[number];

const PREOPEN_MINUTES = 15;

/**
 * Minutes of halt by the time before which the level is reached; none listed after that. Source: docs/sources.md B6.
 */
const HALTS: Readonly<Record<10 | 15, readonly { readonly beforeMs: number; readonly minutes: number }[]>> = {
  10: [
    { beforeMs: clock(13, 0), minutes: 45 },
    { beforeMs: clock(14, 30), minutes: 15 },
  ],
  15: [
    { beforeMs: clock(13, 0), minutes: 105 },
    { beforeMs: clock(14, 0), minutes: 45 },
  ],
};

/** The consequence of a level reached at an instant of the day, up or down alike. */
export function breakerAt(level: BreakerLevel, timeMs: number): BreakerAction {
  if (level === 20) return { action: 'rest_of_day' };
  const halt = HALTS[level].find(({ beforeMs }) => timeMs < beforeMs);
  if (!halt) return { action: level === 10 ? 'no_halt' : 'rest_of_day' };
  return {
    action: 'halt',
    haltMinutes: halt.minutes,
    preopenMinutes: PREOPEN_MINUTES,
    resumesAtMs: timeMs + clock(0, halt.minutes + PREOPEN_MINUTES),
  };
}

/** The highest level that an index move reaches, undefined below the first. Prices in the same unit, whatever it is. */
export function breakerLevel(previousClose: number, level: number): BreakerLevel | undefined {
  const moved = Math.abs(level - previousClose) * 100;
  return BREAKER_LEVELS.findLast((percent) => moved >= previousClose * percent);
}
