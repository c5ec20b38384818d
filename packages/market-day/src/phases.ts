import {
  BLOCK_WINDOWS,
  blockWindowAt,
  clock,
  PAY_OUT_MS,
  randomCloseWindows,
  daySchedule,
  squareOffMs,
  type BlockWindow,
  type Day,
  type Phase,
} from '@khara/rules';
import type { Issuer } from '@khara/universe';
import type { DayInputs } from './day-inputs.ts';
import { type DayPlan, stepOfTime, timeOfStep } from './market-clock.ts';
import { hashParts } from './sha256.ts';

/**
 * Where a share stands in its day: a phase of the clock (packages/rules, `phaseRules` says what it takes), or
 * `halted` by the market-wide breaker.
 */
export type TradingPhase = Phase | 'halted';

/** One phase of a share's day in steps, half-open. */
export type PhaseSteps = {
  readonly phase: Phase;
  readonly fromStep: number;
  readonly toStep: number;
};

/**
 * Shares whose days have the same phases: those that close through an auction, the others, and those of a special
 * pre-open. That is on the first day of a share, and as a demerger begins.
 */
export type ShareGroup = 'auctioned' | 'others' | 'listing';

/** The phases of a market day, by group of shares. The same plan, date and seed give the same. */
export type DayPhases = {
  readonly auctioned: readonly PhaseSteps[];
  readonly others: readonly PhaseSteps[];
  readonly listing: readonly PhaseSteps[];
  /** The steps at which the two auctions' order entry ends at the latest: when it does cannot be known before. */
  readonly latestStops: { readonly preopen: number; readonly cas: number };
  readonly schedule: DaySchedule;
};

/** Steps at which something happens that is no change of phase. */
export type DaySchedule = {
  readonly preopen: number;
  /** The average price of the time between the two is the reference of the afternoon's block window. */
  readonly blockFrom: number;
  readonly blockTo: number;
  /**
   * From here on trades make the closing price of shares without an auction, and the reference price of the
   * others' auction.
   */
  readonly closeFrom: number;
  /** Block windows begin. */
  readonly blocksMorning: number;
  readonly blocksAfternoon: number;
  readonly squareOffAuctioned: number;
  readonly squareOffOthers: number;
  /** Shares and money of earlier days reach their owners. */
  readonly payOut: number;
  /** News of companies comes out from the one to before the other, in continuous trading. */
  readonly newsFrom: number;
  readonly newsTo: number;
};

/** Steps that orders of the square-off have before trading ends, in days that are too short for its minutes. */
const SQUARE_OFF_STEPS = 2;

export function planPhases(plan: DayPlan, day: Day, seed: Uint8Array): DayPhases {
  const windows = randomCloseWindows(day);
  const preopenMs = stopIn(plan, windows.preopen, seed, 'preopen');
  const casMs = windows.cas && stopIn(plan, windows.cas, seed, 'cas');
  const randomClose = { preopenMs, ...(casMs !== undefined && { casMs }) };
  const inSteps = (casEligible: boolean) =>
    daySchedule(day, { casEligible, randomClose }).map(({ phase, fromMs, toMs }) => ({
      phase,
      fromStep: stepOfTime(plan, fromMs),
      toStep: stepOfTime(plan, toMs),
    }));
  const auctioned = inSteps(true);
  const others = inSteps(false);
  const squareOff = (casEligible: boolean, spans: readonly PhaseSteps[]) => {
    const timeMs = squareOffMs(day, { casEligible });
    const latest = continuousEnd(spans) - SQUARE_OFF_STEPS;
    return timeMs === undefined ? latest : Math.min(stepOfTime(plan, timeMs), latest);
  };
  return {
    auctioned,
    others,
    listing: listingPhases(plan, others, seed),
    latestStops: {
      preopen: stepOfTime(plan, windows.preopen.toMs),
      cas: windows.cas ? stepOfTime(plan, windows.cas.toMs) : 0,
    },
    schedule: {
      preopen: auctioned[0]?.fromStep ?? 0,
      blockFrom: stepOfTime(plan, clock(13, 45)),
      blockTo: stepOfTime(plan, clock(14, 0)),
      closeFrom: stepOfTime(plan, clock(15, 0)),
      blocksMorning: stepOfTime(plan, BLOCK_WINDOWS.morning.fromMs),
      blocksAfternoon: stepOfTime(plan, BLOCK_WINDOWS.afternoon.fromMs),
      squareOffAuctioned: squareOff(true, auctioned),
      squareOffOthers: squareOff(false, others),
      payOut: stepOfTime(plan, PAY_OUT_MS),
      newsFrom: stepOfTime(plan, clock(9, 20)),
      newsTo: stepOfTime(plan, clock(15, 0)),
    },
  };
}

/**
 * A new share's special pre-open: limit orders from 09:00 to a random stop, which matches them. A buffer, and trading
 * from 10:00. Source: docs/sources.md I8.
 */
const LISTING_ENTRY_MS = clock(9, 0);
const LISTING_STOP = { fromMs: clock(9, 35), toMs: clock(9, 45) };
const LISTING_BUFFER_MS = clock(9, 55);
const LISTING_OPENS_MS = clock(10, 0);

/**
 * The day of a share that is listed on it: its auction lasts until the others have traded for a while, the
 * rest is theirs.
 */
function listingPhases(plan: DayPlan, others: readonly PhaseSteps[], seed: Uint8Array): readonly PhaseSteps[] {
  const entry = stepOfTime(plan, LISTING_ENTRY_MS);
  const stop = stepOfTime(plan, stopIn(plan, LISTING_STOP, seed, 'listing'));
  const buffer = stepOfTime(plan, LISTING_BUFFER_MS);
  const opens = stepOfTime(plan, LISTING_OPENS_MS);
  const later = others.filter(({ phase, toStep }) => toStep > opens && !phase.startsWith('preopen'));
  if (later.length === 0) return [];
  return [
    { phase: 'preopen_entry_2', fromStep: entry, toStep: stop },
    { phase: 'preopen_match', fromStep: stop, toStep: buffer },
    { phase: 'preopen_buffer', fromStep: buffer, toStep: opens },
    ...later.map((span) => ({ ...span, fromStep: Math.max(span.fromStep, opens) })),
  ];
}

/** Where continuous trading ends. */
const continuousEnd = (spans: readonly PhaseSteps[]): number =>
  spans.find(({ phase }) => phase === 'continuous')?.toStep ?? 0;

/** The phase at a step; `closed` between and around them. */
export const phaseAtStep = (spans: readonly PhaseSteps[], step: number): Phase =>
  spanAt(spans, step)?.phase ?? 'closed';

export const spanAt = (spans: readonly PhaseSteps[], step: number): PhaseSteps | undefined =>
  spans.find(({ fromStep, toStep }) => fromStep <= step && step < toStep);

/** The phase that begins at a step. */
export const beginningAt = (spans: readonly PhaseSteps[], step: number): Phase | undefined =>
  spans.find(({ fromStep }) => fromStep === step)?.phase;

export const blockWindowAtStep = (plan: DayPlan, day: Day, step: number): BlockWindow | undefined =>
  step < plan.steps ? blockWindowAt({ day, timeMs: timeOfStep(plan, step) }) : undefined;

/** The instant of an auction's random stop: that of one of the steps in its window, drawn from the seed of the day. */
function stopIn(plan: DayPlan, window: { fromMs: number; toMs: number }, seed: Uint8Array, auction: string): number {
  const first = stepOfTime(plan, window.fromMs);
  return timeOfStep(plan, first + randomBelow(stepOfTime(plan, window.toMs) - first + 1, seed, auction));
}

/**
 * A whole number below `limit`, the same for the same seed and purpose. The bias of 2^48 against a limit of a
 * few hundred is nothing.
 */
export const randomBelow = (limit: number, seed: Uint8Array, purpose: string): number =>
  firstSixBytes(hashParts(`khara/random-stop/1\n${purpose}\n`, seed)) % limit;

/** As a whole number, the first byte the largest. */
const firstSixBytes = (bytes: Uint8Array): number =>
  bytes.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0);

/** All of them. */
export const SHARE_GROUPS: readonly ShareGroup[] = ['auctioned', 'others', 'listing'];

/**
 * A share has a special pre-open on the day of its listing and of its demerger, unless the day began with its opening.
 * Source: docs/sources.md I8, A12.
 */
export function shareGroup(
  { casEligible, listedOn, demerges }: Issuer,
  inputs: DayInputs,
  phases: DayPhases,
): ShareGroup {
  if ((listedOn === inputs.marketDate || demerges) && inputs.firstStep === 0 && phases.listing.length > 0)
    return 'listing';
  return casEligible && phases.latestStops.cas > 0 ? 'auctioned' : 'others';
}

/** Phases in which participants may act. */
export const ACTIVE_PHASES: ReadonlySet<TradingPhase> = new Set([
  'preopen_entry',
  'preopen_entry_1',
  'preopen_entry_2',
  'continuous',
  'cas_entry_1',
  'cas_entry_2',
  'post_close',
]);

/** The steps of a day in which orders may come, when its auctions take orders as long as they can. */
export function mostSteps({ plan, firstStep }: DayInputs, { auctioned, others, latestStops }: DayPhases): number {
  const isActive = (step: number) =>
    step < latestStops.preopen ||
    ACTIVE_PHASES.has(phaseAtStep(others, step)) ||
    (ACTIVE_PHASES.has(phaseAtStep(auctioned, step)) && step < latestStops.cas);
  let steps = 0;
  for (let step = Math.max(firstStep, auctioned[0]?.fromStep ?? 0); step < plan.steps; step += 1) {
    if (isActive(step)) steps += 1;
  }
  return steps;
}
