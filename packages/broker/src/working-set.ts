import { assert } from '@khara/market-day';
import { max } from '@khara/money';
import type { Fill, Order, Product, TimelineEntry } from './order.ts';
import type { Position } from './position.ts';
import type { After, BatchHead, Before, DpOfDay, Due, Movement } from './batch.ts';
import type { Intraday } from './intraday.ts';

/** What a step of an order's history says beside what the order itself says. */
export type Step = Pick<TimelineEntry, 'marketTime' | 'step'> & Partial<TimelineEntry>;

/** Orders, positions and money while the events of a batch change them one after the other. */
export class WorkingSet {
  readonly batch: BatchHead;
  /** Day on which what is bought on the batch's market date settles. */
  readonly settlesOn: string;
  readonly nextPositionId: Before['nextPositionId'];
  readonly nextFillId: Before['nextFillId'];
  readonly #before: Before;
  readonly #orders: Map<bigint, Order>;
  readonly #positions: Map<string, Position>;
  readonly #closed: (Position & { squaredOff: boolean })[] = [];
  readonly #available: Map<string, bigint>;
  readonly #dues = new Map<string, readonly Due[]>();
  readonly #dpOfDay: Map<string, DpOfDay>;
  readonly #changedDues = new Set<string>();
  readonly #changedDp = new Set<string>();
  readonly #fills: Fill[] = [];
  readonly #timeline: TimelineEntry[] = [];
  readonly #movements: Movement[] = [];
  readonly #unheld = new Set<bigint>();

  constructor(batch: BatchHead, before: Before) {
    this.batch = batch;
    this.settlesOn = before.settlesOn;
    this.nextPositionId = before.nextPositionId;
    this.nextFillId = before.nextFillId;
    this.#before = before;
    this.#orders = new Map([...before.orders, ...before.becameIntraday].map((order) => [order.id, order]));
    // One that is held before one that the day closed.
    const flatFirst = before.positions.toSorted((a, b) => Number(a.quantity !== 0) - Number(b.quantity !== 0));
    this.#positions = new Map(flatFirst.map((position) => [positionKey(position), position]));
    this.#available = new Map(before.available);
    for (const due of before.dues.toSorted(bySettlement)) {
      const key = holdingKey(due);
      this.#dues.set(key, [...(this.#dues.get(key) ?? []), due]);
    }
    this.#dpOfDay = new Map(before.dpOfDay.map((dp) => [holdingKey(dp), dp]));
  }

  order(id: bigint): Order {
    const order = this.#orders.get(id);
    assert(order, `order ${id} is not ours`);
    return order;
  }

  /** Changes an order without a word in its history. */
  replace(order: Order): void {
    this.#orders.set(order.id, order);
  }

  /** Changes an order, and writes the step into its history. */
  advance(order: Order, change: Partial<Order>, step: Step): Order {
    const { at } = this.batch;
    const changed = { ...order, ...change, timelineLength: order.timelineLength + 1, updatedAt: at };
    this.replace(changed);
    this.#timeline.push({
      orderId: order.id,
      no: changed.timelineLength,
      state: changed.state,
      at,
      quantity: undefined,
      pricePaise: undefined,
      reason: undefined,
      details: undefined,
      ...step,
    });
    return changed;
  }

  /** Writes what the ledger is to do, and keeps count of what is available where it decides how a loss is borne. */
  move(movement: Movement): void {
    this.#movements.push(movement);
    const { userId } = movement.order;
    const had = this.#available.get(userId);
    if (had !== undefined) this.#available.set(userId, had + freedMoney(movement));
  }

  available(userId: string): bigint {
    return this.#available.get(userId) ?? 0n;
  }

  noteUnheld(orderId: bigint): void {
    this.#unheld.add(orderId);
  }

  addFill(fill: Fill): void {
    this.#fills.push(fill);
  }

  /** The position that an order adds to or closes, or that the day has closed; undefined when there is none yet. */
  position(order: Order): Position | undefined {
    return this.#positions.get(positionKey(order));
  }

  /** Keeps that position as a fill of the order left it. */
  putPosition(order: Order, position: Position): void {
    const key = positionKey(order);
    if (position.quantity !== 0 || position.product === 'delivery') {
      this.#positions.set(key, position);
    } else {
      this.#positions.delete(key);
      this.#closed.push({ ...position, squaredOff: order.bySystem });
    }
  }

  /** The orders of an intraday order's account and share, and their position. */
  intraday(order: Order): Intraday {
    const key = positionKey(order);
    const position = this.#positions.get(key);
    return {
      orders: [...this.#orders.values()]
        .filter((other) => positionKey(other) === key)
        .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
      quantity: position?.quantity ?? 0,
      costPaise: position?.costPaise ?? 0n,
      basis: this.batch.marginBasis(order.code),
    };
  }

  /** Changes what of an account's share has yet to settle, the oldest first. */
  changeDues(order: Order, change: (dues: readonly Due[]) => readonly Due[]): void {
    const key = holdingKey(order);
    this.#dues.set(key, change(this.#dues.get(key) ?? []).toSorted(bySettlement));
    this.#changedDues.add(key);
  }

  dpOfDay({ userId, asset }: Order): DpOfDay {
    return this.#dpOfDay.get(holdingKey({ userId, asset })) ?? { userId, asset, soldPaise: 0n, dpPaise: 0n };
  }

  putDpOfDay(dp: DpOfDay): void {
    this.#dpOfDay.set(holdingKey(dp), dp);
    this.#changedDp.add(holdingKey(dp));
  }

  /** What has changed. */
  after(): After {
    const { orders, becameIntraday, positions } = this.#before;
    const holders = new Set(becameIntraday.map(({ id }) => id));
    const unchanged = new Set(this.#before.dues);
    const changed = [...this.#orders.values()].filter(
      (order) => !orders.includes(order) && !becameIntraday.includes(order),
    );
    return {
      orders: changed.filter(({ id }) => !holders.has(id)),
      becameIntraday: changed.filter(({ id }) => holders.has(id)),
      positions: [...this.#closed, ...this.#positions.values()].filter((position) => !positions.includes(position)),
      dues: [...this.#changedDues].flatMap((key) => this.#dues.get(key) ?? []).filter((due) => !unchanged.has(due)),
      dpOfDay: [...this.#changedDp].flatMap((key) => this.#dpOfDay.get(key) ?? []),
      fills: this.#fills,
      timeline: this.#timeline,
      movements: this.#movements,
      unheld: [...this.#unheld],
    };
  }
}

/** What a movement adds to available money. */
export function freedMoney(movement: Movement): bigint {
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

const holdingKey = ({ userId, asset }: { readonly userId: string; readonly asset: string }): string =>
  `${userId} ${asset}`;
const positionKey = (of: { readonly userId: string; readonly asset: string; readonly product: Product }): string =>
  `${holdingKey(of)} ${of.product}`;
const bySettlement = (a: Due, b: Due): number => (a.settlesOn < b.settlesOn ? -1 : a.settlesOn > b.settlesOn ? 1 : 0);
