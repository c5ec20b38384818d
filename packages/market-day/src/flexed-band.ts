import { dynamicBand, type Band } from '@khara/rules';

/** Shifts in one direction that a day has room for: 10 % grows to 26 %. */
export const MAX_FLEXES = 4;

/** The band of a share with derivatives after a number of shifts, up above zero and down below. */
export function bandAfter(base: number, tick: number, flexes: number): Band {
  const { lower, upper } = dynamicBand({ base, tick, flexes: Math.abs(flexes), direction: flexes < 0 ? 'down' : 'up' });
  return { lower: Math.max(tick, lower), upper };
}
