import type { JournalledCommand } from '@khara/market-day';
import type { Tx } from '#src/ports/database.ts';
import type { Placed } from './desk.ts';
import { isPlain, type NewOrder } from './new-order.ts';

/** Orders of one transaction. Each takes some hundred microseconds, and none is acknowledged before the last. */
const BATCH_SIZE = 64;
/** Of them those of one user: others have their turn. */
const MAX_OF_USER = 32;

/** What is asked of an order that is there: see `Journal`. */
export type ChangeRequest = {
  readonly userId: string;
  readonly journal: (tx: Tx, seq: bigint | undefined) => Promise<JournalledCommand | undefined>;
};

export const isNew = (asked: NewOrder | ChangeRequest): asked is NewOrder => !('journal' in asked);

/** Others of its user may be placed with it. */
const isOneOfSeveral = (asked: NewOrder | ChangeRequest): asked is NewOrder => isNew(asked) && isPlain(asked);

/** A new order, or a change of one, that waits for its answer. */
export type Waiting<Asked = NewOrder | ChangeRequest> = {
  readonly asked: Asked;
  readonly resolve: (placed?: Placed) => void;
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

  get isAny(): boolean {
    return this.#orders.length > 0;
  }

  takeAll(): readonly Waiting[] {
    return this.#orders.splice(0);
  }

  /**
   * Takes the next: of each user either one, or several for which it is enough to know what surely remains after those
   * before.
   */
  next(): readonly Waiting[] {
    const counts = new Map<string, number>();
    const isOpen = new Map<string, boolean>();
    const requests = new Set<string>();
    const chosen: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#orders) {
      if (one.isOver) continue;
      const { asked } = one;
      const { userId } = asked;
      const request = isNew(asked) ? `${userId} ${asked.call} ${asked.requestId}` : '';
      const count = counts.get(userId) ?? 0;
      const mayGo =
        (isOpen.get(userId) ?? true) &&
        (count === 0 || (isOneOfSeveral(asked) && !requests.has(request) && count < MAX_OF_USER));
      const goes = mayGo && chosen.length < BATCH_SIZE;
      (goes ? chosen : left).push(one);
      isOpen.set(userId, goes && isOneOfSeveral(asked));
      if (!goes) continue;
      counts.set(userId, count + 1);
      requests.add(request);
    }
    this.#orders = left;
    return chosen;
  }
}
