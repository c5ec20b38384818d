import type { InstrumentSpec, MarketSpec } from '../types.ts';

/** How one share is traded: what follows from its size, price and volatility, fixed for the day. */
export type Character = {
  /** Half of what makers leave between their best bid and ask, thousandths of a tick. */
  readonly halfSpread: number;
  /** Ticks between a maker's prices. */
  readonly gap: number;
  /** Shares of a usual order that takes for a fund or a desk, and of a usual price of a maker. */
  readonly takerSize: number;
  readonly makerSize: number;
  /** Shares of a usual order of a household. */
  readonly retailSize: number;
  /** What a maker shows of a side on average: shares at its `LEVELS` prices. */
  readonly shown: number;
  /** Orders a step, at a normal time of day, and the part of them that households send. */
  readonly takerRate: number;
  readonly retailShare: number;
  readonly patientRate: number;
  /** Whether makers are absent now and then: of shares that hardly trade. */
  readonly isThin: boolean;
  /** How far a maker's prices give way for each share it took, thousandths of a tick. */
  readonly impact: number;
  /** Standard deviation of a normal day and of a normal step, ticks. */
  readonly dayTicks: number;
  readonly stepTicks: number;
};

/** Prices a side of a maker. Each next one has so much more on average than the first. */
export const LEVELS = 5;
export const LEVEL_GROWTH = 0.2;
/** Distance between two prices of a maker, in spreads. */
const GAP = 0.75;
/**
 * What a share teaches: deviations of a day for each 1 % of a day's volume; at most this part of the way
 * through the book to it.
 */
const IMPACT = 0.12;
const MAX_OF_WAY = 0.6;

const CRORE_PAISE = 1e9;
/** The figures below were found for a compressed day of this many steps. */
const USUAL_STEPS = 3_100;
/** What a day trades for each share that takers ask for. Measured. */
const VOLUME_PER_TAKER = 1;
/** A household's order is for so much on average, in paise. */
const RETAIL_PAISE = 1_400_000;
/**
 * Limits of households: orders a share and usual day, and their part of its value. The first bound
 * is what the tape may cost: real markets have a hundred thousand in the largest shares.
 */
const MAX_RETAIL = 8_000;
const RETAIL_VALUE = 0.6;
/** Makers are absent now and then in shares of which less is traded a day, crore rupees. */
const THIN_CRORE = 5;

/**
 * Turnover (price x average volume a day) decides: about 27 / sqrt(crore) basis points between bid and ask,
 * so 1 to 3 ticks for the large and a dozen points for the small. Funds and desks send few large orders, households
 * many small ones. Makers give way by up to 0.12 of a day's deviation for 1
 * % of a day's volume, and by less where their own prices lie too close together for that.
 */
export function shareCharacter(share: InstrumentSpec, dayDeviation: number, { steps }: MarketSpec): Character {
  const { previousClose, tick, averageDailyVolume, lotSize } = share;
  const crore = Math.max((previousClose * averageDailyVolume) / CRORE_PAISE, 0.01);
  const priceTicks = previousClose / tick;
  const dayTicks = priceTicks * dayDeviation;
  const stepTicks = dayTicks / Math.sqrt(steps);

  const spreadTicks = (priceTicks * 27) / Math.sqrt(crore) / 10_000;
  const deskRate = Math.min(0.06 * Math.sqrt(crore), 1.5) * Math.sqrt(Math.min(USUAL_STEPS / steps, 4));
  const retailSize = Math.max(RETAIL_PAISE / previousClose, lotSize);
  const daily = averageDailyVolume / VOLUME_PER_TAKER;
  const mostRetail = MAX_RETAIL * Math.min(Math.sqrt(steps / USUAL_STEPS), 2);
  const retailRate = Math.min(mostRetail, (daily * RETAIL_VALUE) / retailSize) / steps;
  const takerSize = Math.max((daily - retailRate * steps * retailSize) / (deskRate * steps), lotSize);
  const takerRate = deskRate + retailRate;
  const gap = Math.max(1, Math.round(spreadTicks * GAP));
  const makerSize = Math.max(daily / (deskRate * steps), lotSize) * 1.8;
  const shown = makerSize * (LEVELS + (LEVEL_GROWTH * LEVELS * (LEVELS - 1)) / 2);
  const way = (1000 * gap * LEVELS) / shown;
  return {
    halfSpread: Math.round((Math.min(spreadTicks, priceTicks / 100) * 1000) / 2),
    gap,
    takerSize,
    makerSize,
    retailSize,
    shown,
    takerRate,
    retailShare: retailRate / takerRate,
    patientRate: Math.min(0.1 + takerRate * 0.4, 2),
    isThin: crore < THIN_CRORE,
    impact: Math.min((IMPACT * 1000 * dayTicks) / Math.max(averageDailyVolume / 100, 1), way * MAX_OF_WAY),
    dayTicks,
    stepTicks,
  };
}
