import { hasRegularHours, NSE_CALENDAR, type Calendar } from './calendar.ts';
import type { Day } from './days.ts';

/**
 * Where in its day one share stands. Spans are half-open: a phase begins at its first instant and ends before its last.
 */
export type Phase =
  | 'closed'
  | 'preopen_entry'
  | 'preopen_entry_1'
  | 'preopen_entry_2'
  | 'preopen_match'
  | 'preopen_buffer'
  | 'continuous'
  | 'cas_reference'
  | 'cas_entry_1'
  | 'cas_entry_2'
  | 'cas_match'
  | 'close_calc'
  | 'post_close';

/** A market instant: the day in India and the milliseconds since its midnight, IST. */
export type MarketTime = {
  readonly day: Day;
  readonly timeMs: number;
};

/** The instant of a text like "2026-11-23T15:30:00+05:30". */
export const readMarketTime = (text: string): MarketTime => ({
  day: text.slice(0, 10),
  timeMs: clock(Number(text.slice(11, 13)), Number(text.slice(14, 16)), Number(text.slice(17, 19))),
});

/** Milliseconds since midnight: `clock(9, 15)` is the opening. */
export const clock = (hours: number, minutes: number, seconds = 0): number =>
  ((hours * 60 + minutes) * 60 + seconds) * 1_000;

export type Span = {
  readonly fromMs: number;
  readonly toMs: number;
};

export type PhaseSpan = Span & {
  readonly phase: Phase;
};

/**
 * The instants at which order entry into the auctions stops, drawn by the operator of the day within
 * `randomCloseWindows`.
 */
export type RandomClose = {
  readonly preopenMs?: number;
  readonly casMs?: number;
};

type PreopenShape = {
  readonly from: Day;
  readonly to?: Day;
  readonly entry: readonly { readonly phase: Phase; readonly fromMs: number }[];
  /** Entry stops at a random instant in here. */
  readonly stop: Span;
  readonly source: string;
};

const PREOPEN_SHAPES: readonly PreopenShape[] = [
  {
    from: '0000-01-01',
    to: '2026-09-06',
    entry: [{ phase: 'preopen_entry', fromMs: clock(9, 0) }],
    stop: { fromMs: clock(9, 7), toMs: clock(9, 8) },
    source: 'X4',
  },
  {
    from: '2026-09-07',
    entry: [
      { phase: 'preopen_entry_1', fromMs: clock(9, 0) },
      { phase: 'preopen_entry_2', fromMs: clock(9, 5) },
    ],
    stop: { fromMs: clock(9, 8), toMs: clock(9, 10) },
    source: 'N3',
  },
];

/**
 * From this day shares with derivatives close through an auction and post-close trading starts later. Source:
 * docs/sources.md N1.
 */
const CAS_FROM: Day = '2026-08-03';

const CAS_STOP: Span = { fromMs: clock(15, 28), toMs: clock(15, 30) };

/** Block windows of every regular day. Source: docs/sources.md N4, N9. */
export const BLOCK_WINDOWS = {
  morning: { fromMs: clock(8, 45), toMs: clock(9, 0) },
  afternoon: { fromMs: clock(14, 5), toMs: clock(14, 20) },
} as const;
export type BlockWindow = keyof typeof BLOCK_WINDOWS;

/** First and last instant of a market day: the morning block window to the end of post-close trading. */
export const MARKET_DAY: Span = { fromMs: clock(8, 45), toMs: clock(16, 0) };

/** Spans in which the auctions' order entry may stop, ends included; no closing auction before its first day. */
export const randomCloseWindows = (day: Day): { readonly preopen: Span; readonly cas: Span | undefined } => ({
  preopen: preopenShape(day).stop,
  cas: day >= CAS_FROM ? CAS_STOP : undefined,
});

export type Schedule = {
  readonly casEligible: boolean;
  /** Without it entry stops at the last possible instant. */
  readonly randomClose?: RandomClose;
  readonly calendar?: Calendar;
};

/**
 * The phases of one share's day in order; empty on a day without the usual hours. Between and around them it
 * is `closed`.
 */
export function daySchedule(day: Day, schedule: Schedule): readonly PhaseSpan[] {
  if (!hasRegularHours(day, schedule.calendar ?? NSE_CALENDAR)) return [];
  return [...preopen(day, schedule.randomClose?.preopenMs), ...fromOpening(day, schedule)];
}

function preopen(day: Day, stopMs: number | undefined): PhaseSpan[] {
  const shape = preopenShape(day);
  const stop = stopMs ?? shape.stop.toMs;
  return chain(
    [...shape.entry, { phase: 'preopen_match', fromMs: stop }, { phase: 'preopen_buffer', fromMs: clock(9, 12) }],
    clock(9, 15),
  );
}

function fromOpening(day: Day, { casEligible, randomClose }: Schedule): PhaseSpan[] {
  const open = { phase: 'continuous', fromMs: clock(9, 15) } as const;
  if (day < CAS_FROM) {
    return chain(
      [open, { phase: 'close_calc', fromMs: clock(15, 30) }, { phase: 'post_close', fromMs: clock(15, 40) }],
      MARKET_DAY.toMs,
    );
  }
  const post = { phase: 'post_close', fromMs: clock(15, 50) } as const;
  if (!casEligible) return chain([open, { phase: 'close_calc', fromMs: clock(15, 30) }, post], MARKET_DAY.toMs);
  return chain(
    [
      open,
      { phase: 'cas_reference', fromMs: clock(15, 15) },
      { phase: 'cas_entry_1', fromMs: clock(15, 20) },
      { phase: 'cas_entry_2', fromMs: clock(15, 25) },
      { phase: 'cas_match', fromMs: randomClose?.casMs ?? CAS_STOP.toMs },
      { phase: 'close_calc', fromMs: clock(15, 35) },
      post,
    ],
    MARKET_DAY.toMs,
  );
}

/**
 * Time between a broker's square-off of intraday positions and the end of continuous trading in a share.
 * Source: docs/sources.md K3.
 */
const SQUARE_OFF_MS = { beforeAuction: clock(0, 3), beforeEnd: clock(0, 5) } as const;

/** When intraday positions in a share are squared off on a day; undefined on one without the usual hours. */
export function squareOffMs(day: Day, schedule: Schedule): number | undefined {
  const spans = daySchedule(day, schedule);
  const at = spans.findIndex(({ phase }) => phase === 'continuous');
  if (at === -1) return undefined;
  const { beforeAuction, beforeEnd } = SQUARE_OFF_MS;
  return spans[at]!.toMs - (spans[at + 1]?.phase === 'cas_reference' ? beforeAuction : beforeEnd);
}

/** Spans that each end where the next begins. */
const chain = (starts: readonly { readonly phase: Phase; readonly fromMs: number }[], endMs: number): PhaseSpan[] =>
  starts.map(({ phase, fromMs }, index) => ({ phase, fromMs, toMs: starts[index + 1]?.fromMs ?? endMs }));

function preopenShape(day: Day): PreopenShape {
  const shape = PREOPEN_SHAPES.find(({ from, to }) => from <= day && (to === undefined || day <= to));
  if (!shape) throw new RangeError(`no pre-open on ${day}`);
  return shape;
}

/** Phase of one share at a market instant. */
export const phaseAt = ({ day, timeMs }: MarketTime, schedule: Schedule): Phase =>
  daySchedule(day, schedule).find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)?.phase ?? 'closed';

/** The block window that is on, if any. */
export function blockWindowAt({ day, timeMs }: MarketTime, calendar: Calendar = NSE_CALENDAR): BlockWindow | undefined {
  if (!hasRegularHours(day, calendar)) return undefined;
  const inside = ({ fromMs, toMs }: Span): boolean => fromMs <= timeMs && timeMs < toMs;
  if (inside(BLOCK_WINDOWS.morning)) return 'morning';
  return inside(BLOCK_WINDOWS.afternoon) ? 'afternoon' : undefined;
}

/** What a phase takes and does. Modify and cancel name the kind of the resting order. */
export type PhaseRules = {
  readonly newLimit: boolean;
  readonly newMarket: boolean;
  readonly modifyLimit: boolean;
  readonly modifyMarket: boolean;
  readonly cancelLimit: boolean;
  readonly cancelMarket: boolean;
  readonly stopLoss: boolean;
  readonly ioc: boolean;
  readonly disclosedQuantity: boolean;
  readonly matching: 'none' | 'auction' | 'continuous' | 'at_close_price';
};

const SHUT: PhaseRules = {
  newLimit: false,
  newMarket: false,
  modifyLimit: false,
  modifyMarket: false,
  cancelLimit: false,
  cancelMarket: false,
  stopLoss: false,
  ioc: false,
  disclosedQuantity: false,
  matching: 'none',
};
const LIMIT_ENTRY = { newLimit: true, modifyLimit: true, cancelLimit: true } as const;
const MARKET_ENTRY = { newMarket: true, modifyMarket: true, cancelMarket: true } as const;
const AUCTION_ENTRY: PhaseRules = { ...SHUT, ...LIMIT_ENTRY, ...MARKET_ENTRY };
/** Market orders already in the book stay and will match, but are frozen. */
const AUCTION_LIMIT_ONLY: PhaseRules = { ...SHUT, ...LIMIT_ENTRY };
const AUCTION_MATCH: PhaseRules = { ...SHUT, matching: 'auction' };

const PHASE_RULES: Readonly<Record<Phase, PhaseRules>> = {
  closed: SHUT,
  preopen_entry: AUCTION_ENTRY,
  preopen_entry_1: AUCTION_ENTRY,
  preopen_entry_2: AUCTION_LIMIT_ONLY,
  preopen_match: AUCTION_MATCH,
  preopen_buffer: SHUT,
  continuous: {
    ...AUCTION_ENTRY,
    stopLoss: true,
    ioc: true,
    disclosedQuantity: true,
    matching: 'continuous',
  },
  cas_reference: SHUT,
  cas_entry_1: AUCTION_ENTRY,
  cas_entry_2: AUCTION_LIMIT_ONLY,
  cas_match: AUCTION_MATCH,
  close_calc: SHUT,
  post_close: { ...SHUT, ...MARKET_ENTRY, matching: 'at_close_price' },
};

/** Sources: docs/sources.md N1, N3; changing and cancelling in post-close trading is recalled. */
export const phaseRules = (phase: Phase): PhaseRules => PHASE_RULES[phase];

/** The session as clients see it; `halted` comes from the market-wide breaker, not from the clock. */
export type Session = 'pre_open' | 'open' | 'closing_auction' | 'post_close' | 'halted' | 'closed';

const SESSIONS: Readonly<Record<Phase, Session>> = {
  closed: 'closed',
  preopen_entry: 'pre_open',
  preopen_entry_1: 'pre_open',
  preopen_entry_2: 'pre_open',
  preopen_match: 'pre_open',
  preopen_buffer: 'pre_open',
  continuous: 'open',
  cas_reference: 'closing_auction',
  cas_entry_1: 'closing_auction',
  cas_entry_2: 'closing_auction',
  cas_match: 'closing_auction',
  close_calc: 'post_close', // the close is being worked out; orders wait for trading at it
  post_close: 'post_close',
};

export const toSession = (phase: Phase): Session => SESSIONS[phase];
