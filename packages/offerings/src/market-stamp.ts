import {
  clock,
  type Day,
  DAY_MS,
  dayNumber,
  HOUR_MS,
  INDIA_MS,
  MARKET_DAY,
  nextRegularDay,
  readMarketTime,
} from '@khara/rules';

/** A minute of market time as text that compares: "2026-11-23T15:30". */
export type MarketStamp = string;

export const toStamp = (day: Day, timeMs: number): MarketStamp =>
  `${day}T${two(Math.floor(timeMs / HOUR_MS))}:${two(Math.floor(timeMs / 60_000) % 60)}`;

const two = (value: number): string => String(value).padStart(2, '0');

export function readStamp(stamp: MarketStamp): { readonly day: Day; readonly timeMs: number } {
  return { day: stamp.slice(0, 10), timeMs: clock(Number(stamp.slice(11, 13)), Number(stamp.slice(14, 16))) };
}

/** The market clock as it stands. */
export type MarketClock = {
  readonly profile: 'compressed' | 'nse';
  /** ISO 8601 with +05:30. */
  readonly marketTime: string;
  readonly realMs: number;
  /** Market seconds per real second. */
  readonly speed: number;
};

const SESSION_MS = MARKET_DAY.toMs - MARKET_DAY.fromMs;

/**
 * The real instant at which the market clock will show a stamp if it runs on without a break; before now for
 * one that has passed. In the compressed profile only the hours of market days pass, one day after the other.
 */
export function toRealInstant(now: MarketClock, stamp: MarketStamp): number {
  const { day, timeMs } = readStamp(stamp);
  if (now.profile === 'nse') return dayNumber(day) * DAY_MS + timeMs - INDIA_MS;
  const here = readMarketTime(now.marketTime);
  const sign = day < here.day ? -1 : 1;
  const [first, last] = sign < 0 ? [day, here.day] : [here.day, day];
  let days = 0;
  for (let reached = first; reached < last; days += 1) reached = nextRegularDay(reached);
  const marketMs = sign * days * SESSION_MS + inSession(timeMs) - inSession(here.timeMs);
  return now.realMs + Math.round(marketMs / now.speed);
}

const inSession = (timeMs: number): number => Math.max(MARKET_DAY.fromMs, Math.min(MARKET_DAY.toMs, timeMs));
