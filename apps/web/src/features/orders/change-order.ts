import { hasLimit, type OrderKind } from '#features/ticket/terms.ts';
import type { Order } from './outcome.ts';

/** What a change of an order does to its place in the queue, by NSE's rule: only a smaller quantity keeps it. */
export type PlaceAfter = 'none' | 'keeps' | 'loses' | 'waits';

export type Change = {
  /** New total in shares, what is filled included. */
  readonly quantity: number | undefined;
  /** In paise. */
  readonly price: bigint | undefined;
  readonly trigger: bigint | undefined;
};

/** What the order stands at now, in the same units. */
export type Standing = {
  readonly quantity: number;
  readonly price: bigint | undefined;
  readonly trigger: bigint | undefined;
};

/** `waits`: a stop is in no queue yet. `none`: nothing is changed. */
export function placeAfter(order: Pick<Order, 'state'>, before: Standing, change: Change): PlaceAfter {
  const samePrice = change.price === before.price;
  const sameTrigger = change.trigger === before.trigger;
  if (change.quantity === before.quantity && samePrice && sameTrigger) return 'none';
  if (order.state === 'trigger_pending') return 'waits';
  return samePrice && change.quantity !== undefined && change.quantity < before.quantity ? 'keeps' : 'loses';
}

/** Whether the limit can be changed: a market order that waits in an auction has none. */
export const canChangePrice = (type: OrderKind): boolean => hasLimit(type);
/** Whether the trigger can: only until it has triggered. */
export const canChangeTrigger = (order: Pick<Order, 'state'>): boolean => order.state === 'trigger_pending';
