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
   * What its holders get for that risk: what a share with a beta of one gains in a market day, parts per million. About
   * 11 % a year. Dividends come out of it: a share earns them before they go.
   */
  premiumPpm: 420,
} as const;

/**
 * Dividends of a company: one in this number of market days on average, one and a half a year, and between
 * which basis points of the price.
 */
export const DIVIDENDS = { oneDayIn: 160, leastBps: 30, mostBps: 250 } as const;

/** What a company pays out in a market day on average, parts per million of its price. */
export const DIVIDENDS_PPM = ((DIVIDENDS.leastBps + DIVIDENDS.mostBps) * 50) / DIVIDENDS.oneDayIn;

/**
 * What a company's share is expected to gain in a market day, parts per million: the premium for its risk, and no less
 * than it pays out.
 */
export const expectedPpm = (betaMilli: number): number =>
  Math.max((MARKET.premiumPpm * betaMilli) / 1_000, DIVIDENDS_PPM);
