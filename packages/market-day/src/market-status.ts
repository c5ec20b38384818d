import { toSession, type BlockWindow } from '@khara/rules';
import { type Halt, phaseInHalt } from './halt.ts';
import { type DayPlan, followingDate, instantOfStep, marketTimeText, speedAt, STEP_MS } from './market-clock.ts';
import { blockWindowAtStep, type PhaseSteps, spanAt, type TradingPhase } from './phases.ts';
import type { TradingDay } from './trading-day.ts';

export type MarketSession = 'pre_open' | 'open' | 'closing_auction' | 'post_close' | 'halted' | 'closed';

export type MarketStatus = {
  readonly profile: 'compressed' | 'nse';
  /**
   * The session of the market as a whole. From 15:15 to 15:30 it is `closing_auction`, and shares without
   * derivatives go on trading: ask `MarketView.phase`.
   */
  readonly session: MarketSession;
  /** The phase of shares with derivatives, which close through an auction, and of the others. */
  readonly phase: TradingPhase;
  readonly phaseOfOthers: TradingPhase;
  /**
   * Real ms at which one of the two changes next, at the latest: the random stop of an auction's order entry
   * cannot be known before.
   */
  readonly nextPhaseAt: number;
  /**
   * Market time of day, "15:12:00", at which intraday positions are squared off: in shares that close through
   * an auction, and in the others.
   */
  readonly squareOff: { readonly auctioned: string; readonly others: string };
  /** The window for blocks that is on. */
  readonly blockWindow?: BlockWindow;
  /** While the market-wide breaker holds trading, and in the auction that reopens it. */
  readonly halt?: HaltStatus;
  /** Codes of shares that were suspended since the market day began; absent when none was. */
  readonly suspended?: string[];
  /** "2026-11-23T14:32:08+05:30" */
  readonly marketTime: string;
  readonly marketDate: string;
  /** The newest market day that has closed; absent before the first close. */
  readonly closedDate?: string;
  /** Real ms at which it is so. */
  readonly at: number;
  /** Real ms. */
  readonly nextChangeAt: number;
  /** Market seconds per real second, while it is not paused. */
  readonly speed: number;
  /** A teacher's clock is at work: the market stands, or is hurried to a phase. Absent while it goes by itself. */
  readonly pace?: 'paused' | 'hurried';
};

/** The market-wide breaker at work. */
export type HaltStatus = {
  /** Per cent that the index moved against its previous close. */
  readonly level: 10 | 15 | 20;
  /** Code of the index. */
  readonly index: string;
  /** Market time at which continuous trading goes on; absent when it does not go on today. */
  readonly resumesAt?: string;
};

/** The market as every page's marker shows it. */
export function marketStatus(day: TradingDay, realMs: number): MarketStatus {
  const { step, inputs, halt } = day;
  const { plan, marketDate } = inputs;
  const isNse = plan.profile === 'nse';
  const phase = day.phaseFor(true);
  const window = blockWindowAtStep(plan, marketDate, step);
  const { suspended } = day;
  // A day begins with the closes of the one before, the very first with none.
  const closedDate = day.isOver ? marketDate : inputs.before.values().next().value?.date;
  const { schedule } = day.phases;
  const timeAt = (at: number): string => marketTimeText(instantOfStep(plan, marketDate, at)).slice(11, 19);
  const nextOpening = (): number => {
    const { auctioned } = day.phases;
    const first = auctioned[0]!.fromStep;
    if (isNse) return instantOfStep(plan, followingDate('nse', marketDate, realMs), first);
    return realMs + (plan.steps + first - step) * STEP_MS;
  };
  const realInstantAt = (next: number | undefined): number => {
    if (next === undefined) return nextOpening();
    return isNse ? instantOfStep(plan, marketDate, next) : realMs + (next - step) * STEP_MS;
  };
  return {
    profile: plan.profile,
    session: sessionIn(phase),
    phase,
    phaseOfOthers: day.phaseFor(false),
    marketTime: marketTimeText(isNse ? realMs : instantOfStep(plan, marketDate, step)),
    marketDate,
    ...(closedDate !== undefined && { closedDate }),
    at: realMs,
    nextChangeAt: realInstantAt(nextSessionStep(day)),
    nextPhaseAt: realInstantAt(nextPhaseStep(day)),
    squareOff: { auctioned: timeAt(schedule.squareOffAuctioned), others: timeAt(schedule.squareOffOthers) },
    speed: speedAt(plan, Math.min(step, plan.steps - 1)),
    ...(window && { blockWindow: window }),
    ...(halt && { halt: haltStatus(halt, plan, marketDate) }),
    ...(suspended.length > 0 && { suspended: [...suspended] }),
  };
}

const sessionIn = (phase: TradingPhase): MarketSession => (phase === 'halted' ? 'halted' : toSession(phase));

function haltStatus({ level, index, reopening }: Halt, plan: DayPlan, marketDate: string): HaltStatus {
  const resumesAt = reopening && marketTimeText(instantOfStep(plan, marketDate, reopening.resumes));
  return { level, index, ...(resumesAt !== undefined && { resumesAt }) };
}

/** The step at which the session changes next; undefined when that is on the next day. */
export function nextSessionStep(day: TradingDay): number | undefined {
  const { halt, step, inputs } = day;
  if (halt) {
    const { reopening } = halt;
    if (!reopening) return step < inputs.plan.closesAt ? inputs.plan.closesAt : undefined;
    return step < reopening.entry1 ? reopening.entry1 : reopening.resumes;
  }
  const { auctioned } = day.phases;
  const now = spanAt(auctioned, step);
  const session = now ? toSession(now.phase) : 'closed';
  const later = auctioned.find((span) => span.fromStep > step && toSession(span.phase) !== session);
  return later?.fromStep ?? (now && auctioned.at(-1)!.toStep);
}

/** The step at which a phase changes next; of an auction's order entry the latest. */
function nextPhaseStep(day: TradingDay): number | undefined {
  const { halt, step, inputs, phases } = day;
  if (halt) {
    const { reopening } = halt;
    if (!reopening) return step < inputs.plan.closesAt ? inputs.plan.closesAt : undefined;
    const { entry1, entry2, buffer, resumes } = reopening;
    // Not `match`: that is the random stop, which comes before the buffer at the latest.
    const latest = entry1 + Math.floor(((resumes - entry1) * 10) / 15);
    const ends =
      phaseInHalt(halt, step, inputs.plan.closesAt) === 'preopen_entry_2'
        ? [latest]
        : [entry1, entry2, buffer, resumes];
    return ends.find((end) => end > step);
  }
  const { auctioned, others, latestStops } = phases;
  const next = [nextIn(auctioned, step, latestStops), nextIn(others, step, latestStops)];
  const known = next.filter((at) => at !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function nextIn(
  spans: readonly PhaseSteps[],
  step: number,
  latestStops: TradingDay['phases']['latestStops'],
): number | undefined {
  const now = spanAt(spans, step);
  if (!now) return spans.find(({ fromStep }) => fromStep > step)?.fromStep;
  if (now.phase === 'preopen_entry_2' || now.phase === 'preopen_entry') return latestStops.preopen;
  return now.phase === 'cas_entry_2' ? latestStops.cas : now.toStep;
}
