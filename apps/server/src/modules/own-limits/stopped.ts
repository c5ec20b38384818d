import { nextRegularDay } from '@khara/rules';
import { rupees } from '@khara/money';
import { OWN_LIMIT_REFUSALS, type OwnLimitRefusal } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import { momentParam } from '#src/kernel/format-message.ts';
import { refuse, type Refused } from '#src/kernel/result.ts';
import { SqlError, type Queryable, type Tx } from '#src/ports/database.ts';
import { profitToday, lockUsers } from '#modules/orders/index.ts';
import { nextDate } from './limit-days.ts';
import { findStop, type LimitedOrder, type OwnLimits } from './limits.ts';
import { readGrantUses, readOwnLimits, type GrantUse } from './limits-store.ts';

type WithMarket = Pick<Deps, 'market'>;

/** Today's result of the positions that a limit of the loss looks at, by the market as it is; in paise. */
export const sumProfit = (deps: WithMarket, { positions }: Pick<OwnLimits, 'positions'>): bigint =>
  positions.reduce((sum, position) => sum + profitToday(deps, position).profit, 0n);

/** The limit that stops an order of a member, by the limits as they were read. */
export const stopOfOrder = (
  deps: WithMarket,
  own: OwnLimits | undefined,
  order: LimitedOrder,
): OwnLimitRefusal | undefined => own && findStop(own, order, sumProfit(deps, own));

export const asStop = (reason: string | undefined): OwnLimitRefusal | undefined =>
  OWN_LIMIT_REFUSALS.find((known) => known === reason);

/** The limit for which the database ended a transaction. */
export const stopIn = (error: unknown): OwnLimitRefusal | undefined =>
  error instanceof SqlError && error.code === 'KH006' ? asStop(error.detail) : undefined;

/**
 * What `work` answers. Where the database ends its transaction for a limit of the member that the server did not find,
 * the refusal of that limit; nothing is kept.
 */
export async function withinLimits<T>(
  deps: WithMarket & { readonly db: Queryable },
  userId: string,
  work: () => Promise<T>,
): Promise<T | Refused<OwnLimitRefusal>> {
  try {
    return await work();
  } catch (error) {
    const stop = stopIn(error);
    if (!stop) throw error;
    return stoppedBy(deps, userId, stop);
  }
}

/**
 * Refuses what a limit stops of a purchase that is no order (a block). Locks the member: orders are decided so, too.
 */
export async function stoppedPurchase(
  deps: WithMarket & { readonly db: Tx },
  userId: string,
  valuePaise: bigint,
): Promise<Refused<OwnLimitRefusal> | undefined> {
  await lockUsers(deps.db, [userId]);
  const own = await readOwnLimits(deps.db, userId);
  const purchase = { product: 'delivery', opens: true, isNew: true, valuePaise } as const;
  const stop = stopOfOrder(deps, own, purchase);
  return stop && stoppedBy(deps, userId, stop);
}

/**
 * Refuses for a limit, with its figure, the day's figure and when it ends, as they are now. `keyId`: of the
 * assistant that placed it.
 */
export async function stoppedBy(
  deps: WithMarket & { readonly db: Queryable },
  userId: string,
  reason: OwnLimitRefusal,
  keyId?: string,
): Promise<Refused<OwnLimitRefusal>> {
  if (reason === 'assistant_day_sum' || reason === 'assistant_day_orders') {
    const use = (await readGrantUses(deps.db, userId, deps.market.now().marketDate)).get(keyId ?? '');
    return refuse(reason, use && { details: useDetails(reason, use) });
  }
  const own = await readOwnLimits(deps.db, userId, { all: true });
  return refuse(reason, own && { details: stopDetails(deps, reason, own) });
}

const useDetails = (reason: 'assistant_day_sum' | 'assistant_day_orders', use: GrantUse) =>
  reason === 'assistant_day_sum'
    ? { limit: rupees(use.dayPaise), used: rupees(use.paise) }
    : { limit: use.dayOrders, used: use.orders };

function stopDetails(
  deps: WithMarket,
  reason: OwnLimitRefusal,
  own: OwnLimits,
): Readonly<Record<string, string | number>> {
  const profitPaise = sumProfit(deps, own);
  const until = nextDate({ ...deps.market.now(), marketDate: own.marketDate }, own.now);
  const { now, dayLossPaise, dayOrders, largestOrderPaise, pausedUntil, pausedThrough } = own;
  switch (reason) {
    case 'own_limit_day_loss':
      return dayLossPaise === undefined
        ? {}
        : { limit: rupees(dayLossPaise), used: rupees(profitPaise < 0n ? -profitPaise : 0n), until };
    case 'own_limit_day_orders':
      return dayOrders === undefined ? {} : { limit: dayOrders, used: own.orders, until };
    case 'own_limit_largest_order':
      return largestOrderPaise === undefined ? {} : { limit: rupees(largestOrderPaise) };
    case 'own_limit_pause':
      // An instant is known; when a market day begins is not, until it has.
      if (pausedUntil !== undefined && now < pausedUntil)
        return { until: momentParam(pausedUntil), endsAt: pausedUntil };
      return pausedThrough === undefined ? {} : { until: nextRegularDay(pausedThrough) };
    default:
      return {};
  }
}
