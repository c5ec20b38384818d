import { INDIA_MS } from '@khara/rules';
import type { Room } from './store.ts';

/** The day in India, "2026-11-29". */
export const dayInIndia = (now: number): string => new Date(now + INDIA_MS).toISOString().slice(0, 10);

/** The last day of a class: the one that was set, or an earlier one on which its teacher ended it. */
export function lastDay({ endsOn, endedAt }: Pick<Room, 'endsOn' | 'endedAt'>): string {
  const ended = endedAt === undefined ? endsOn : dayInIndia(endedAt);
  return ended < endsOn ? ended : endsOn;
}
