import { clock, type Day, DAY_MS, dayNumber, INDIA_MS } from '@khara/rules';

/** India is five and a half hours ahead of UTC, all year. */

/** ms since 1970 of a time of day (ms since midnight) in India. */
export const toInstant = (day: Day, timeMs: number): number => dayNumber(day) * DAY_MS + timeMs - INDIA_MS;

/** First instant of continuous trading: the `t` of a day's candle and of its first minute. */
export const openingInstant = (day: Day): number => toInstant(day, clock(9, 15));
