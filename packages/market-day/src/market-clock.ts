import {
  clock,
  DAY_MS,
  type Day,
  dayFromNumber,
  hasRegularHours,
  INDIA_MS,
  MARKET_DAY,
  nextRegularDay,
} from '@khara/rules';
import { toInstant } from './instants.ts';

/*
 * Market time from steps and real time; pure functions. A market day is cut into steps of 250 ms of real
 * time, from 08:45 to 16:00 IST. The compressed profile runs the steps of one day after those of another,
 * whenever the server runs; in the nse profile a step belongs to a real instant.
 */

export type Profile = 'compressed' | 'nse';

/** Real ms of one step. */
export const STEP_MS = 250;

/** How one market day is cut into steps. A day keeps its plan to the end, whatever the configuration is by then. */
export type DayPlan = {
  readonly profile: Profile;
  readonly steps: number;
  /** Steps at the instants of `ANCHORS`; between two of them time passes evenly. */
  readonly marks: readonly number[];
  /** First step of continuous trading, and the first after it for shares that trade to 15:30. */
  readonly opensAt: number;
  readonly closesAt: number;
};

const SESSION_MS = MARKET_DAY.toMs - MARKET_DAY.fromMs;
const OPENS_MS = clock(9, 15);
const CLOSES_MS = clock(15, 30);
/** India is five and a half hours ahead of UTC, all year. */

/** Instants at which a phase of some share, an auction's random stop or a block window begins or ends. */
const ANCHORS: readonly number[] = [
  MARKET_DAY.fromMs,
  clock(9, 0),
  clock(9, 5),
  clock(9, 8),
  clock(9, 10),
  clock(9, 12),
  OPENS_MS,
  clock(14, 5),
  clock(14, 20),
  clock(15, 15),
  clock(15, 20),
  clock(15, 25),
  clock(15, 28),
  CLOSES_MS,
  clock(15, 35),
  clock(15, 50),
  MARKET_DAY.toMs,
];
/**
 * Steps that every span between two anchors has, however short the day: each phase can be met, and an
 * auction's stop has a choice.
 */
const MIN_STEPS = 2;

export const planDay = (profile: Profile, compressedDaySeconds: number): DayPlan =>
  planWith(profile, profile === 'nse' ? SESSION_MS / STEP_MS : (compressedDaySeconds * 1_000) / STEP_MS);

/** The plan of a day that has this many steps. */
export function planWith(profile: Profile, steps: number): DayPlan {
  const marks = anchorSteps(steps);
  const at = (timeMs: number) => marks[ANCHORS.indexOf(timeMs)]!;
  return { profile, steps, marks, opensAt: at(OPENS_MS), closesAt: at(CLOSES_MS) };
}

/** In proportion; spans that would come out too short get their least steps, and the others share the rest. */
function anchorSteps(steps: number): readonly number[] {
  const spans = ANCHORS.slice(1).map((to, before) => to - ANCHORS[before]!);
  const short = new Set<number>();
  let free = { steps, ms: SESSION_MS };
  for (let known = -1; known < short.size;) {
    known = short.size;
    free = {
      steps: steps - MIN_STEPS * short.size,
      ms: spans.reduce((sum, ms, at) => (short.has(at) ? sum : sum + ms), 0),
    };
    for (const [at, ms] of spans.entries()) if (ms * free.steps < MIN_STEPS * free.ms) short.add(at);
  }
  if (free.steps < 0 || short.size === spans.length) throw new RangeError(`a day of ${steps} steps is too short`);
  const marks = [0];
  let leastSoFar = 0;
  let msSoFar = 0;
  for (const [at, ms] of spans.entries()) {
    if (short.has(at)) leastSoFar += MIN_STEPS;
    else msSoFar += ms;
    marks.push(leastSoFar + Math.ceil((msSoFar * free.steps) / free.ms));
  }
  return marks;
}

/** Market ms that pass in one step of continuous trading. */
export const stepMarketMs = (plan: DayPlan): number =>
  Math.round((CLOSES_MS - OPENS_MS) / (plan.closesAt - plan.opensAt));

/** The stretch between two anchors to which something belongs. */
function stretch(plan: DayPlan, isBefore: (anchor: number) => boolean) {
  let at = 0;
  while (at < ANCHORS.length - 2 && isBefore(at + 1)) at += 1;
  const [fromMs, fromStep] = [ANCHORS[at]!, plan.marks[at]!];
  return { fromMs, fromStep, ms: ANCHORS[at + 1]! - fromMs, steps: plan.marks[at + 1]! - fromStep };
}

/** Market seconds that pass in one real second at a step. */
export function speedAt(plan: DayPlan, step: number): number {
  const { ms, steps } = stretch(plan, (anchor) => plan.marks[anchor]! <= step);
  return Math.round((ms * 100) / (steps * STEP_MS)) / 100;
}

/** Milliseconds since midnight IST at a step. */
export function timeOfStep(plan: DayPlan, step: number): number {
  const { fromMs, fromStep, ms, steps } = stretch(plan, (anchor) => plan.marks[anchor]! <= step);
  return fromMs + Math.floor(((Math.min(step, plan.steps) - fromStep) * ms) / steps);
}

/** The first step at or after a time of the day. */
export function stepOfTime(plan: DayPlan, timeMs: number): number {
  const { fromMs, fromStep, ms, steps } = stretch(plan, (anchor) => ANCHORS[anchor]! <= timeMs);
  return fromStep + Math.ceil(((timeMs - fromMs) * steps) / ms);
}

/** The market instant of a step in ms since 1970. */
export const instantOfStep = (plan: DayPlan, day: Day, step: number): number => toInstant(day, timeOfStep(plan, step));

/**
 * Minute of continuous trading (0 ... 374) to which what happens at a step belongs: the auctions' trades to
 * the first and the last.
 */
export function minuteOfStep(plan: DayPlan, step: number): number {
  const minute = Math.floor((timeOfStep(plan, step) - OPENS_MS) / 60_000);
  return Math.max(0, Math.min((CLOSES_MS - OPENS_MS) / 60_000 - 1, minute));
}

/** "2026-11-23T14:32:08+05:30" */
export function marketTimeText(instantMs: number): string {
  const local = instantMs + INDIA_MS;
  const day = Math.floor(local / DAY_MS);
  const seconds = Math.floor((local - day * DAY_MS) / 1_000);
  return `${dayFromNumber(day)}T${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}+05:30`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The day in India at a real instant. */
export const dayAt = (realMs: number): Day => dayFromNumber(Math.floor((realMs + INDIA_MS) / DAY_MS));

/**
 * The first market day: the trading day on which the market is made, else the next; in the nse profile not
 * one that is over already.
 */
export function firstMarketDate(profile: Profile, realMs: number): Day {
  const today = dayAt(realMs);
  const isOver = profile === 'nse' && realMs >= toInstant(today, MARKET_DAY.toMs);
  return hasRegularHours(today) && !isOver ? today : nextRegularDay(today);
}

/** Steps of a day that are over at a real instant, in the nse profile: 0 before it, all of them after it. */
export const stepAt = (plan: DayPlan, day: Day, realMs: number): number =>
  Math.max(0, Math.min(plan.steps, Math.floor((realMs - toInstant(day, MARKET_DAY.fromMs)) / STEP_MS)));

/**
 * The market date that follows a finished one: the next trading day, and in the nse profile not one that is
 * over already.
 */
export function followingDate(profile: Profile, day: Day, realMs: number): Day {
  let next = nextRegularDay(day);
  if (profile === 'compressed') return next;
  while (realMs >= toInstant(next, MARKET_DAY.toMs)) next = nextRegularDay(next);
  return next;
}

/** Whether the day after a finished one may begin: at once in the compressed profile, at its own 08:45 in the other. */
export const mayBegin = (profile: Profile, next: Day, realMs: number): boolean =>
  profile === 'compressed' || realMs >= toInstant(next, MARKET_DAY.fromMs);
