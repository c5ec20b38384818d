import assert from 'node:assert/strict';
import type { OwnLimitRefusal } from '@khara/contract';
import type { SignedReceipt } from '#modules/ledger/index.ts';
import type { OrderRefusal } from './decide.ts';
import type { Placed } from './desk.ts';
import type { NewOrder, Numbered, Placement } from './new-order.ts';
import type { Stops } from './place-orders.ts';

/** An order that waits for its answer. */
export type Waiting = {
  readonly order: NewOrder;
  readonly resolve: (placed: Placed) => void;
  readonly reject: (error: unknown) => void;
  /** It has been answered: the caller asks again. */
  isOver: boolean;
  /** How often the books have moved on over it after it was matched. */
  movedOn: number;
};

/** Orders of one transaction, over all its tries. */
export class Round {
  all: readonly Waiting[] = [];
  placements: readonly Placement[] = [];
  /** Decided once: what was matched moved prices, and time goes on, while the transaction is tried again. */
  stops: Stops | undefined;
  /**
   * The limit for which the database has not taken what was matched: here, or where this one order was matched before.
   */
  stop: OwnLimitRefusal | undefined;
  /** Decided with the match: what was refused stays so, though its money may have come before the next try. */
  refusals: ReadonlyMap<bigint, OrderRefusal> = new Map();
  /** The orders that the exchange has matched, once it has. */
  matched: readonly bigint[] | undefined;
  /** Its statements are on their way to the database. */
  isWriting = false;
  #locked: Promise<ReadonlyMap<NewOrder, Numbered>> | undefined;
  #orders: readonly Numbered[] | undefined;

  /** The orders whose users are locked, once that is known. */
  get orders(): readonly Numbered[] {
    return this.#orders ?? [];
  }

  /** The orders that a try is for. */
  get wanted(): readonly NewOrder[] {
    return this.#orders ?? this.all.map(({ order }) => order);
  }

  /** Those of `wanted` whose users are locked. */
  get numbered(): Promise<ReadonlyMap<NewOrder, Numbered>> {
    assert(this.#locked, 'users are locked first');
    return this.#orders ? Promise.resolve(new Map(this.#orders.map((order) => [order, order]))) : this.#locked;
  }

  /**
   * `locks` answers which users of `all` are locked, and as many numbers. `onBusy` hears of the orders of the others.
   */
  begins(
    locks: Promise<readonly [free: readonly boolean[], numbers: readonly bigint[]]>,
    onBusy: (busy: readonly Waiting[]) => void,
  ): void {
    this.#orders = undefined;
    this.stops = undefined;
    this.#locked = locks.then(([free, numbers]) => {
      const wanted = this.all;
      onBusy(wanted.filter((_one, at) => !free[at]));
      this.all = wanted.filter((_one, at) => free[at]);
      const numbered = new Map(this.all.map(({ order }, at) => [order, { ...order, orderId: numbers[at]! }]));
      this.#orders = [...numbered.values()];
      return numbered;
    });
    this.#locked.catch(() => undefined); // the transaction fails for the same reason
  }

  /** Notes receipts of new orders. Answers come after the commit. */
  addReceipts(receipts: ReadonlyMap<bigint, SignedReceipt>): void {
    this.placements = this.placements.map((placement) => {
      const { orderId, repeated } = placement;
      const receipt = orderId === undefined || repeated ? undefined : receipts.get(orderId);
      return receipt ? { ...placement, receipt } : placement;
    });
  }

  get users(): readonly string[] {
    return this.orders.map(({ userId }) => userId);
  }
}
