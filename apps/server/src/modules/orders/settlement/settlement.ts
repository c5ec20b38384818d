import type { OrderEvent } from '@khara/market-day';
import assert from 'node:assert/strict';
import type { SettlementBatch } from '#src/ports/exchange.ts';
import type { Charges } from '@khara/charges';
import { max, min } from '@khara/money';
import { addCharges, addDp, chargesOfFill, dpOfSales, neededForRest } from '../billing.ts';
import { afterFill, grossOf, newPosition, type FillOfPosition, type Position } from '../portfolio/position.ts';
import { excess, fillMoney, type Intraday } from './intraday.ts';
import { isOpenState, valueOf, type Fill, type Order, type Product, type TimelineEntry } from '../order.ts';

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

/** What the ledger is to write, in the order in which it happened. */
export type Movement =
  | {
      readonly kind: 'buy_fill';
      readonly order: Order;
      readonly tradeNo: number;
      readonly quantity: number;
      readonly valuePaise: bigint;
      readonly charges: Charges;
      /** Of what was frozen for it, what is not needed any more: price improvement, and charges that will not come. */
      readonly releasedPaise: bigint;
    }
  | {
      readonly kind: 'sell_fill';
      readonly order: Order;
      readonly tradeNo: number;
      readonly quantity: number;
      readonly valuePaise: bigint;
      readonly charges: Charges;
    }
  /** `event`: one release of several, that of a change; without it the last, when the order ends. */
  | { readonly kind: 'order_release'; readonly order: Order; readonly paise: bigint; readonly event?: number }
  | { readonly kind: 'sell_release'; readonly order: Order; readonly shares: number; readonly event?: number }
  /** A fill of an intraday order: `capturedPaise` out of the margin that `of` holds, the result against the market, charges. */
  | {
      readonly kind: 'margin';
      readonly order: Order;
      readonly of: Order;
      readonly tradeNo: number;
      readonly capturedPaise: bigint;
      readonly grossPaise: bigint;
      readonly charges: Charges;
      readonly absorbedPaise: bigint;
    }
  | { readonly kind: 'margin_release'; readonly order: Order; readonly paise: bigint; readonly event: number };

/** What the batch touches, as it stood before. */
export type Before = {
  /** Those of the events; and of the accounts and shares of intraday ones, all that can still fill or hold margin. */
  readonly orders: readonly Order[];
  /** Positions held now of the accounts and shares of these orders. */
  readonly positions: readonly Position[];
  /** Available money (101) of the accounts of intraday orders. */
  readonly available: ReadonlyMap<string, bigint>;
  /** Outstanding ones of the same, in any order. */
  readonly dues: readonly Due[];
  /** Of the batch's market date. */
  readonly dpOfDay: readonly DpOfDay[];
  /** Day on which what is bought on the batch's market date settles. */
  readonly settlesOn: string;
  readonly nextId: () => bigint;
};

export type After = {
  readonly orders: readonly Order[];
  readonly positions: readonly (Position & { readonly squaredOff?: boolean })[];
  readonly dues: readonly Due[];
  readonly dpOfDay: readonly DpOfDay[];
  readonly fills: readonly Fill[];
  readonly timeline: readonly TimelineEntry[];
  readonly movements: readonly Movement[];
};

type Batch = Pick<SettlementBatch, 'marketDate' | 'marketDay' | 'at' | 'marketTimeOf'>;

/**
 * What the events of members' orders mean for orders, positions, charges, settlement and the ledger. Pure: the same events on the same
 * state give the same result. An event that cannot be (a fill of an ended order, more shares than are left) throws: the books of the
 * exchange and ours would disagree, and nothing of the batch may be written.
 */
export function settle(batch: Batch, events: readonly OrderEvent[], before: Before): After {
  const orders = new Map(before.orders.map((order) => [order.id, order]));
  const positions = new Map(before.positions.map((position) => [positionKey(position), position]));
  const closed: (Position & { squaredOff: boolean })[] = [];
  const available = new Map(before.available);
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
    const marketTime = batch.marketTimeOf(event.step);
    if (event.kind === 'change_refused') {
      refuseChange(order, event, marketTime);
      continue;
    }
    assert(
      isOpenState(order.state),
      `event ${event.eventNo} (${event.kind}) comes after order ${order.id} was ${order.state}`,
    );
    switch (event.kind) {
      case 'opened':
        keep(order, { state: 'open' }, { marketTime, step: 'opened', details: { book: event.book } });
        break;
      case 'trigger_pending':
        keep(
          order,
          { state: 'trigger_pending' },
          { marketTime, step: 'trigger_pending', details: { triggerPaise: event.triggerPaise } },
        );
        break;
      case 'triggered':
        keep(order, { state: 'open' }, { marketTime, step: 'triggered', pricePaise: BigInt(event.lastPaise) });
        break;
      case 'fill':
        fill(order, event, marketTime);
        break;
      case 'modified':
        change(order, event, {
          marketTime,
          step: 'modified',
          details: { keptPriority: event.keptPriority, triggerPaise: event.triggerPaise, seq: event.seq },
        });
        break;
      case 'became_limit':
        change({ ...order, becameLimit: true }, event, { marketTime, step: 'became_limit' });
        break;
      case 'ended': {
        const reason = endReason(order, event.reason);
        release(order);
        const ended = keep(
          order,
          { state: event.state, reason, frozenPaise: 0n, frozenShares: 0, frozenUnsettled: 0 },
          { marketTime, step: event.state, reason, quantity: order.quantity - order.filled },
        );
        releaseMargin(ended, event.eventNo);
        break;
      }
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

  function fill(order: Order, event: Extract<OrderEvent, { kind: 'fill' }>, marketTime: string): void {
    const { quantity, tradeNo } = event;
    const pricePaise = BigInt(event.pricePaise);
    const remaining = order.quantity - order.filled - quantity;
    assert(remaining >= 0, `order ${order.id}: ${quantity} filled of ${order.quantity - order.filled}`);
    const valuePaise = valueOf(quantity, pricePaise);
    const filledPaise = order.filledPaise + valuePaise;
    const { product } = order;
    const own = chargesOfFill(order, order.filledPaise, filledPaise);
    const charges = order.side === 'sell' && product === 'delivery' ? addDp(own, takeDp(order, valuePaise, own)) : own;

    const now = { quantity, valuePaise, charges, at: batch.at, marketDate: batch.marketDate };
    const grossPaise = product === 'intraday' ? grossNow(order, now) : 0n;
    const position = fillPosition(order, now);
    const still: Partial<Order> =
      product === 'intraday'
        ? {}
        : order.side === 'buy'
          ? buyFill(order, { tradeNo, quantity, valuePaise, charges, remaining, filledPaise })
          : sellFill(order, { tradeNo, quantity, valuePaise, charges });
    const state = remaining === 0 ? 'complete' : 'open';
    const phase = event.phase ?? 'continuous';
    const filled = keep(
      order,
      {
        ...still,
        state,
        filled: order.filled + quantity,
        filledPaise,
        charges: addCharges(order.charges, charges),
      },
      {
        marketTime,
        step: 'filled',
        quantity,
        pricePaise,
        details: { tradeNo, phase, ...(phase === 'continuous' && { aggressor: event.aggressor }) },
      },
    );
    if (product === 'intraday') marginFill(filled, { tradeNo, charges, grossPaise, event: event.eventNo });
    const { userId, asset, code, side } = order;
    fills.push({
      id: nextId(),
      orderId: order.id,
      userId,
      asset,
      code,
      side,
      product,
      marketDate: batch.marketDate,
      marketDay: batch.marketDay,
      at: batch.at,
      positionId: position.id,
      quantity,
      pricePaise,
      valuePaise,
      charges,
      aggressor: event.aggressor,
      phase,
      marketTime,
      tradeNo,
    });
  }

  /** The terms of an order are others now, or what was held for a change that was refused is not needed. */
  function change(
    order: Order,
    to: {
      readonly eventNo: number;
      readonly pricePaise: number;
      readonly quantity: number;
      readonly triggerPaise?: number;
    },
    entry: Pick<TimelineEntry, 'marketTime' | 'step'> & Partial<TimelineEntry>,
  ): void {
    const pricePaise = BigInt(to.pricePaise);
    const changed = keep(
      order,
      {
        pricePaise,
        quantity: order.filled + to.quantity,
        ...(to.triggerPaise !== undefined && { triggerPaise: BigInt(to.triggerPaise) }),
      },
      { quantity: to.quantity, pricePaise, ...entry },
    );
    fit(changed, to.eventNo);
  }

  /** A change that the exchange did not make: what was held for it goes back. It may come after the order has ended. */
  function refuseChange(
    order: Order,
    event: Extract<OrderEvent, { kind: 'change_refused' }>,
    marketTime: string,
  ): void {
    const step = event.change === 'modify' ? 'modify_refused' : 'cancel_refused';
    const kept = keep(order, {}, { marketTime, step, reason: event.reason, details: { seq: event.seq } });
    if (isOpenState(order.state)) fit(kept, event.eventNo);
  }

  /** Gives back what an open order holds beyond what it needs. */
  function fit(order: Order, event: number): void {
    if (order.product === 'intraday') return releaseMargin(order, event);
    const rest = order.quantity - order.filled;
    if (order.side === 'buy') {
      const frozenPaise = neededForRest(order, rest, order.filledPaise);
      const paise = order.frozenPaise - frozenPaise;
      assert(paise >= 0n, `order ${order.id}: what was frozen does not cover its change`);
      if (paise > 0n) push({ kind: 'order_release', order, paise, event });
      orders.set(order.id, { ...order, frozenPaise });
      return;
    }
    const shares = order.frozenShares - rest;
    assert(shares >= 0, `order ${order.id}: the shares that are frozen do not cover its change`);
    if (shares > 0) push({ kind: 'sell_release', order, shares, event });
    orders.set(order.id, {
      ...order,
      frozenShares: rest,
      frozenUnsettled: Math.min(order.frozenUnsettled, rest),
    });
  }

  /** Writes what the ledger is to do, and keeps count of what is available where it decides how a loss is borne. */
  function push(movement: Movement): void {
    movements.push(movement);
    const { userId } = movement.order;
    const had = available.get(userId);
    if (had !== undefined) available.set(userId, had + freed(movement));
  }

  function grossNow(order: Order, now: FillOfPosition): bigint {
    const held = positions.get(positionKey(order));
    return held ? grossOf(held, order.side, now) : 0n;
  }

  function intradayOf(order: Order): Intraday {
    const key = positionKey(order);
    const position = positions.get(key);
    return {
      orders: [...orders.values()]
        .filter((other) => positionKey(other) === key)
        .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
      quantity: position?.quantity ?? 0,
      costPaise: position?.costPaise ?? 0n,
    };
  }

  function marginFill(
    order: Order,
    { charges, grossPaise, tradeNo, event }: { charges: Charges; grossPaise: bigint; tradeNo: number; event: number },
  ): void {
    const { pieces, absorbedPaise } = fillMoney(intradayOf(order), {
      grossPaise,
      chargesPaise: charges.total,
      availablePaise: available.get(order.userId) ?? 0n,
    });
    const [paying, ...released] = pieces;
    assert(paying, `order ${order.id}: an intraday fill finds no margin`);
    for (const piece of released) takeMargin(piece, event);
    const of = orders.get(paying.order.id)!;
    orders.set(of.id, { ...of, marginPaise: of.marginPaise - paying.paise });
    push({ kind: 'margin', order, of, tradeNo, capturedPaise: paying.paise, grossPaise, charges, absorbedPaise });
  }

  function releaseMargin(order: Order, event: number): void {
    if (order.product !== 'intraday') return;
    for (const piece of excess(intradayOf(order))) takeMargin(piece, event);
  }

  function takeMargin(piece: { readonly order: Order; readonly paise: bigint }, event: number): void {
    const order = orders.get(piece.order.id)!;
    push({ kind: 'margin_release', order, paise: piece.paise, event });
    orders.set(order.id, { ...order, marginPaise: order.marginPaise - piece.paise });
  }

  function keep(
    order: Order,
    change: Partial<Order>,
    entry: Partial<TimelineEntry> & Pick<TimelineEntry, 'marketTime' | 'step'>,
  ): Order {
    const changed = { ...order, ...change, timelineLength: order.timelineLength + 1, updatedAt: batch.at };
    orders.set(order.id, changed);
    timeline.push({
      orderId: order.id,
      no: changed.timelineLength,
      state: changed.state,
      at: batch.at,
      quantity: undefined,
      pricePaise: undefined,
      reason: undefined,
      details: undefined,
      ...entry,
    });
    return changed;
  }

  function buyFill(
    order: Order,
    now: {
      tradeNo: number;
      quantity: number;
      valuePaise: bigint;
      charges: Charges;
      remaining: number;
      filledPaise: bigint;
    },
  ): Partial<Order> {
    const { tradeNo, quantity, valuePaise, charges } = now;
    const frozenPaise = neededForRest(order, now.remaining, now.filledPaise);
    const releasedPaise = order.frozenPaise - valuePaise - charges.total - frozenPaise;
    assert(releasedPaise >= 0n, `order ${order.id}: what was frozen does not cover trade ${tradeNo}`);
    push({ kind: 'buy_fill', order, tradeNo, quantity, valuePaise, charges, releasedPaise });
    changeDues(order, (held) => {
      const same = held.find(({ settlesOn }) => settlesOn === before.settlesOn);
      const fresh = { userId: order.userId, asset: order.asset, settlesOn: before.settlesOn, sold: 0, settled: 0 };
      const due = { ...(same ?? fresh), bought: (same?.bought ?? 0) + quantity };
      return [...held.filter((other) => other !== same), due].sort(bySettlement);
    });
    return { frozenPaise };
  }

  function sellFill(
    order: Order,
    now: { tradeNo: number; quantity: number; valuePaise: bigint; charges: Charges },
  ): Partial<Order> {
    const frozenShares = order.frozenShares - now.quantity;
    assert(frozenShares >= 0, `order ${order.id}: more shares were sold than frozen`);
    // Settled shares go first; the oldest of the unsettled ones follow.
    const frozenUnsettled = Math.min(order.frozenUnsettled, frozenShares);
    push({ kind: 'sell_fill', order, ...now });
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

  function release(order: Order): void {
    if (order.frozenPaise > 0n) push({ kind: 'order_release', order, paise: order.frozenPaise });
    if (order.frozenShares > 0) push({ kind: 'sell_release', order, shares: order.frozenShares });
  }

  /**
   * The DP charge of the day's sales, as far as it is not taken yet. It comes out of the proceeds: what one fill cannot bear is taken with
   * the day's next one, so that a small sale never takes money that the seller may not have.
   */
  function takeDp(order: Order, valuePaise: bigint, own: Charges): bigint {
    const key = keyOf(order);
    const day = dpOfDay.get(key) ?? { userId: order.userId, asset: order.asset, soldPaise: 0n, dpPaise: 0n };
    const soldPaise = day.soldPaise + valuePaise;
    const due = dpOfSales(batch.marketDate, soldPaise) - day.dpPaise;
    const taken = min(due, max(0n, valuePaise - own.total));
    dpOfDay.set(key, { ...day, soldPaise, dpPaise: day.dpPaise + taken });
    changedDp.add(key);
    return taken;
  }

  function fillPosition(order: Order, now: FillOfPosition): Position {
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
      closed.push({ ...after, squaredOff: order.bySystem });
    }
    return after;
  }

  function changeDues(order: Order, change: (held: readonly Due[]) => Due[]): void {
    const key = keyOf(order);
    dues.set(key, change(dues.get(key) ?? []));
    changedDues.add(key);
  }
}

/** A stop to market enters the book as one that takes what its protected price allows at once. */
const endReason = (order: Order, reason: string): string =>
  order.type === 'sl_m' && order.validity === 'day' && reason === 'ioc_remainder' ? 'market_protection' : reason;

/** What a movement adds to available money. */
function freed(movement: Movement): bigint {
  switch (movement.kind) {
    case 'buy_fill':
      return movement.releasedPaise;
    case 'sell_fill':
      return max(0n, movement.valuePaise - movement.charges.total);
    case 'order_release':
    case 'margin_release':
      return movement.paise;
    case 'sell_release':
      return 0n;
    case 'margin':
      return movement.capturedPaise + movement.grossPaise - movement.charges.total + movement.absorbedPaise;
  }
}

const keyOf = ({ userId, asset }: { readonly userId: string; readonly asset: string }): string => `${userId} ${asset}`;
const positionKey = (of: { readonly userId: string; readonly asset: string; readonly product: Product }): string =>
  `${keyOf(of)} ${of.product}`;
const bySettlement = (a: Due, b: Due): number => (a.settlesOn < b.settlesOn ? -1 : a.settlesOn > b.settlesOn ? 1 : 0);
