import assert from 'node:assert/strict';
import type { OrderEvent, SettlementBatch } from '#src/ports.ts';
import type { Charges } from '@khara/charges';
import { max, min } from '@khara/money';
import { addCharges, addDp, chargesOfFill, dpOfSales, neededForRest } from './billing.ts';
import { afterFill, newPosition, type FillOfPosition, type Position } from './position.ts';
import { valueOf, type OrderState, type OrderType, type Product, type Side, type Validity } from './words.ts';

/** An order as it stands in the database. */
export type OrderNow = {
  readonly id: bigint;
  readonly userId: string;
  readonly code: string;
  readonly asset: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly product: Product;
  readonly validity: Validity;
  readonly quantity: number;
  readonly pricePaise: bigint;
  readonly marketDate: string;
  readonly state: OrderState;
  readonly reason: string | undefined;
  readonly filled: number;
  readonly filledPaise: bigint;
  readonly charges: Charges;
  /** Money still frozen for a buy. */
  readonly frozenPaise: bigint;
  /** Shares still frozen for a sale, and how many of them came from unsettled ones. */
  readonly frozenShares: number;
  readonly frozenUnsettled: number;
  readonly timelineLength: number;
  readonly updatedAt: number;
};

/** One execution, as it is kept. */
export type Fill = {
  readonly id: bigint;
  readonly order: OrderNow;
  readonly positionId: bigint;
  readonly quantity: number;
  readonly pricePaise: bigint;
  readonly valuePaise: bigint;
  readonly charges: Charges;
  readonly aggressor: boolean;
  readonly marketTime: string;
  readonly tradeNo: number;
};

/** Shares that settle on a day: bought, less sold before, less settled. */
export type Due = {
  readonly userId: string;
  readonly asset: string;
  readonly settlesOn: string;
  readonly bought: number;
  readonly sold: number;
  readonly settled: number;
};

/** Value of a share's delivery sales of the day, and the DP charge taken for them. */
export type DpOfDay = {
  readonly userId: string;
  readonly asset: string;
  readonly soldPaise: bigint;
  readonly dpPaise: bigint;
};

export type TimelineEntry = {
  readonly orderId: bigint;
  readonly no: number;
  readonly state: OrderState;
  readonly marketTime: string;
  readonly quantity: number | undefined;
  readonly pricePaise: bigint | undefined;
  readonly reason: string | undefined;
};

/** What the ledger is to write, in the order in which it happened. */
export type Movement =
  | {
      readonly kind: 'buy_fill';
      readonly order: OrderNow;
      readonly tradeNo: number;
      readonly quantity: number;
      readonly valuePaise: bigint;
      readonly charges: Charges;
      /** Of what was frozen for it, what is not needed any more: price improvement, and charges that will not come. */
      readonly releasedPaise: bigint;
    }
  | {
      readonly kind: 'sell_fill';
      readonly order: OrderNow;
      readonly tradeNo: number;
      readonly quantity: number;
      readonly valuePaise: bigint;
      readonly charges: Charges;
    }
  | { readonly kind: 'order_release'; readonly order: OrderNow; readonly paise: bigint }
  | { readonly kind: 'sell_release'; readonly order: OrderNow; readonly shares: number; readonly unsettled: number };

/** What the batch touches, as it stood before. */
export type Before = {
  readonly orders: readonly OrderNow[];
  /** Positions held now of the accounts and shares of these orders. */
  readonly positions: readonly Position[];
  /** Outstanding ones of the same, in any order. */
  readonly dues: readonly Due[];
  /** Of the batch's market date. */
  readonly dpOfDay: readonly DpOfDay[];
  /** Day on which what is bought on the batch's market date settles. */
  readonly settlesOn: string;
  readonly nextId: () => bigint;
};

export type After = {
  readonly orders: readonly OrderNow[];
  readonly positions: readonly Position[];
  readonly dues: readonly Due[];
  readonly dpOfDay: readonly DpOfDay[];
  readonly fills: readonly Fill[];
  readonly timeline: readonly TimelineEntry[];
  readonly movements: readonly Movement[];
};

type Batch = Pick<SettlementBatch, 'marketDate' | 'at' | 'marketTimeOf'>;

/**
 * What the events of members' orders mean for orders, positions, charges, settlement and the ledger. Pure: the same events on the same
 * state give the same result. An event that cannot be (a fill of an ended order, more shares than are left) throws: the books of the
 * exchange and ours would disagree, and nothing of the batch may be written.
 */
export function settle(batch: Batch, events: readonly OrderEvent[], before: Before): After {
  const orders = new Map(before.orders.map((order) => [order.id, order]));
  const positions = new Map(before.positions.map((position) => [positionKey(position), position]));
  const closed: Position[] = [];
  const dues = new Map<string, Due[]>();
  for (const due of before.dues) dues.set(keyOf(due), [...(dues.get(keyOf(due)) ?? []), due].sort(bySettlement));
  const dpOfDay = new Map(before.dpOfDay.map((dp) => [keyOf(dp), dp]));
  const fills: Fill[] = [];
  const timeline: TimelineEntry[] = [];
  const movements: Movement[] = [];
  const changedDues = new Set<string>();
  const changedDp = new Set<string>();
  const { nextId } = before;

  for (const event of events) {
    const order = orders.get(BigInt(event.orderId));
    assert(order, `event ${event.eventNo} is of order ${event.orderId}, which is not ours`);
    assert(
      isOpen(order.state),
      `event ${event.eventNo} (${event.kind}) comes after order ${order.id} was ${order.state}`,
    );
    const marketTime = batch.marketTimeOf(event.step);
    switch (event.kind) {
      case 'opened':
        keep(order, { state: 'open' }, { marketTime });
        break;
      case 'fill':
        fill(order, event, marketTime);
        break;
      case 'ended':
        release(order);
        keep(
          order,
          { state: event.state, reason: event.reason, frozenPaise: 0n, frozenShares: 0, frozenUnsettled: 0 },
          { marketTime, reason: event.reason, quantity: order.quantity - order.filled },
        );
        break;
    }
  }

  return {
    orders: [...orders.values()].filter((order) => !before.orders.includes(order)),
    positions: [...closed, ...positions.values()].filter((position) => !before.positions.includes(position)),
    dues: [...changedDues].flatMap((key) => dues.get(key) ?? []),
    dpOfDay: [...changedDp].flatMap((key) => dpOfDay.get(key) ?? []),
    fills,
    timeline,
    movements,
  };

  function fill(order: OrderNow, event: Extract<OrderEvent, { kind: 'fill' }>, marketTime: string): void {
    const { quantity, tradeNo } = event;
    const pricePaise = BigInt(event.pricePaise);
    const remaining = order.quantity - order.filled - quantity;
    assert(remaining >= 0, `order ${order.id}: ${quantity} filled of ${order.quantity - order.filled}`);
    const valuePaise = valueOf(quantity, pricePaise);
    const filledPaise = order.filledPaise + valuePaise;
    const own = chargesOfFill(order, order.filledPaise, filledPaise);
    const charges = order.side === 'sell' ? addDp(own, takeDp(order, valuePaise, own)) : own;

    const position = fillPosition(order, { quantity, valuePaise, charges, at: batch.at, marketDate: batch.marketDate });
    const still =
      order.side === 'buy'
        ? buyFill(order, { tradeNo, quantity, valuePaise, charges, remaining, filledPaise })
        : sellFill(order, { tradeNo, quantity, valuePaise, charges });
    const completed = remaining === 0;
    const state = completed ? 'complete' : 'open';
    keep(
      order,
      {
        ...still,
        state,
        filled: order.filled + quantity,
        filledPaise,
        charges: addCharges(order.charges, charges),
      },
      { marketTime, quantity, pricePaise },
    );
    fills.push({
      id: before.nextId(),
      order,
      positionId: position.id,
      quantity,
      pricePaise,
      valuePaise,
      charges,
      aggressor: event.aggressor,
      marketTime,
      tradeNo,
    });
  }

  function keep(
    order: OrderNow,
    change: Partial<OrderNow>,
    entry: Partial<TimelineEntry> & Pick<TimelineEntry, 'marketTime'>,
  ): void {
    const changed = { ...order, ...change, timelineLength: order.timelineLength + 1, updatedAt: batch.at };
    orders.set(order.id, changed);
    timeline.push({
      orderId: order.id,
      no: changed.timelineLength,
      state: changed.state,
      quantity: undefined,
      pricePaise: undefined,
      reason: undefined,
      ...entry,
    });
  }

  function buyFill(
    order: OrderNow,
    now: {
      tradeNo: number;
      quantity: number;
      valuePaise: bigint;
      charges: Charges;
      remaining: number;
      filledPaise: bigint;
    },
  ): Partial<OrderNow> {
    const { tradeNo, quantity, valuePaise, charges } = now;
    const frozenPaise = neededForRest(order, now.remaining, now.filledPaise);
    const releasedPaise = order.frozenPaise - valuePaise - charges.total - frozenPaise;
    assert(releasedPaise >= 0n, `order ${order.id}: what was frozen does not cover trade ${tradeNo}`);
    movements.push({ kind: 'buy_fill', order, tradeNo, quantity, valuePaise, charges, releasedPaise });
    changeDues(order, (held) => {
      const same = held.find(({ settlesOn }) => settlesOn === before.settlesOn);
      const fresh = { userId: order.userId, asset: order.asset, settlesOn: before.settlesOn, sold: 0, settled: 0 };
      const due = { ...(same ?? fresh), bought: (same?.bought ?? 0) + quantity };
      return [...held.filter((other) => other !== same), due].sort(bySettlement);
    });
    return { frozenPaise };
  }

  function sellFill(
    order: OrderNow,
    now: { tradeNo: number; quantity: number; valuePaise: bigint; charges: Charges },
  ): Partial<OrderNow> {
    const frozenShares = order.frozenShares - now.quantity;
    assert(frozenShares >= 0, `order ${order.id}: more shares were sold than frozen`);
    // Settled shares go first; the oldest of the unsettled ones follow.
    const frozenUnsettled = Math.min(order.frozenUnsettled, frozenShares);
    movements.push({ kind: 'sell_fill', order, ...now });
    let unsettled = order.frozenUnsettled - frozenUnsettled;
    if (unsettled > 0) {
      changeDues(order, (held) => {
        const after = held.map((due) => {
          const sold = Math.min(unsettled, due.bought - due.sold - due.settled);
          unsettled -= sold;
          return sold === 0 ? due : { ...due, sold: due.sold + sold };
        });
        assert.equal(unsettled, 0, `order ${order.id}: unsettled shares were sold that are not due`);
        return after;
      });
    }
    return { frozenShares, frozenUnsettled };
  }

  function release(order: OrderNow): void {
    if (order.frozenPaise > 0n) movements.push({ kind: 'order_release', order, paise: order.frozenPaise });
    if (order.frozenShares > 0) {
      const { frozenShares: shares, frozenUnsettled: unsettled } = order;
      movements.push({ kind: 'sell_release', order, shares, unsettled });
    }
  }

  /**
   * The DP charge of the day's sales, as far as it is not taken yet. It comes out of the proceeds: what one fill cannot bear is taken with
   * the day's next one, so that a small sale never takes money that the seller may not have.
   */
  function takeDp(order: OrderNow, valuePaise: bigint, own: Charges): bigint {
    const key = keyOf(order);
    const day = dpOfDay.get(key) ?? { userId: order.userId, asset: order.asset, soldPaise: 0n, dpPaise: 0n };
    const soldPaise = day.soldPaise + valuePaise;
    const due = dpOfSales(batch.marketDate, soldPaise) - day.dpPaise;
    const taken = min(due, max(0n, valuePaise - own.total));
    dpOfDay.set(key, { ...day, soldPaise, dpPaise: day.dpPaise + taken });
    changedDp.add(key);
    return taken;
  }

  function fillPosition(order: OrderNow, now: FillOfPosition): Position {
    const key = positionKey(order);
    const { userId, asset, code, product, side } = order;
    const held = positions.get(key);
    assert(held || side === 'buy' || product === 'intraday', `order ${order.id} sells shares of no position`);
    const before = held ?? newPosition({ id: nextId(), userId, asset, code, product }, { ...now, side });
    const after = afterFill(before, side, now);
    if (after.quantity !== 0) {
      positions.set(key, after);
    } else {
      positions.delete(key);
      closed.push(after);
    }
    return after;
  }

  function changeDues(order: OrderNow, change: (held: readonly Due[]) => Due[]): void {
    const key = keyOf(order);
    dues.set(key, change(dues.get(key) ?? []));
    changedDues.add(key);
  }
}

export const isOpen = (state: OrderState): boolean =>
  state === 'pending' || state === 'open' || state === 'trigger_pending';

const keyOf = ({ userId, asset }: { readonly userId: string; readonly asset: string }): string => `${userId} ${asset}`;
const positionKey = (of: { readonly userId: string; readonly asset: string; readonly product: Product }): string =>
  `${keyOf(of)} ${of.product}`;
const bySettlement = (a: Due, b: Due): number => (a.settlesOn < b.settlesOn ? -1 : a.settlesOn > b.settlesOn ? 1 : 0);
