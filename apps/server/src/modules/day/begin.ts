import { dayBefore } from '#modules/market/index.ts';
import { publishRates } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import {
  applyActions,
  payDividends,
  payParts,
  warnOwners,
  settleOffers,
  scheduleActions,
  notifyOfStages,
} from '#modules/corporate/index.ts';
import { expireTriggers } from '#modules/standing/index.ts';
import { endMarketDay } from './end.ts';
import { noteTradeForTrade } from '#modules/settlement/index.ts';

/**
 * What happens at the start of a market day, before it trades, in this order: the rate of USDT that is over
 * is revealed and the next ones are sealed; the day before ends, if it could not by itself; shares that trade
 * trade-for-trade are noted; triggers whose last day is over end; dividends that are due are paid; offers to
 * holders whose result is due are settled; parts of shares of a demerger are paid for; holders of shares that
 * go ex get theirs; owners of entitlements that end are warned; what companies will do in the next days is
 * announced, and stages of surveillance that change. Safe to repeat, also after a crash in the middle.
 */
export async function beginMarketDay(
  deps: Omit<Deps, 'venue'>,
  day: { readonly marketDay: number; readonly marketDate: string },
): Promise<void> {
  await publishRates(deps, day.marketDate);
  const before = await dayBefore(deps.db, day.marketDay);
  if (before) await endMarketDay(deps, before);
  await noteTradeForTrade(deps, day.marketDate);
  await expireTriggers(deps, day.marketDate);
  await payDividends(deps, day);
  await settleOffers(deps, day);
  await payParts(deps, day);
  await applyActions(deps, day);
  await warnOwners(deps, day);
  await scheduleActions(deps, day);
  await notifyOfStages(deps, day);
}
