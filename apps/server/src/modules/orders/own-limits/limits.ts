import type { OwnLimitRefusal } from '@khara/contract';
import type { Product } from '../order.ts';
import type { DayPosition } from '../portfolio/position.ts';

/** The limits that a member has set and that are in force; undefined is none. */
export type OwnLimits = {
  readonly dayLossPaise: bigint | undefined;
  readonly dayOrders: number | undefined;
  readonly largestOrderPaise: bigint | undefined;
  readonly noIntraday: boolean;
  /** Real ms. */
  readonly pausedUntil: number | undefined;
  /** The last market date of a pause. */
  readonly pausedThrough: string | undefined;
  /** Orders of the market day, counted as far as the limit. */
  readonly orders: number;
  /** Of the day's profit; empty where no loss is limited. */
  readonly positions: readonly DayPosition[];
};

/** What of an order its member's limits look at. */
export type LimitedOrder = {
  readonly product: Product;
  /** Quantity at its limit, or at the worst price. */
  readonly valuePaise: bigint;
  /** Whether it may open a position, or make one larger. What only reduces one always passes. */
  readonly opens: boolean;
  /** A change of an order is no other order. */
  readonly isNew: boolean;
};

/** The day as it is when an order is decided. */
export type LimitedDay = {
  /** Real ms. */
  readonly now: number;
  readonly marketDate: string;
  /** Today's result, realised and open, without charges: the figure of Assets. */
  readonly profitPaise: bigint;
};

/** Whether a pause is on. */
export const isPaused = (
  { pausedUntil, pausedThrough }: Pick<OwnLimits, 'pausedUntil' | 'pausedThrough'>,
  { now, marketDate }: Pick<LimitedDay, 'now' | 'marketDate'>,
): boolean =>
  (pausedUntil !== undefined && now < pausedUntil) || (pausedThrough !== undefined && marketDate <= pausedThrough);

/**
 * The limit that stops an order, in the published order: pause, intraday, largest order, orders of the day, loss of the
 * day. A limit that is reached stops; an order as large as the largest passes.
 */
export function stopOf(limits: OwnLimits, order: LimitedOrder, day: LimitedDay): OwnLimitRefusal | undefined {
  if (!order.opens) return undefined;
  const { dayLossPaise, dayOrders, largestOrderPaise } = limits;
  if (isPaused(limits, day)) return 'own_limit_pause';
  if (limits.noIntraday && order.product === 'intraday') return 'own_limit_no_intraday';
  if (largestOrderPaise !== undefined && order.valuePaise > largestOrderPaise) return 'own_limit_largest_order';
  if (order.isNew && dayOrders !== undefined && limits.orders >= dayOrders) return 'own_limit_day_orders';
  if (dayLossPaise !== undefined && -day.profitPaise >= dayLossPaise) return 'own_limit_day_loss';
  return undefined;
}
