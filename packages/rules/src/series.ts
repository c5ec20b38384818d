import { nextRegularDay } from './calendar.ts';
import type { Day } from './days.ts';
import { MEASURES, surveilledBand, type SurveillanceStage } from './surveillance.ts';

/*
 * The series of a share on a market date: how wide its band is, whether its trades net, and whether it may be traded
 * intraday. One place for all of it.
 */

/** An issue up to this number of crore rupees trades trade-for-trade at first. Source: docs/sources.md I9. */
export const SMALL_ISSUE_CRORE = 250;
/** Market days for which it does, that of its listing among them. Source: docs/sources.md I9. */
const TRADE_FOR_TRADE_DAYS = 10;

/** Series in which every trade is delivered: no netting, no intraday product. Source: docs/sources.md B1, B2. */
export const isTradeForTrade = (series: string): boolean => ['BE', 'BZ', 'ST', 'SZ'].includes(series);

/**
 * Whether intraday orders are taken: not trade-for-trade, not in shares of small companies, and not under surveillance,
 * which brokers take for delivery only. Source: docs/sources.md B2, K10, K12.
 */
export const allowsIntraday = (series: string, stage?: SurveillanceStage | null): boolean =>
  !isTradeForTrade(series) && series !== 'SM' && !stage;

/** Per cent of the band of rights entitlements, although they trade trade-for-trade. Source: docs/sources.md A4. */
const ENTITLEMENT_BAND = 40;

/** Per cent of a fixed band of a share that has none of its own. */
export const USUAL_BAND = 20;

/**
 * Per cent by which a share's fixed band reaches up and down: its own, at most 5 trade-for-trade, and what its stage
 * says. Source: docs/sources.md B1, B2, B8, B9.
 */
export function bandPercentFor(
  series: string,
  { own = USUAL_BAND, stage }: { readonly own?: number; readonly stage?: SurveillanceStage | undefined } = {},
): number {
  const percent = stage === undefined ? own : surveilledBand(own, stage);
  return isTradeForTrade(series) && own !== ENTITLEMENT_BAND ? Math.min(percent, 5) : percent;
}

/** A share as its series follows from it. `issueCrore`: what was sold to the public, in crore of rupees. */
export type ListedShare = {
  readonly series: string;
  readonly listedOn: Day;
  readonly issueCrore: number;
  /** In which it is on the market date that is asked for. */
  readonly stage?: SurveillanceStage | undefined;
};

/** The last market date on which a new share trades trade-for-trade; undefined for one that never does. */
export function tradeForTradeUntil({ listedOn, issueCrore }: ListedShare): Day | undefined {
  if (issueCrore > SMALL_ISSUE_CRORE) return undefined;
  let day = listedOn;
  for (let count = 1; count < TRADE_FOR_TRADE_DAYS; count += 1) day = nextRegularDay(day);
  return day;
}

/** The series on a market date: BE, or ST of a small company, in the first days of a small issue and by its stage. */
export function seriesOn(share: ListedShare, day: Day): string {
  if (share.stage !== undefined && MEASURES[share.stage].isTradeForTrade) return tradeForTradeSeries(share.series);
  // Most shares were listed long ago: no calendar is asked for them.
  if (isLongAgo(share.listedOn, day)) return share.series;
  const until = tradeForTradeUntil(share);
  return until === undefined || day > until ? share.series : tradeForTradeSeries(share.series);
}

/** The series of a share while it trades trade-for-trade. Source: docs/sources.md B1, B2. */
export const tradeForTradeSeries = (series: string): string => (series === 'SM' ? 'ST' : 'BE');

/** Whether two months and more lie between: ten market days are always shorter. */
const isLongAgo = (listedOn: Day, day: Day): boolean => monthNumber(day) - monthNumber(listedOn) > 2;
const monthNumber = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
