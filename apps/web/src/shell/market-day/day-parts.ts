import {
  BLOCK_WINDOWS,
  DAY_MS,
  HOUR_MS,
  MARKET_DAY,
  type Phase,
  phaseRules,
  randomCloseWindows,
  daySchedule,
  toSession,
  type Span,
} from '@khara/rules';

/*
 * The market day as a page shows it: fewer parts than the exchange has phases, with the instants of
 * packages/rules. Instants are milliseconds since midnight in India.
 */

/** The sessions of a reader, and the time in which the close is worked out. */
export type DayPart = 'pre_open' | 'open' | 'closing_auction' | 'close_calc' | 'post_close' | 'closed';
export type PartSpan = Span & { readonly part: DayPart };

/** Part of the day to which a phase belongs. */
export function dayPart(phase: Phase): DayPart {
  if (phase === 'close_calc') return 'close_calc';
  const session = toSession(phase);
  return session === 'halted' ? 'closed' : session; // no phase of the clock is a halt
}

/** The parts of one kind of share's day, in order; empty on a day without the usual hours. */
export function dayParts(day: string, casEligible: boolean): readonly PartSpan[] {
  const parts: PartSpan[] = [];
  for (const { phase, fromMs, toMs } of daySchedule(day, { casEligible })) {
    const part = dayPart(phase);
    const last = parts.at(-1);
    if (last?.part === part) parts[parts.length - 1] = { ...last, toMs };
    else parts.push({ part, fromMs, toMs });
  }
  return parts;
}

/** Share of the market day that is over at an instant, 0 to 1: where it stands in the picture. */
export const toPlace = (timeMs: number): number =>
  Math.min(1, Math.max(0, (timeMs - MARKET_DAY.fromMs) / (MARKET_DAY.toMs - MARKET_DAY.fromMs)));

/** Market time as the milliseconds of its day. */
export const timeOfDay = (fields: number): number => fields % DAY_MS;

/**
 * What the reader's page needs to name the times of a phase: "09:08" and the like, each undefined where the
 * day has none.
 */
type PhaseTimes = {
  readonly open: string;
  readonly from: string;
  readonly to: string;
  readonly next: string;
};

const two = (value: number): string => String(value).padStart(2, '0');
/** "09:08" of milliseconds since midnight. */
export const clockText = (ms: number): string =>
  `${two(Math.floor(ms / HOUR_MS))}:${two(Math.floor(ms / 60_000) % 60)}`;

const takesOrders = (phase: Phase): boolean => phaseRules(phase).newLimit || phaseRules(phase).newMarket;

/**
 * The times that the words about a phase name: where entry may stop, when orders are taken again, when the
 * next auction begins.
 */
export function phaseTimes(
  phase: Phase | 'halted',
  day: string,
  casEligible: boolean,
  halt?: { readonly resumesAt?: string | undefined },
): PhaseTimes {
  const spans = daySchedule(day, { casEligible });
  const { preopen, cas } = randomCloseWindows(day);
  const stop = phase.startsWith('cas') ? (cas ?? preopen) : preopen;
  const at = spans.findIndex((span) => span.phase === phase);
  const next = spans.slice(at + 1).find((span) => takesOrders(span.phase));
  const opening = spans.find((span) => takesOrders(span.phase));
  return {
    open: opening ? clockText(opening.fromMs) : '–',
    from: clockText(stop.fromMs),
    to: clockText(stop.toMs),
    next: halt?.resumesAt?.slice(11, 16) ?? (next ? clockText(next.fromMs) : '–'),
  };
}

/** The windows for blocks, drawn over the day. */
export const blockWindows: readonly Span[] = [BLOCK_WINDOWS.morning, BLOCK_WINDOWS.afternoon];
