/** The market as a module: quotes, candles, watchlists, and what of the running market is durable. */
export { createCharts } from './charts.ts';
export { factorAfter } from './adjusted-candles.ts';
export * from './corporate-action-store.ts';
export * from './corporate-actions.ts';
export { withDemergers } from './demerger-listings.ts';
export type { Demerger } from './demergers.ts';
export { entitlementsOn } from './entitlement-listings.ts';
export { drawOutcome, type Buyback, type OfferOutcome, type RightsIssue } from './holder-offers.ts';
export type { BegunDay } from './begun-day.ts';
export * from './day-store.ts';
export * from './snapshot-store.ts';
export { readCloses, readRange, recentCloses } from './candle-store.ts';
export {
  fencedDatabase,
  type Frontier,
  holdFrontier,
  confirmEpoch,
  MarketTakenOver,
  moveFrontier,
  raiseFrontier,
  readFrontier,
  takeOver,
} from './frontier-store.ts';
export { readFigures, finishedDays, type DayFigures, type FinishedMarketDay } from './day-figure-store.ts';
export { createMarketHandlers } from './handlers.ts';
export * from './margin-store.ts';
export * from './order-log-store.ts';
export {
  instrumentName,
  isUnlisted,
  percentOfBps,
  presentDepth,
  presentMargin,
  type Reader,
  sectorName,
} from './quotes.ts';
export { ofOneDate } from './of-one-date.ts';
export * from './paper-store.ts';
export {
  closedSession,
  openedSession,
  sessionProof,
  type OpenedSession,
  type PublishedInputs,
} from './session-record.ts';
export { yearRanges } from './year-ranges.ts';
export * from './tenure-store.ts';
export { tradedLines } from './traded-lines.ts';
export { storedTradesUpTo, findTrade } from './trade-store.ts';
export { warmHistory } from './charts.ts';
export * from './list-store.ts';
export { createWatchlists, type Watchlists } from './watchlists.ts';
