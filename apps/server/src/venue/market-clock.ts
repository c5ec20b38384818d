import { dayOf, hasRegularHours, MARKET_DAY, nextRegularDay, clock, type Day } from '@khara/rules';
import { instantOf } from '#modules/market/index.ts';
import type { MarketSession } from '#src/ports.ts';

/*
 * Market time from steps and real time; pure functions. A market day is cut into steps of 250 ms of real time, from 08:45 to 16:00 IST. The compressed
 * profile runs the steps of one day after those of another, whenever the server runs; in the nse profile a step belongs to a real instant.
 */

export type Profile = 'compressed' | 'nse';

/** Real ms of one step. */
export const STEP_MS = 250;

/** How one market day is cut into steps. A day keeps its plan to the end, whatever the configuration is by then. */
export interface DayPlan {
  readonly profile: Profile;
  readonly steps: number;
  /** First step of continuous trading, and the first after it. */
  readonly opensAt: number;
  readonly closesAt: number;
}

const DAY_MS = MARKET_DAY.toMs - MARKET_DAY.fromMs;
const OPENS_MS = clock(9, 15);
const CLOSES_MS = clock(15, 30);
/** India is five and a half hours ahead of UTC, all year. */
const IST_MS = clock(5, 30);
const MS_PER_DAY = 86_400_000;

export const planOf = (profile: Profile, compressedDaySeconds: number): DayPlan =>
  planWith(profile, profile === 'nse' ? DAY_MS / STEP_MS : (compressedDaySeconds * 1_000) / STEP_MS);

/** The plan of a day that has this many steps. */
export const planWith = (profile: Profile, steps: number): DayPlan => ({
  profile,
  steps,
  opensAt: Math.ceil(((OPENS_MS - MARKET_DAY.fromMs) * steps) / DAY_MS),
  closesAt: Math.ceil(((CLOSES_MS - MARKET_DAY.fromMs) * steps) / DAY_MS),
});

/** Market ms that pass in one step. */
export const stepMarketMs = (plan: DayPlan): number => Math.round(DAY_MS / plan.steps);

/** Market seconds that pass in one real second. */
export const speedOf = (plan: DayPlan): number => Math.round((DAY_MS * 100) / (plan.steps * STEP_MS)) / 100;

/** Milliseconds since midnight IST at a step. */
export const timeOfStep = (plan: DayPlan, step: number): number =>
  MARKET_DAY.fromMs + Math.floor((Math.min(step, plan.steps) * DAY_MS) / plan.steps);

/** The market instant of a step in ms since 1970. */
export const instantOfStep = (plan: DayPlan, day: Day, step: number): number => instantOf(day, timeOfStep(plan, step));

/** Minute of continuous trading (0 ... 374) to which what happens at a step belongs. */
export function minuteOfStep(plan: DayPlan, step: number): number {
  const minute = Math.floor((timeOfStep(plan, step) - OPENS_MS) / 60_000);
  return Math.max(0, Math.min((CLOSES_MS - OPENS_MS) / 60_000 - 1, minute));
}

/** The session at a step. The auctions and the post-close have their places between `closed` and `open`; nothing trades in them yet. */
export const sessionAt = (plan: DayPlan, step: number): MarketSession =>
  step >= plan.opensAt && step < plan.closesAt ? 'open' : 'closed';

/** The step at which the session changes next, of this day or (beyond its steps) of the next. */
export const nextChangeAfter = (plan: DayPlan, step: number): number =>
  step < plan.opensAt ? plan.opensAt : step < plan.closesAt ? plan.closesAt : plan.steps + plan.opensAt;

/** "2026-11-23T14:32:08+05:30" */
export function marketTimeText(instantMs: number): string {
  const local = instantMs + IST_MS;
  const day = Math.floor(local / MS_PER_DAY);
  const seconds = Math.floor((local - day * MS_PER_DAY) / 1_000);
  return `${dayOf(day)}T${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}+05:30`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The day in India at a real instant. */
export const dayAt = (realMs: number): Day => dayOf(Math.floor((realMs + IST_MS) / MS_PER_DAY));

/** The first market day: the trading day on which the market is made, else the next; in the nse profile not one that is over already. */
export function firstMarketDate(profile: Profile, realMs: number): Day {
  const today = dayAt(realMs);
  const isOver = profile === 'nse' && realMs >= instantOf(today, MARKET_DAY.toMs);
  return hasRegularHours(today) && !isOver ? today : nextRegularDay(today);
}

/** Steps of a day that are over at a real instant, in the nse profile: 0 before it, all of them after it. */
export const stepAt = (plan: DayPlan, day: Day, realMs: number): number =>
  Math.max(0, Math.min(plan.steps, Math.floor((realMs - instantOf(day, MARKET_DAY.fromMs)) / STEP_MS)));

/** The market date that follows a finished one: the next trading day, and in the nse profile not one that is over already. */
export function followingDate(profile: Profile, day: Day, realMs: number): Day {
  let next = nextRegularDay(day);
  if (profile === 'compressed') return next;
  while (realMs >= instantOf(next, MARKET_DAY.toMs)) next = nextRegularDay(next);
  return next;
}

/** Whether the day after a finished one may begin: at once in the compressed profile, at its own 08:45 in the other. */
export const mayBegin = (profile: Profile, next: Day, realMs: number): boolean =>
  profile === 'compressed' || realMs >= instantOf(next, MARKET_DAY.fromMs);
