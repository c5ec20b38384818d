import type { DayPosition, Product } from '@khara/broker';
import type { OwnLimitRefusal } from '@khara/contract';

/** The limits that a member has set and that are in force, as the database reads them; undefined is none. */
export type OwnLimits = {
  /** The database's clock, real ms. */
  readonly now: number;
  /** The market date that runs, as the database has it. */
  readonly marketDate: string;
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
  /** Of the day's profit; may be empty where no loss is limited. */
  readonly positions: readonly DayPosition[];
};

/** What of an order its member's limits look at. */
export type LimitedOrder = {
  readonly product: Product;
  /** Quantity at its limit, or at the worst price; of a sale no less than at the last one. */
  readonly valuePaise: bigint;
  /** Whether it may open a position, or make one larger. What only reduces one always passes. */
  readonly opens: boolean;
  /** A change of an order is no other order. */
  readonly isNew: boolean;
};

/** Whether a pause is on. */
export const isPaused = ({
  now,
  marketDate,
  pausedUntil,
  pausedThrough,
}: Pick<OwnLimits, 'now' | 'marketDate' | 'pausedUntil' | 'pausedThrough'>): boolean =>
  (pausedUntil !== undefined && now < pausedUntil) || (pausedThrough !== undefined && marketDate <= pausedThrough);

/**
 * The limit that stops an order, in the published order: pause, intraday, largest order, orders of the day, loss of the
 * day. A limit that is reached stops; an order as large as the largest passes. `profitPaise`: today's result, realised
 * and open, without charges, which is the figure of Assets. All but the loss stands in the database, too
 * (trading.own_limit_stop).
 */
export function findStop(limits: OwnLimits, order: LimitedOrder, profitPaise: bigint): OwnLimitRefusal | undefined {
  if (!order.opens) return undefined;
  const { dayLossPaise, dayOrders, largestOrderPaise } = limits;
  if (isPaused(limits)) return 'own_limit_pause';
  if (limits.noIntraday && order.product === 'intraday') return 'own_limit_no_intraday';
  if (largestOrderPaise !== undefined && order.valuePaise > largestOrderPaise) return 'own_limit_largest_order';
  if (order.isNew && dayOrders !== undefined && limits.orders >= dayOrders) return 'own_limit_day_orders';
  if (dayLossPaise !== undefined && -profitPaise >= dayLossPaise) return 'own_limit_day_loss';
  return undefined;
}
