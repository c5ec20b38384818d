/**
 * One market day as a pure state machine, and its order log: a server hosts it, and a closed day can be played again.
 */
export { assert } from './assert.ts';
export type { AuctionState } from './auctions.ts';
export { BREAKER_INDEX } from './circuit-breaker.ts';
export { daySeed, drawChance, historySeed } from './sha256.ts';
export type { ClosingPrice } from './closing-price.ts';
export type {
  AppliedPlace,
  FireCommand,
  JournalledCommand,
  NewsEvent,
  OfferCommand,
  SuspendCommand,
  SystemEndReason,
  KindOfOrder,
} from './commands.ts';
export { type CandleOfDay, candlesHash, carriedHash, hashValue, minutesHash, sameValue, sorted } from './day-hashes.ts';
export { DEALS, type MemberFill, type Paper, paperDate, toPaper, papersOfDay } from './day-papers.ts';
export { tradesOfSnapshot } from './day-state.ts';
export { type DayInputs, ENGINE, type PreviousClose } from './day-inputs.ts';
export { withMoreShares } from './more-shares.ts';
export { closingLevels, type FinishedDay, finishedDay } from './finished-day.ts';
export { extendWithCommand, genesis, StepTrades } from './hash-chain.ts';
export { toInstant, openingInstant } from './instants.ts';
export {
  firstMarketDate,
  followingDate,
  instantOfStep,
  marketTimeText,
  mayBegin,
  planDay,
  planWith,
  STEP_MS,
  stepAt,
  stepMarketMs,
  stepOfTime,
  timeOfStep,
} from './market-clock.ts';
export { type MarketStatus, marketStatus, nextSessionStep } from './market-status.ts';
export type { EndReason } from './order-ends.ts';
export type { BookOnArrival, OrderEvent } from './order-events.ts';
export { type ClosedSession, headText, toOrderLine, type LogNames, OWN_NUMBERS, readLogLine } from './order-log.ts';
export { headHash, buildHead, inputsOfHead, type KeptHead, type OrderLogHead } from './order-log-head.ts';
export { isReviewed, type StageReview, withStages } from './review-stages.ts';
export {
  fixedBandPercent,
  issueSizeCrore,
  type IssuedShare,
  issuerSeries,
  placeInScreens,
  surveillanceStage,
  tradeForTradeEnd,
} from './series-of.ts';
export { type DayMinutes, unpackMinutes } from './packed-minutes.ts';
export { type Trade, type TradesPack, tradesAfter, unpackTrades } from './packed-trades.ts';
export { blockWindowAtStep, type TradingPhase } from './phases.ts';
export { type ImaginedOrder, type NoWhatIf, type PlayedShare, playShare, type WhatIf } from './play-share.ts';
export { replayDay, SAID } from './replay-day.ts';
export { type NoShareDay, readShareDay, type ShareDay, shareFilter, type ShareLine } from './share-log.ts';
export { type DaySnapshot, TradingDay } from './trading-day.ts';
