import type { Data } from '@khara/contract';
import { rupees, showDecimal, mulDiv } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import { ofOneDate } from '#modules/market/index.ts';
import { dayValues } from './day-values.ts';
import { collectPlans } from './journal.ts';
import type { PlanResult } from './plans.ts';
import * as store from './store.ts';
import { tradeEvents } from './trade-events.ts';

/** What became of the plan of one order; undefined without a plan, or before the order has opened a position. */
export const planOutcome = (
  deps: Pick<Deps, 'db' | 'market' | 'keys'>,
  userId: string,
  orderId: bigint,
): Promise<NonNullable<Data<'planOutcome'>> | undefined> =>
  ofOneDate(deps.market, (today) =>
    deps.db.snapshot(async (tx) => {
      const noted = (await store.notedOrders(tx, userId, orderId)).filter(({ plannedAt }) => plannedAt !== undefined);
      if (noted.length === 0) return undefined;
      const all = await dayValues(deps, tx, userId, today);
      if (all.length === 0) return undefined;
      const { events, priceNow } = await tradeEvents(deps, tx, userId, { all, before: undefined, today });
      const plans = collectPlans(new Map(noted.map((row) => [String(row.orderId), row])), events, priceNow);
      const result = plans.get(String(orderId));
      return result && present(result, all.at(-1)!.marketDay);
    }),
  );

/** "-2.00" of -20,000 millionths. */
const toPercent = (millionths: bigint): string => showDecimal(mulDiv(millionths, 1n, 100n, 'half_up'), 2);

const present = (
  { outcome, stop, target, gain, netPaise, openedDay, closedDay }: PlanResult,
  lastDay: number,
): NonNullable<Data<'planOutcome'>> => ({
  outcome,
  stop: stop === undefined ? null : toPercent(stop),
  target: target === undefined ? null : toPercent(target),
  gain: toPercent(gain),
  risks: stop === undefined || stop >= 0n ? null : showDecimal(mulDiv(gain, 100n, -stop, 'half_up'), 2),
  result: rupees(netPaise),
  days: (closedDay ?? lastDay) - openedDay,
});
