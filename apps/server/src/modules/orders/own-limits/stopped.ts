import { nextTradingDay } from '@khara/rules';
import { rupees } from '@khara/money';
import { OWN_LIMIT_REFUSALS, type OwnLimitRefusal } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import { momentParam } from '#src/kernel/format-message.ts';
import { refuse, type Refused } from '#src/kernel/result.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { profitToday } from '../present-order.ts';
import { lockUsers } from '../user-locks.ts';
import { stopOf, type LimitedDay, type LimitedOrder, type OwnLimits } from './limits.ts';
import { readOwnLimits } from './limits-store.ts';

type WithMarket = Pick<Deps, 'market'>;

/** The day for a member's limits at the market as it is. `now` in real ms. */
export const limitedDay = (deps: WithMarket, { positions }: Pick<OwnLimits, 'positions'>, now: number): LimitedDay => ({
  now,
  marketDate: deps.market.now().marketDate,
  profitPaise: positions.reduce((sum, position) => sum + profitToday(deps, position).profit, 0n),
});

/** The limit that stops an order of a member, by the limits as they were read. */
export const stopOfOrder = (
  deps: WithMarket,
  own: OwnLimits | undefined,
  order: LimitedOrder & { readonly at: number },
): OwnLimitRefusal | undefined => own && stopOf(own, order, limitedDay(deps, own, order.at));

export const asStop = (reason: string | undefined): OwnLimitRefusal | undefined =>
  OWN_LIMIT_REFUSALS.find((known) => known === reason);

/**
 * Refuses what a limit stops of a purchase that is no order (a block). Locks the member: orders are decided so, too.
 */
export async function stoppedPurchase(
  deps: Pick<Deps, 'market' | 'clock'> & { readonly db: Tx },
  userId: string,
  valuePaise: bigint,
): Promise<Refused<OwnLimitRefusal> | undefined> {
  await lockUsers(deps.db, [userId]);
  const own = await readOwnLimits(deps.db, userId, deps.market.now().marketDate);
  const purchase = { product: 'delivery', opens: true, isNew: true, valuePaise, at: deps.clock.now() } as const;
  const stop = stopOfOrder(deps, own, purchase);
  return stop && stoppedBy(deps, userId, stop);
}

/** Refuses for a limit, with its figure, the day's figure and when it ends, as they are now. */
export async function stoppedBy(
  deps: Pick<Deps, 'market' | 'clock'> & { readonly db: Queryable },
  userId: string,
  reason: OwnLimitRefusal,
): Promise<Refused<OwnLimitRefusal>> {
  const own = await readOwnLimits(deps.db, userId, deps.market.now().marketDate);
  return refuse(reason, own && { details: detailsOf(reason, own, limitedDay(deps, own, deps.clock.now())) });
}

function detailsOf(
  reason: OwnLimitRefusal,
  own: OwnLimits,
  day: LimitedDay,
): Readonly<Record<string, string | number>> {
  const until = nextTradingDay(day.marketDate);
  const { dayLossPaise, dayOrders, largestOrderPaise, pausedUntil, pausedThrough } = own;
  switch (reason) {
    case 'own_limit_day_loss':
      return dayLossPaise === undefined
        ? {}
        : { limit: rupees(dayLossPaise), used: rupees(day.profitPaise < 0n ? -day.profitPaise : 0n), until };
    case 'own_limit_day_orders':
      return dayOrders === undefined ? {} : { limit: dayOrders, used: own.orders, until };
    case 'own_limit_largest_order':
      return largestOrderPaise === undefined ? {} : { limit: rupees(largestOrderPaise) };
    case 'own_limit_pause':
      // An instant is known; when a market day begins is not, until it has.
      if (pausedUntil !== undefined && day.now < pausedUntil)
        return { until: momentParam(pausedUntil), endsAt: pausedUntil };
      return pausedThrough === undefined ? {} : { until: nextTradingDay(pausedThrough) };
    default:
      return {};
  }
}
