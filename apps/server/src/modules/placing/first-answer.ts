import type { Fill, Order } from '@khara/broker';
import { setTimeout as rest } from 'node:timers/promises';
import type { Deps } from '#src/kernel/deps.ts';
import { asFirstAnswered, findOrder, fillsOfOrder } from '#modules/orders/index.ts';

/** How long an answer waits for the settlement of what its command caused at once. */
const TIMEOUT_MS = 1_000;

/** An order as its request is answered, with the fills that it has. */
export type OrderResult = { readonly order: Order; readonly fills: readonly Fill[] };

/**
 * An order as its request was answered first: as the commit that placed it left it. The same for every repeat of the
 * request, whatever has become of the order since.
 */
export const firstAnswerTo = (deps: Pick<Deps, 'db'>, userId: string, orderId: bigint): Promise<OrderResult> =>
  readOrder(deps, userId, orderId, asFirstAnswered);

/** An order as it is now, or as `as` has it, which was there a moment before. */
export async function readOrder(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  orderId: bigint,
  as = (order: Order): Order => order,
): Promise<OrderResult> {
  const found = await findOrder(db, userId, orderId);
  if (!found) throw new Error(`order ${orderId} of ${userId} is gone`);
  const order = as(found);
  const fills: Fill[] = [];
  let filled = 0;
  for (const fill of await fillsOfOrder(db, orderId)) {
    if (filled === order.filled) break; // later ones were settled in between
    filled += fill.quantity;
    fills.push(fill);
  }
  return { order, fills };
}

/** Waits until everything that commands up to `seq` caused at once is settled, but not for ever. */
export async function settledSoon({ venue }: Pick<Deps, 'venue'>, seq: number): Promise<void> {
  const timer = new AbortController();
  const timeout = rest(TIMEOUT_MS, undefined, { signal: timer.signal });
  await Promise.race([venue.settled(seq), timeout.catch(() => undefined)]); // it rejects when it is aborted
  timer.abort();
}
