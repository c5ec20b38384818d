import type { Placed } from './desk.ts';
import { isPlain, type NewOrder } from './new-order.ts';

/** Orders of one transaction. Each takes some hundred microseconds, and none is acknowledged before the last. */
const BATCH_SIZE = 64;
/** Of them those of one user: others have their turn. */
const MAX_OF_USER = 32;

/** An order that waits for its answer. */
export type Waiting = {
  readonly order: NewOrder;
  readonly resolve: (placed: Placed) => void;
  readonly reject: (error: unknown) => void;
  /** It has been answered: the caller asks again. */
  isOver: boolean;
  /** How often the books have moved on over it after it was matched. */
  movedOn: number;
  /** How often its user was found busy. */
  busy: number;
};

/** Orders that wait for their turn, in the order in which they came. */
export class WaitingOrders {
  #orders: Waiting[] = [];

  add(one: Waiting): void {
    this.#orders.push(one);
  }

  /** Those that were taken and could not be placed: they come first. */
  putBack(ones: readonly Waiting[]): void {
    this.#orders.unshift(...ones);
  }

  takeAll(): readonly Waiting[] {
    return this.#orders.splice(0);
  }

  /** How many could be taken. */
  count(isFree: (userId: string) => boolean): number {
    let count = 0;
    for (const { order, isOver } of this.#orders) if (!isOver && isFree(order.userId)) count += 1;
    return count;
  }

  /**
   * Takes the next of users who are free: of each either one, or several for which it is enough to know what surely
   * remains after those before.
   */
  next(isFree: (userId: string) => boolean): readonly Waiting[] {
    const counts = new Map<string, number>();
    const isOpen = new Map<string, boolean>();
    const requests = new Set<string>();
    const chosen: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#orders) {
      if (one.isOver) continue;
      const { userId, call, requestId } = one.order;
      const request = `${userId} ${call} ${requestId}`;
      const count = counts.get(userId) ?? 0;
      const mayGo =
        count === 0
          ? (isOpen.get(userId) ?? isFree(userId))
          : isOpen.get(userId) && isPlain(one.order) && !requests.has(request) && count < MAX_OF_USER;
      const goes = mayGo === true && chosen.length < BATCH_SIZE;
      (goes ? chosen : left).push(one);
      isOpen.set(userId, goes && isPlain(one.order));
      if (!goes) continue;
      counts.set(userId, count + 1);
      requests.add(request);
    }
    this.#orders = left;
    return chosen;
  }
}
