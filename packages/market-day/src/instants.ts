import { clock, dayNumber, type Day } from '@khara/rules';

/** India is five and a half hours ahead of UTC, all year. */
const IST_MS = clock(5, 30);

/** ms since 1970 of a time of day (ms since midnight) in India. */
export const instantOf = (day: Day, timeMs: number): number => dayNumber(day) * 86_400_000 + timeMs - IST_MS;

/** First instant of continuous trading: the `t` of a day's candle and of its first minute. */
export const openingOf = (day: Day): number => instantOf(day, clock(9, 15));
