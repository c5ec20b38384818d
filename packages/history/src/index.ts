/**
 * The market's past, made up: five years of daily candles and the minutes of any of their days, from a seed,
 * by whole-number arithmetic that gives the same on every machine. It ends at the universe's reference
 * prices, where the first market day begins.
 */
export { makeNextQuarter, type QuarterDraw } from './accounts/next-quarter.ts';
export { findBusiness, openingAccounts } from './accounts/opening-accounts.ts';
export {
  expectedOf,
  LAKH,
  netWorth,
  NOTHING_YET,
  yearlyProfit,
  type HolderFlows,
  type Outlook,
  type Quarter,
} from './accounts/quarter.ts';
export { publishedAccounts } from './accounts/published.ts';
export { marketValueAt, priceEarnings, ratiosAt, surpriseOf, type Ratios } from './accounts/ratios.ts';
export { emptyCandles, type Candles } from './candles.ts';
export { createHistory, EXACT_INDEX_DAYS, historyDays, type History, type HistorySpec } from './history.ts';
export {
  dayOfMinutes,
  fromDays,
  fromMinutes,
  INTRADAY_MINUTES,
  type IntradayInterval,
  type Spans,
} from './intervals.ts';
export { MINUTES_OF_DAY } from './minutes.ts';
