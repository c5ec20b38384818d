import { surveillanceStage } from '@khara/market-day';
import {
  type MarginFacts,
  type MarginRate,
  marginRate,
  MEASURES,
  varianceAfter,
  varianceOfYear,
  type Day,
} from '@khara/rules';
import type { Issuer } from '@khara/universe';

/** Trading days of six months. */
export const RECENT_DAYS = 126;

/** What a share traded on the last days, `RECENT_DAYS` at most. */
type RecentTrading = { readonly days: number; readonly tradedDays: number; readonly valuePaise: bigint };

/** The variance with which the day before began, the price from which it counts, and its close. */
type EarlierDay = { readonly variance: bigint; readonly base: number; readonly close: number };

/**
 * The margin with which a share begins a market day. The variance goes on from that of the day before by its close; a
 * share's first is that of its published volatility. Days that the share was not here yet count as its published
 * average.
 */
export function marginOfDay(
  issuer: Issuer,
  { earlier, recent }: { readonly earlier: EarlierDay | undefined; readonly recent: RecentTrading | undefined },
  marketDate: Day,
): MarginFacts & MarginRate {
  const dailyVariance = earlier ? varianceAfter(earlier.variance, earlier) : varianceOfYear(issuer.annualVolatilityBps);
  const facts = { dailyVariance, ...recentTrading(issuer, recent), surveillanceBps: leastMargin(issuer) };
  return { ...facts, ...marginRate(facts, marketDate) };
}

/** The least rate that its stage of surveillance asks for, in basis points. */
function leastMargin(issuer: Issuer): number | undefined {
  const stage = surveillanceStage(issuer);
  return stage && MEASURES[stage].marginPercent * 100;
}

function recentTrading(issuer: Issuer, recent: RecentTrading | undefined) {
  const known = Math.min(RECENT_DAYS, recent?.days ?? 0);
  const usual = BigInt(issuer.averageDailyVolume) * BigInt(issuer.referencePricePaise);
  const value = (recent?.valuePaise ?? 0n) + BigInt(RECENT_DAYS - known) * usual;
  return {
    days: RECENT_DAYS,
    tradedDays: (recent?.tradedDays ?? 0) + RECENT_DAYS - known,
    meanTurnoverPaise: value / BigInt(RECENT_DAYS),
  };
}
