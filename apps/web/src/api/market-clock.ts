import type { Data } from '@khara/contract';
import { INDIA_MS } from '@khara/rules';
import { create } from 'zustand';

export type MarketState = Data<'configInfo'>['market'];

type Clock = {
  /** Its instants are by this device's clock. */
  readonly market: MarketState | undefined;
  /** Real ms at which `market` arrived, by this device's clock. */
  readonly receivedAt: number;
  /** ms by which the server's clock is ahead of this device's. */
  readonly aheadMs: number;
};

/** The market's clock as last received; the reader's own clock only measures what has passed since. */
export const useMarketClock = create<Clock>()(() => ({ market: undefined, receivedAt: 0, aheadMs: 0 }));

export function setMarket(said: MarketState): void {
  const receivedAt = Date.now();
  const aheadMs = said.at - receivedAt;
  const { nextPhaseAt } = said;
  const market = {
    ...said,
    at: receivedAt,
    nextChangeAt: said.nextChangeAt - aheadMs,
    ...(nextPhaseAt !== undefined && { nextPhaseAt: nextPhaseAt - aheadMs }),
  };
  useMarketClock.setState({ market, receivedAt, aheadMs });
}

/** Real ms now by the server's clock, which says when things end. This device's own may be minutes wrong. */
export const serverNow = (): number => Date.now() + useMarketClock.getState().aheadMs;

/** A line that lives says something at least every ten seconds: it is asked at this interval (socket.ts). */
const WORD_EVERY_MS = 12_000;

/** Real ms at which the line last said anything, by this device's clock. client.ts sets it many times a second. */
let heardAt = 0;
export const heard = (): void => {
  heardAt = Date.now();
};

/**
 * Market time now, as the ms of a date whose UTC fields read as India's clock. Undefined until the server has said.
 * It never runs past the next change of session, since what happens then is for the server to say. Nor does it run
 * on without a word: where one is overdue it stands, as the market may.
 */
export function marketNow(clock: Clock, now: number): number | undefined {
  const lastWordAt = Math.max(clock.receivedAt, heardAt);
  return marketAt(clock, Math.min(now, lastWordAt + WORD_EVERY_MS));
}

/** Market time at the last word of the server: what a page shows while no more come. */
export const marketAtLastWord = (clock: Clock): number | undefined =>
  marketAt(clock, Math.max(clock.receivedAt, heardAt));

function marketAt({ market, receivedAt }: Clock, at: number): number | undefined {
  if (!market) return undefined;
  if (market.pace === 'paused') return indiaFields(market.marketTime);
  const passed = Math.max(0, Math.min(at, market.nextChangeAt) - receivedAt);
  return indiaFields(market.marketTime) + passed * market.speed;
}

/** The real ms that a span of market ms takes; undefined while the market is not known, or is paused. */
export const inRealMs = (market: MarketState | undefined, marketMs: number): number | undefined =>
  !market || market.pace === 'paused' ? undefined : marketMs / market.speed;

/**
 * "2026-11-25T14:32:08+05:30" as the ms of a UTC date with the same fields: 14:32:08 stays 14:32:08 wherever
 * the reader is.
 */
export const indiaFields = (iso: string): number => Date.parse(`${iso.slice(0, 19)}Z`);

/** Same fields for an instant of market time given as ms (a candle's `t`). */
export const toIndiaFields = (instant: number): number => instant + INDIA_MS; // IST is UTC+05:30 all year
