import { clock } from '@khara/rules';

/** "HH:MM" or "HH:MM:SS" as milliseconds since midnight. */
export function readClock(text: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (!match) throw new Error(`${text} is no time of day`);
  return clock(Number(match[1]), Number(match[2]), Number(match[3] ?? 0));
}

/** Milliseconds since midnight as "HH:MM". */
export function showClock(timeMs: number): string {
  const minutes = Math.floor(timeMs / clock(0, 1));
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

const digits = (value: number): string => String(value).padStart(2, '0');
