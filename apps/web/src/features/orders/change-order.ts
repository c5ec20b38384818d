import { hasLimit, type OrderKind } from '#features/ticket/terms.ts';
import type { Order } from './outcome.ts';

/**
 * What a change of an order does to its place in the queue, by NSE's rule: a smaller quantity, or less of it
 * shown, keeps it.
 */
type PlaceAfter = 'none' | 'keeps' | 'loses' | 'waits';

export type Change = {
  /** New total in shares, what is filled included. */
  readonly quantity: number | undefined;
  /** In paise. */
  readonly price: bigint | undefined;
  readonly trigger: bigint | undefined;
  /** Shares that the book shows at a time; undefined shows all. */
  readonly shown: number | undefined;
};

/** What the order stands at now, in the same units. */
export type OrderTerms = {
  readonly quantity: number;
  readonly price: bigint | undefined;
  readonly trigger: bigint | undefined;
  readonly shown: number | undefined;
};

/** `waits`: a stop is in no queue yet. `none`: nothing is changed. */
export function placeAfter(order: Pick<Order, 'state'>, before: OrderTerms, change: Change): PlaceAfter {
  const samePrice = change.price === before.price;
  const { quantity } = change;
  const same = quantity === before.quantity && samePrice && change.trigger === before.trigger;
  if (same && change.shown === before.shown) return 'none';
  if (order.state === 'trigger_pending') return 'waits';
  const showsMore = (change.shown ?? Infinity) > (before.shown ?? Infinity);
  return samePrice && quantity !== undefined && quantity <= before.quantity && !showsMore ? 'keeps' : 'loses';
}

/** Whether the limit can be changed: a market order that waits in an auction has none. */
export const canChangePrice = (type: OrderKind): boolean => hasLimit(type);
/** Whether the trigger can: only until it has triggered. */
export const canChangeTrigger = (order: Pick<Order, 'state'>): boolean => order.state === 'trigger_pending';
/**
 * Whether how much is shown at a time can: of an order that hides a part; what shows all of itself goes on doing so.
 */
export const canChangeDisclosed = (order: Pick<Order, 'disclosedQuantity'>): boolean =>
  order.disclosedQuantity !== null;
