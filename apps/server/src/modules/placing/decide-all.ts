import { type AccountRefusal, decide, IDLE_ORDER, type Order, type Stop } from '@khara/broker';
import assert from 'node:assert/strict';
import type { OwnLimitRefusal } from '@khara/contract';
import { stopOfOrder } from '#modules/own-limits/index.ts';
import { holdName, type PlacedOrder } from '#modules/settlement/index.ts';
import { pausesIntraday } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { isPlain, type Numbered, type Placement } from './new-order.ts';
import type { ReadOrders } from './place-orders.ts';
import type { Standing } from './place-store.ts';
import { Remaining } from './remaining.ts';

/* Which orders of one transaction are taken. */

type Decided = {
  readonly order: Numbered;
  readonly placement: Placement;
  /** Of an order that is taken: what it may need, paise or shares of a sale. */
  readonly held?: bigint;
  readonly placed?: PlacedOrder;
};

/** Orders that a limit stops, by their number. */
export type Stops = ReadonlyMap<bigint, Stop>;

/** The limits that stop orders, at the market as it is. `known` is one for which the database has not taken them. */
export const findStops = (
  deps: Pick<Deps, 'market' | 'keys'>,
  orders: readonly Numbered[],
  standings: readonly Standing[],
  known?: OwnLimitRefusal,
): Stops =>
  new Map(
    orders.flatMap((order, at): readonly (readonly [bigint, Stop])[] => {
      const { own, opening, earlier, lost, stop: stopHere, ceiling = known } = standings[at]!;
      if (earlier) return [];
      if (opening > 0 && pausesIntraday(deps, lost, order.marketDate)) return [[order.id, 'intraday_paused']];
      if (!own) return ceiling === undefined ? [] : [[order.id, ceiling]];
      const { side, product } = order;
      const opens = product === 'delivery' ? side === 'buy' : opening > 0;
      // The database takes no order that it stops: it is refused before anything is matched.
      const limited = { product, opens, isNew: true, valuePaise: order.valuePaise } as const;
      const stop = stopOfOrder(deps, own, limited) ?? (opens ? stopHere : undefined) ?? ceiling;
      return stop === undefined ? [] : [[order.id, stop]];
    }),
  );

/**
 * `stops`: what a limit stops. `refusals`: what was refused when the others were matched. An order that has to wait for
 * what becomes of those before it is `undefined`, and so are those of its user after it.
 */
export function decideAll(
  { orders, standings, before }: ReadOrders,
  stops: Stops,
  refusals: ReadonlyMap<bigint, AccountRefusal>,
): readonly (Decided | undefined)[] {
  const users = new Map<string, Remaining | 'waits'>();
  return orders.map((order, at) => {
    const standing = standings[at];
    assert(standing, 'each order has its standing');
    const remaining = users.get(order.userId) ?? new Remaining(before);
    const isFirst = !users.has(order.userId);
    users.set(order.userId, 'waits');
    if (remaining === 'waits') return undefined;
    const now = isFirst || standing.earlier ? standing : remaining.standing(order, standing);
    if (!now) return undefined;
    const decided = decideOne(order, isHeld(order, before) ? now : { ...now, free: undefined, unsettled: undefined }, {
      stops,
      refusals,
      accounts: standing,
    });
    const isRefused = decided.placement.refusal !== undefined && !standing.earlier;
    // Refused is only what does not stand behind another.
    if (isRefused && !isFirst && !refusals.has(order.id)) return undefined;
    if (decided.held !== undefined) remaining.take(order, decided.held);
    users.set(order.userId, remaining);
    return decided;
  });
}

/** Whether there is a position that a sale takes shares of: without one of a server nothing could be settled. */
const isHeld = (order: Numbered, { positions }: ReadOrders['before']): boolean =>
  order.side === 'buy' ||
  !isPlain(order) ||
  positions.some(
    ({ userId, asset, product, quantity }) =>
      userId === order.userId && asset === order.asset && product === 'delivery' && quantity > 0,
  );

function decideOne(
  order: Numbered,
  standing: Standing,
  {
    stops,
    refusals,
    accounts,
  }: { readonly stops: Stops; readonly refusals: ReadonlyMap<bigint, AccountRefusal>; readonly accounts: Standing },
): Decided {
  if (standing.earlier) return { order, placement: standing.earlier };
  const refused = refusals.get(order.id);
  const { refusal, held } = refused ? { refusal: refused } : decide(order, standing, stops.get(order.id));
  if (refusal !== undefined) return { order, placement: { repeated: false, refusal, orderId: undefined } };
  return {
    order,
    placement: { repeated: false, refusal, orderId: order.id },
    held,
    placed: { order: toOrder(order, held, standing), hash: order.hash, standing: accounts },
  };
}

/** The same by what happens next: for the exchange now, for the next pre-open, or refused. */
export function decidedBy(decided: readonly Decided[]): {
  readonly placed: readonly PlacedOrder[];
  readonly waiting: readonly PlacedOrder[];
  readonly refused: readonly { readonly order: Numbered; readonly refusal: AccountRefusal }[];
} {
  const taken = decided.flatMap(({ placed }) => placed ?? []);
  return {
    placed: taken.filter(({ order }) => !order.afterMarket),
    waiting: taken.filter(({ order }) => order.afterMarket),
    refused: decided.flatMap(({ order, placed, placement: { repeated, refusal } }) =>
      placed || repeated || refusal === undefined ? [] : [{ order, refusal: refusal as AccountRefusal }],
    ),
  };
}

/** A new order that holds, or may need, so much. */
function toOrder(order: Numbered, held: bigint, { free }: Standing): Order {
  const isDelivery = order.product === 'delivery';
  const shares = isDelivery && order.side === 'sell' ? order.quantity : 0;
  return {
    ...IDLE_ORDER,
    ...order,
    frozenPaise: isDelivery && order.side === 'buy' ? held : 0n,
    frozenShares: shares,
    frozenUnsettled: Math.max(0, shares - Number(free?.balance ?? 0n)),
    marginPaise: isDelivery ? 0n : held,
    hold: !isDelivery && held > 0n ? holdName(order.id) : undefined,
    updatedAt: order.acceptedAt,
  };
}
