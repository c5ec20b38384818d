/*
 * What the simulated market grows by: one definition for the five years before its first day and for the days that
 * are lived (packages/history, packages/exchange).
 */

/** Market days of a year, in whole numbers. */
export const MARKET_DAYS_A_YEAR = 250;

/** What moves everything at once. */
export const MARKET = {
  /** Deviation of the market as a whole, basis points a year: beta x 14 % is its part of a share's. */
  volatilityBps: 1_400,
  /**
   * What its holders get for that risk: the growth in a market day of the price of a share with a beta of one, parts
   * per million. About 11 % a year.
   */
  premiumPpm: 420,
} as const;

/**
 * Dividends of a company: one in so many market days on average, one and a half a year, and between which basis points
 * of the price.
 */
export const DIVIDENDS = { oneDayIn: 160, leastBps: 30, mostBps: 250 } as const;

/** What a share earns a market day for the dividends that come off it, parts per million: what these are on average. */
const EARNED_PPM = ((DIVIDENDS.leastBps + DIVIDENDS.mostBps) * 50) / DIVIDENDS.oneDayIn;

/** What a company's share is expected to gain in a market day, parts per million: the premium for its risk, and what it
 * pays out. */
export const expectedPpm = (betaMilli: number): number => (MARKET.premiumPpm * betaMilli) / 1_000 + EARNED_PPM;
