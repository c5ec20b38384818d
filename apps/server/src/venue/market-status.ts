import { sessionOf } from '@khara/rules';
import type { HaltStatus, MarketStatus, MarketSession, TradingPhase } from '#src/ports/market.ts';
import { blockWindowAtStep, spanAt, type PhaseSteps } from './day-phases.ts';
import { phaseInHalt, type Halt } from './halt.ts';
import { followingDate, instantOfStep, marketTimeText, speedAt, STEP_MS, type DayPlan } from './market-clock.ts';
import type { TradingDay } from './trading-day.ts';

/** The market as every page's marker shows it. */
export function marketStatus(day: TradingDay, realMs: number): MarketStatus {
  const { step, inputs, halt } = day;
  const { plan, marketDate } = inputs;
  const isNse = plan.profile === 'nse';
  const phase = day.phaseOf(true);
  const window = blockWindowAtStep(plan, marketDate, step);
  const { suspended } = day;
  const { moments } = day.phases;
  const timeAt = (at: number): string => marketTimeText(instantOfStep(plan, marketDate, at)).slice(11, 19);
  const nextOpening = (): number => {
    const { auctioned } = day.phases;
    const first = auctioned[0]!.fromStep;
    if (isNse) return instantOfStep(plan, followingDate('nse', marketDate, realMs), first);
    return realMs + (plan.steps + first - step) * STEP_MS;
  };
  const realOf = (next: number | undefined): number => {
    if (next === undefined) return nextOpening();
    return isNse ? instantOfStep(plan, marketDate, next) : realMs + (next - step) * STEP_MS;
  };
  return {
    profile: plan.profile,
    session: sessionIn(phase),
    phase,
    phaseOfOthers: day.phaseOf(false),
    marketTime: marketTimeText(isNse ? realMs : instantOfStep(plan, marketDate, step)),
    marketDate,
    nextChangeAt: realOf(nextSessionStep(day)),
    nextPhaseAt: realOf(nextPhaseStep(day)),
    squareOff: { auctioned: timeAt(moments.squareOffAuctioned), others: timeAt(moments.squareOffOthers) },
    speed: speedAt(plan, Math.min(step, plan.steps - 1)),
    ...(window && { blockWindow: window }),
    ...(halt && { halt: haltStatus(halt, plan, marketDate) }),
    ...(suspended.length > 0 && { suspended: [...suspended] }),
  };
}

const sessionIn = (phase: TradingPhase): MarketSession => (phase === 'halted' ? 'halted' : sessionOf(phase));

function haltStatus({ level, index, reopening }: Halt, plan: DayPlan, marketDate: string): HaltStatus {
  const resumesAt = reopening && marketTimeText(instantOfStep(plan, marketDate, reopening.resumes));
  return { level, index, ...(resumesAt !== undefined && { resumesAt }) };
}

/** The step at which the session changes next; undefined when that is on the next day. */
function nextSessionStep(day: TradingDay): number | undefined {
  const { halt, step, inputs } = day;
  if (halt) {
    const { reopening } = halt;
    if (!reopening) return step < inputs.plan.closesAt ? inputs.plan.closesAt : undefined;
    return step < reopening.entry1 ? reopening.entry1 : reopening.resumes;
  }
  const { auctioned } = day.phases;
  const now = spanAt(auctioned, step);
  const session = now ? sessionOf(now.phase) : 'closed';
  const later = auctioned.find((span) => span.fromStep > step && sessionOf(span.phase) !== session);
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
