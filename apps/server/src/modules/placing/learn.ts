import type { After } from '@khara/broker';
import type { Arrival } from '#modules/settlement/index.ts';
import { KnownStanding } from './known-standing.ts';
import type { Leases } from './leases.ts';
import { isPlain } from './new-order.ts';
import type { ReadOrders } from './place-orders.ts';

/** What was written of orders that the exchange has matched. */
export type Outcome = { readonly arrivals: ReadonlyMap<bigint, Arrival>; readonly after: After };

/**
 * Keeps what is known of the users of orders by what was read and written. Where something moved that is not followed
 * (what rests, intraday orders, orders of before) it is read anew.
 */
export function learnFrom(
  leases: Leases,
  read: ReadOrders,
  { marketDate, now, arrivals, after }: Partial<Outcome> & { readonly marketDate: string; readonly now: number },
): void {
  const orders = read.orders.map((order, at) => ({ order, standing: read.standings[at]! }));
  for (const [userId, own] of Map.groupBy(orders, ({ order }) => order.userId)) {
    const made = own.flatMap(({ order }) => arrivals?.get(order.id) ?? []);
    const isFollowed =
      own.every(({ order }) => isPlain(order) && order.marketDate === marketDate) && made.every(({ hold }) => !hold);
    const before = leases.known(userId);
    const known = before?.isOn(marketDate) ? before : KnownStanding.of(own[0]!.standing, marketDate);
    if (known && isFollowed) {
      for (const { order, standing } of own) known.note(order, standing, ofShare(read.before, order));
      if (after) for (const arrival of made) known.apply(arrival, after);
    }
    leases.learn(userId, isFollowed ? known : undefined, now);
  }
  for (const { id, userId } of [...(after?.orders ?? []), ...(after?.becameIntraday ?? [])])
    if (!arrivals?.has(id)) leases.forget(userId);
}

function ofShare(
  { positions, dues, dpOfDay }: ReadOrders['before'],
  { userId, asset }: { readonly userId: string; readonly asset: string },
): Pick<ReadOrders['before'], 'positions' | 'dues' | 'dpOfDay'> {
  const isOwn = (of: { readonly userId: string; readonly asset: string }) => of.userId === userId && of.asset === asset;
  return { positions: positions.filter(isOwn), dues: dues.filter(isOwn), dpOfDay: dpOfDay.filter(isOwn) };
}
