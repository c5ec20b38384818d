/*
 * Stages of surveillance in which an exchange puts a share, what each of them does, and the review that moves shares
 * between them. Pure: the market's own closes go in, a stage comes out.
 */

/**
 * Additional (ASM, short and long term) and graded (GSM) surveillance measures. Source: docs/sources.md B8, B9, B10.
 */
export const SURVEILLANCE_STAGES = [
  'asm_short_1',
  'asm_short_2',
  'asm_long_1',
  'asm_long_2',
  'asm_long_3',
  'asm_long_4',
  'gsm_1',
  'gsm_2',
] as const;
export type SurveillanceStage = (typeof SURVEILLANCE_STAGES)[number];

const ROMAN = ['', 'I', 'II', 'III', 'IV'] as const;

/** A stage as exchanges write it, the same in every language: "ST-ASM I", "LT-ASM IV", "GSM II". */
export function stageName(stage: SurveillanceStage): string {
  const frameworks = { asm_short: 'ST-ASM', asm_long: 'LT-ASM', gsm: 'GSM' } as const;
  return `${frameworks[toFramework(stage)]} ${ROMAN[stageLevel(stage)]}`;
}

type Measures = {
  /** Least margin of a position, per cent of its value. */
  readonly marginPercent: number;
  /** Levels by which the band is narrower than the share's own. */
  readonly narrower: number;
  /** The band is no wider, per cent. */
  readonly widestBand: number;
  /** Every trade is delivered: no netting. */
  readonly isTradeForTrade: boolean;
};

/**
 * What the stages do. GSM II also takes a deposit of half the value from buyers at NSE; stages III to VI of GSM trade
 * once a week or a month. Khara has neither. Source: docs/sources.md B8, B9, B10.
 */
export const MEASURES: Readonly<Record<SurveillanceStage, Measures>> = {
  asm_short_1: { marginPercent: 50, narrower: 0, widestBand: 20, isTradeForTrade: false },
  asm_short_2: { marginPercent: 100, narrower: 0, widestBand: 20, isTradeForTrade: false },
  asm_long_1: { marginPercent: 100, narrower: 0, widestBand: 20, isTradeForTrade: false },
  asm_long_2: { marginPercent: 100, narrower: 1, widestBand: 20, isTradeForTrade: false },
  asm_long_3: { marginPercent: 100, narrower: 2, widestBand: 20, isTradeForTrade: false },
  asm_long_4: { marginPercent: 100, narrower: 0, widestBand: 5, isTradeForTrade: true },
  gsm_1: { marginPercent: 100, narrower: 0, widestBand: 5, isTradeForTrade: false },
  gsm_2: { marginPercent: 100, narrower: 0, widestBand: 5, isTradeForTrade: true },
};

/** Bands that an exchange gives, per cent, widest first. Source: docs/sources.md B1. */
const BANDS = [20, 10, 5, 2] as const;

/** Per cent by which the band of a share under surveillance reaches up and down, from its own. */
export function surveilledBand(ownPercent: number, stage: SurveillanceStage): number {
  const { narrower, widestBand } = MEASURES[stage];
  const own = BANDS.findIndex((percent) => percent <= ownPercent);
  const next = BANDS[Math.min(own + narrower, BANDS.length - 1)] ?? ownPercent;
  return Math.min(next, widestBand);
}

/** Stages in one framework, from the mildest. */
type Framework = 'asm_short' | 'asm_long' | 'gsm';
const toFramework = (stage: SurveillanceStage): Framework => stage.slice(0, -2) as Framework; // each ends in its number
const stageLevel = (stage: SurveillanceStage): number => Number(stage.at(-1));

/**
 * The review of a framework, in market days and per cent of the close some days ago: how often it looks at a share,
 * over how many days, which change takes the share up a stage, and below which it goes down one. Long ones look at
 * rises only. Periods follow NSE's (weekly, monthly, quarterly); the figures are Khara's own (decision 13).
 */
export const REVIEWS: Readonly<Record<Framework, { days: number; enter: number; up: number; down: number }>> = {
  asm_short: { days: 5, enter: 25, up: 25, down: 15 },
  asm_long: { days: 20, enter: 50, up: 30, down: 30 },
  gsm: { days: 60, enter: Infinity, up: 25, down: 25 },
};

/** Closes that a review can look at, that of today included. */
export const REVIEWED_CLOSES = 61;

export type Surveilled = {
  readonly stage: SurveillanceStage | undefined;
  /** Market days that the share has been in its stage. */
  readonly days: number;
};

/**
 * The stage of the next market day. `closes`: official closes in paise, oldest first and today's last, on this side of
 * splits and bonuses. Without enough of them nothing changes but by the calendar: a share leaves in time.
 */
export function reviewStage({ stage, days }: Surveilled, closes: readonly number[]): SurveillanceStage | undefined {
  if (stage === undefined || toFramework(stage) === 'asm_short') {
    // A long rise takes a share out of the short framework and into the long one.
    if (changeOver(closes, REVIEWS.asm_long.days) >= REVIEWS.asm_long.enter) return 'asm_long_1';
  }
  if (stage === undefined)
    return Math.abs(changeOver(closes, REVIEWS.asm_short.days)) >= REVIEWS.asm_short.enter ? 'asm_short_1' : undefined;
  const framework = toFramework(stage);
  const review = REVIEWS[framework];
  if (days === 0 || days % review.days !== 0) return stage;
  const change = changeOver(closes, review.days);
  const size = framework === 'asm_short' ? Math.abs(change) : change;
  if (size >= review.up) return findStage(framework, stageLevel(stage) + 1) ?? stage;
  return size < review.down ? findStage(framework, stageLevel(stage) - 1) : stage;
}

const findStage = (framework: Framework, level: number): SurveillanceStage | undefined =>
  SURVEILLANCE_STAGES.find((stage) => stage === `${framework}_${level}`);

/** Per cent, of the last close against that of `days` before it; 0 when there is none. */
function changeOver(closes: readonly number[], days: number): number {
  const before = closes.at(-1 - days);
  const last = closes.at(-1);
  return before === undefined || last === undefined ? 0 : ((last - before) * 100) / before;
}
