import { hasTrigger, type OrderKind } from '#features/ticket/terms.ts';
import type { Order } from './outcome.ts';

/**
 * What a change of an order does to its place in the queue, by NSE's rule: a smaller quantity, or less of it
 * shown, keeps it.
 */
type PlaceAfter = 'none' | 'keeps' | 'loses' | 'waits' | 'market' | 'atOnce';

/** What kind of order it is. */
type Kind = { readonly type: OrderKind; readonly validity: 'day' | 'ioc' };

export type Change = Kind & {
  /** New total in shares, what is filled included. */
  readonly quantity: number | undefined;
  /** In paise. */
  readonly price: bigint | undefined;
  readonly trigger: bigint | undefined;
  /** Shares that the book shows at a time; undefined shows all. */
  readonly shown: number | undefined;
};

/** What the order stands at now, in the same units. */
export type OrderTerms = Kind & {
  readonly quantity: number;
  readonly price: bigint | undefined;
  readonly trigger: bigint | undefined;
  readonly shown: number | undefined;
};

/**
 * `waits`: a stop is in no queue yet. `market`, `atOnce`: it takes what is there and stands in none. `none`: nothing is
 * changed.
 */
export function placeAfter(before: OrderTerms, change: Change): PlaceAfter {
  const samePrice = change.price === before.price;
  const { quantity } = change;
  const sameKind = change.type === before.type && change.validity === before.validity;
  const same = sameKind && quantity === before.quantity && samePrice && change.trigger === before.trigger;
  if (same && change.shown === before.shown) return 'none';
  if (hasTrigger(change.type)) return 'waits';
  if (!sameKind) return change.type === 'market' ? 'market' : change.validity === 'ioc' ? 'atOnce' : 'loses';
  const showsMore = (change.shown ?? Infinity) > (before.shown ?? Infinity);
  return samePrice && quantity !== undefined && quantity <= before.quantity && !showsMore ? 'keeps' : 'loses';
}

/** What kind it is by now: a stop that has triggered is a limit order like any other. */
export const typeNow = ({ type, state }: Pick<Order, 'type' | 'state'>): OrderKind =>
  hasTrigger(type) && state === 'open' ? 'limit' : type;
/**
 * Whether how much is shown at a time can: of an order that hides a part; what shows all of itself goes on doing so.
 */
export const canChangeDisclosed = (order: Pick<Order, 'disclosedQuantity'>): boolean =>
  order.disclosedQuantity !== null;
