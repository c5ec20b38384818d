import type { Db } from '#src/ports/database.ts';
import type { Fill, Order } from '../order.ts';
import type { After } from '../settlement/batch.ts';

/** An order as its request is answered, with the fills that it has. */
export type OrderResult = { readonly order: Order; readonly fills: readonly Fill[] };

/**
 * Enough for all who can wait at once. What is never asked for (orders of the system, of those who waited too
 * long) makes room for what comes.
 */
const MOST = 4096;

const recent = new WeakMap<Db, Map<bigint, OrderResult>>();

/**
 * Remembers how orders stand after a batch that has committed, for the requests that wait for just that: the
 * database need not be asked for what was written a moment ago. Only orders whose first answer this batch has
 * decided, and that had no fill before it.
 */
export function rememberResults(db: Db, before: readonly Order[], after: After): void {
  const results = recent.get(db) ?? new Map<bigint, OrderResult>();
  recent.set(db, results);
  const decided = new Set(
    before.filter(({ firstAnswer, filled }) => firstAnswer === undefined && filled === 0).map(({ id }) => id),
  );
  const fills = Map.groupBy(after.fills, ({ orderId }) => orderId);
  for (const order of after.orders) {
    if (decided.has(order.id))
      results.set(order.id, { order: { ...order, becameLimit: false }, fills: fills.get(order.id) ?? [] });
  }
  for (const id of results.keys()) {
    if (results.size <= MOST) break;
    results.delete(id);
  }
}

/** The result of an order that a batch has just decided, once; undefined when it is to be read. */
export function takeResult(db: Db, orderId: bigint): OrderResult | undefined {
  const result = recent.get(db)?.get(orderId);
  recent.get(db)?.delete(orderId);
  return result;
}
