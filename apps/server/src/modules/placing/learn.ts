import type { After } from '@khara/broker';
import type { Arrival } from '#modules/settlement/index.ts';
import { KnownStanding } from './known-standing.ts';
import type { Lane } from './lane.ts';
import { isPlain } from './new-order.ts';
import type { ReadOrders } from './place-orders.ts';

/** What was written of orders that the exchange has matched. */
export type Outcome = { readonly arrivals: ReadonlyMap<bigint, Arrival>; readonly after: After };

/**
 * Keeps what is known of the users of orders by what was read and written. Where something moved that is not followed
 * (what rests, intraday orders, orders of before) it is read anew.
 */
export function learnFrom(
  lane: Lane,
  { orders, standings, before }: ReadOrders,
  { marketDate, now, arrivals, after }: Partial<Outcome> & { readonly marketDate: string; readonly now: number },
): void {
  const read = orders.map((order, at) => ({ order, standing: standings[at]! }));
  for (const [userId, own] of Map.groupBy(read, ({ order }) => order.userId)) {
    const made = own.flatMap(({ order }) => arrivals?.get(order.orderId) ?? []);
    const isFollowed =
      own.every(({ order }) => isPlain(order) && order.marketDate === marketDate) && made.every(({ hold }) => !hold);
    const known = isFollowed ? (lane.known(userId) ?? KnownStanding.of(own[0]!.standing, marketDate)) : undefined;
    if (known) {
      for (const { order, standing } of own) known.note(order, standing, ofShare(before, order));
      if (after) for (const arrival of made) known.apply(arrival, after);
    }
    lane.learn(userId, known, now);
  }
  for (const { id, userId } of [...(after?.orders ?? []), ...(after?.becameIntraday ?? [])])
    if (!arrivals?.has(id)) lane.forget(userId);
}

function ofShare(
  { positions, dues, dpOfDay }: ReadOrders['before'],
  { userId, asset }: { readonly userId: string; readonly asset: string },
): Pick<ReadOrders['before'], 'positions' | 'dues' | 'dpOfDay'> {
  const isOwn = (of: { readonly userId: string; readonly asset: string }) => of.userId === userId && of.asset === asset;
  return { positions: positions.filter(isOwn), dues: dues.filter(isOwn), dpOfDay: dpOfDay.filter(isOwn) };
}
