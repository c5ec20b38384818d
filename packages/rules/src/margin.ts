import { mulDiv } from '@khara/money';
import type { Band } from './bands.ts';
import type { Day } from './days.ts';

/*
 * Margin of a share by its day: value at risk and extreme loss margin by group of liquidity. Integers alone, so that
 * every program finds the same rate. Sources: docs/sources.md M2 to M5.
 */

/** What the market's records say of a share before a day begins. */
export type MarginFacts = {
  /** Variance of a day's return, in 10^-12 (a standard deviation of 1 % is 100,000,000). */
  readonly dailyVariance: bigint;
  /** Days of the last six months, and those of them on which it traded. */
  readonly days: number;
  readonly tradedDays: number;
  /** Mean value of a day's trades over the same, in paise. */
  readonly meanTurnoverPaise: bigint;
  /** The least rate that surveillance asks for, in basis points. */
  readonly surveillanceBps?: number | undefined;
};

/** The group of liquidity: I is liquid, III hardly trades. */
export type LiquidityGroup = 1 | 2 | 3;

/** Rates in basis points of the value, and what they come from. */
export type MarginRate = {
  readonly group: LiquidityGroup;
  /** Value at risk: six standard deviations of a day, or the least of the group. */
  readonly varBps: number;
  /** Extreme loss margin. */
  readonly elmBps: number;
  /** What neither brokers nor surveillance go below. */
  readonly leastBps: number;
  /** What an intraday position needs: the sum of the first two, never under the least, never over the whole value. */
  readonly rateBps: number;
};

/** Rules of margins from a day on. */
type MarginRules = {
  readonly from: Day;
  /** Standard deviations that value at risk covers. */
  readonly deviations: bigint;
  /** Least value at risk of groups I to III. Group III has no other. */
  readonly leastVarBps: readonly [number, number, number];
  readonly elmBps: readonly [number, number, number];
  /** Five times leverage at most. */
  readonly leastBps: number;
};

const RULES: readonly MarginRules[] = [
  {
    from: '2021-09-01',
    deviations: 6n,
    leastVarBps: [900, 2150, 5000],
    elmBps: [350, 500, 500],
    leastBps: 2000,
  },
];

/** Part of the old variance that a new day leaves, in thousandths. */
const DECAY = 995n;

/** Days of a hundred on which a share of groups I and II has traded. */
const TRADED_PERCENT = 80;

/** Impact cost of an order of one lakh rupees above which a share is in group II, in millionths. */
const MAX_IMPACT_PPM = 10_000n;
const IMPACT_ORDER_PAISE = 1_00_000_00n;

const WHOLE_BPS = 10_000;
const TRADING_DAYS_OF_A_YEAR = 252n;

/** The margin rate of a share on a market date. It is fixed for the day. */
export function marginRate(facts: MarginFacts, date: Day): MarginRate {
  const rules = RULES.findLast(({ from }) => from <= date) ?? RULES[0]!;
  const group = liquidityGroup(facts);
  // A standard deviation is in millionths, a basis point is a hundred of them.
  const scaled = Number(mulDiv(ceilRoot(facts.dailyVariance * rules.deviations ** 2n), 1n, 100n, 'ceil'));
  const least = rules.leastVarBps[group - 1]!;
  const varBps = group === 3 ? least : Math.min(WHOLE_BPS, Math.max(least, scaled));
  const elmBps = rules.elmBps[group - 1]!;
  const leastBps = Math.max(rules.leastBps, facts.surveillanceBps ?? 0);
  return { group, varBps, elmBps, leastBps, rateBps: Math.min(WHOLE_BPS, Math.max(leastBps, varBps + elmBps)) };
}

function liquidityGroup(facts: MarginFacts): LiquidityGroup {
  if (facts.tradedDays * 100 < facts.days * TRADED_PERCENT) return 3;
  return impactPpm(facts) > MAX_IMPACT_PPM ? 2 : 1;
}

/**
 * Estimated cost of an order of one lakh rupees against the middle of the book, in millionths: by the square-root law,
 * from the day's standard deviation and the mean turnover. The exchange averages snapshots of its books instead.
 */
export const impactPpm = ({
  dailyVariance,
  meanTurnoverPaise,
}: Pick<MarginFacts, 'dailyVariance' | 'meanTurnoverPaise'>): bigint =>
  meanTurnoverPaise === 0n ? 1_000_000n : ceilRoot((dailyVariance * IMPACT_ORDER_PAISE) / meanTurnoverPaise);

/** The variance after a day that closed so, from the price that it began with: an exponentially weighted average. */
export function varianceAfter(before: bigint, day: { readonly base: number; readonly close: number }): bigint {
  const base = BigInt(day.base);
  const returnPpm = ((BigInt(day.close) - base) * 1_000_000n) / base;
  return (before * DECAY + returnPpm * returnPpm * (1000n - DECAY)) / 1000n;
}

/** The variance of a day, of a volatility in basis points a year. */
export const varianceOfYear = (annualVolatilityBps: number): bigint =>
  (BigInt(annualVolatilityBps) * 100n) ** 2n / TRADING_DAYS_OF_A_YEAR;

/** Margin of an intraday value at a rate, rounded up. */
export const intradayMargin = (valuePaise: bigint, rateBps: number): bigint =>
  mulDiv(valuePaise, BigInt(rateBps), BigInt(WHOLE_BPS), 'ceil');

/** What it costs to close an intraday position, at most, in basis points of its value: all charges together are 7. */
const CLOSING_COST_BPS = 10n;

/** A share as margins see it: its rate of the day, and the limits between which it trades. */
export type MarginBasis = {
  readonly rateBps: number;
  /** Undefined while the band of the trading day is not known. */
  readonly band: Band | undefined;
};

/**
 * What must stand behind shares that were bought or sold (quantity below zero) for so much within the day: the margin
 * of the rate, and never less than they lose if they are closed at the far limit of the band, what that costs
 * included. So within a band no loss is larger than what is held.
 */
export function coveringMargin(
  { quantity, valuePaise }: { readonly quantity: number; readonly valuePaise: bigint },
  { rateBps, band }: MarginBasis,
): bigint {
  const byRate = intradayMargin(valuePaise, rateBps);
  if (!band || quantity === 0) return byRate;
  const far = BigInt(Math.abs(quantity)) * BigInt(quantity > 0 ? band.lower : band.upper);
  const loss = quantity > 0 ? valuePaise - far : far - valuePaise;
  const covering = loss + mulDiv(far, CLOSING_COST_BPS, BigInt(WHOLE_BPS), 'ceil');
  return covering > byRate ? covering : byRate;
}

/**
 * The price at which a position has lost what is held behind it, closing included: an order of the system that closes
 * it asks for no worse one. Paise a share; of a long position at least 1.
 */
export function coveredPrice({ quantity, costPaise, heldPaise }: Omit<MarginPosition, 'rateBps'>): bigint {
  const shares = BigInt(Math.abs(quantity));
  const whole = BigInt(WHOLE_BPS);
  if (quantity < 0) return ((costPaise + heldPaise) * whole) / (shares * (whole + CLOSING_COST_BPS));
  if (heldPaise >= costPaise) return 1n;
  return mulDiv(costPaise - heldPaise, whole, shares * (whole - CLOSING_COST_BPS), 'ceil');
}

/** The least integer whose square is no less. */
function ceilRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) break;
    root = next;
  }
  return root * root < square ? root + 1n : root;
}

/** Parts of its margin that an intraday position may lose, in per cent: then it is called, and then closed. */
const CALL_PERCENT = 50n;
const SQUARE_OFF_PERCENT = 80n;

/** An intraday position with what is held behind it. */
export type MarginPosition = {
  /** Below zero: short. Never zero. */
  readonly quantity: number;
  /** What its shares were bought or sold for. */
  readonly costPaise: bigint;
  /** Held as margin; a realised loss that nothing else paid has been taken out of it. */
  readonly heldPaise: bigint;
  readonly rateBps: number;
};

export type MarginStanding = {
  /** What it needs: the rate of its cost. */
  readonly marginPaise: bigint;
  /** Of that, what losses have taken: realised ones out of what is held, and the unrealised one. Below zero: a gain. */
  readonly lossPaise: bigint;
  readonly isCalled: boolean;
  readonly isSquaredOff: boolean;
};

/** How a position stands at a price: losses of half of its margin call it, of four fifths close it. */
export function marginStanding(position: MarginPosition, lastPaise: bigint): MarginStanding {
  const { quantity, costPaise } = position;
  const { marginPaise, takenPaise } = behind(position);
  const value = BigInt(Math.abs(quantity)) * lastPaise;
  const lossPaise = takenPaise + (quantity > 0 ? costPaise - value : value - costPaise);
  const takes = (percent: bigint) => lossPaise >= takePercent(marginPaise, percent);
  return { marginPaise, lossPaise, isCalled: takes(CALL_PERCENT), isSquaredOff: takes(SQUARE_OFF_PERCENT) };
}

/**
 * Prices from which on a position is called and closed: at them or less for a long one, at them or more for a short.
 */
export function marginPrices(position: MarginPosition): {
  readonly callPaise: bigint;
  readonly squareOffPaise: bigint;
} {
  const { quantity, costPaise } = position;
  const { marginPaise, takenPaise } = behind(position);
  const shares = BigInt(Math.abs(quantity));
  const priceAt = (percent: bigint): bigint => {
    const left = takePercent(marginPaise, percent) - takenPaise;
    return quantity > 0 ? divideDown(costPaise - left, shares) : -divideDown(-costPaise - left, shares);
  };
  return { callPaise: priceAt(CALL_PERCENT), squareOffPaise: priceAt(SQUARE_OFF_PERCENT) };
}

function behind({ costPaise, heldPaise, rateBps }: MarginPosition) {
  const marginPaise = intradayMargin(costPaise, rateBps);
  return { marginPaise, takenPaise: heldPaise < marginPaise ? marginPaise - heldPaise : 0n };
}

const takePercent = (marginPaise: bigint, percent: bigint): bigint => mulDiv(marginPaise, percent, 100n, 'ceil');

/** Division toward the lower integer, also below zero. */
const divideDown = (paise: bigint, by: bigint): bigint => {
  const cut = paise / by;
  return cut * by > paise ? cut - 1n : cut;
};
