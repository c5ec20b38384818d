import { nextRegularDay } from './calendar.ts';
import type { Day } from './days.ts';

/*
 * The series of a share on a market date: how wide its band is, whether its trades net, and whether it may be traded
 * intraday. One place for all of it: stages of surveillance are more rows of it.
 */

/** An issue of at most so many crore of rupees trades trade-for-trade at first. Source: docs/sources.md I9. */
export const SMALL_ISSUE_CRORE = 250;
/** Market days for which it does, that of its listing among them. Source: docs/sources.md I9. */
const TRADE_FOR_TRADE_DAYS = 10;

/** Series in which every trade is delivered: no netting, no intraday product. Source: docs/sources.md B1, B2. */
export const isTradeForTrade = (series: string): boolean => ['BE', 'BZ', 'ST', 'SZ'].includes(series);

/**
 * Whether intraday orders are taken: not trade-for-trade, and not in shares of small companies, which brokers take for
 * delivery only. Source: docs/sources.md B2, K10.
 */
export const allowsIntraday = (series: string): boolean => !isTradeForTrade(series) && series !== 'SM';

/** Per cent by which a share's fixed band reaches up and down. Source: docs/sources.md B1, B2. */
export const bandPercentOf = (series: string): number => (isTradeForTrade(series) ? 5 : 20);

/** A share as its series follows from it. `issueCrore`: what was sold to the public, in crore of rupees. */
export interface ListedShare {
  readonly series: string;
  readonly listedOn: Day;
  readonly issueCrore: number;
}

/** The last market date on which a new share trades trade-for-trade; undefined for one that never does. */
export function tradeForTradeUntil({ listedOn, issueCrore }: ListedShare): Day | undefined {
  if (issueCrore > SMALL_ISSUE_CRORE) return undefined;
  let day = listedOn;
  for (let count = 1; count < TRADE_FOR_TRADE_DAYS; count += 1) day = nextRegularDay(day);
  return day;
}

/** The series on a market date: BE, or ST of a small company, in the first days of a small issue. */
export function seriesOn(share: ListedShare, day: Day): string {
  // Most shares were listed long ago: no calendar is asked for them.
  if (isLongAgo(share.listedOn, day)) return share.series;
  const until = tradeForTradeUntil(share);
  if (until === undefined || day > until) return share.series;
  return share.series === 'SM' ? 'ST' : 'BE';
}

/** Whether two months and more lie between: ten market days never take so long. */
const isLongAgo = (listedOn: Day, day: Day): boolean => monthsOf(day) - monthsOf(listedOn) > 2;
const monthsOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
