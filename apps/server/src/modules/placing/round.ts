import type { AccountRefusal } from '@khara/broker';
import assert from 'node:assert/strict';
import type { OwnLimitRefusal } from '@khara/contract';
import { stopIn } from '#modules/own-limits/index.ts';
import { DatabaseAway, isBusy } from '#src/ports/database.ts';
import { MatchUnwritable } from '#src/ports/exchange.ts';
import type { SignedReceipt } from '#modules/ledger/index.ts';
import type { NewOrder, Numbered, Placement } from './new-order.ts';
import type { Stops } from './decide-all.ts';
import { type ChangeRequest, isNew, type Waiting } from './waiting-orders.ts';

/**
 * An order that fails this number of times for a reason of its own, and not because others are busy, shows a
 * defect, and the market would stand still for ever. Nothing of it was acknowledged or shown, so a server
 * that starts again is right.
 */
const MAX_DEFECTS = 6;

/**
 * Orders of one transaction, over all its tries. The exchange goes on from what it has matched, and no book is set
 * back: what was decided for the match must be decided again whenever it is written anew, whatever has happened since.
 */
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
  refusals: ReadonlyMap<bigint, AccountRefusal> = new Map();
  /** Numbers of what changes old orders, as the exchange has it. */
  numbers: ReadonlyMap<ChangeRequest, bigint> = new Map();
  /** Numbers of all that the exchange has matched, once it has. */
  matched: readonly bigint[] | undefined;
  /** The locks of its users are known. */
  isLocked = false;
  #defects = 0;
  #locked: Promise<ReadonlySet<NewOrder | ChangeRequest>> | undefined;
  /** The new ones, with their numbers, once they have been read. */
  orders: readonly Numbered[] = [];

  get placing(): readonly Waiting<NewOrder>[] {
    return this.all.filter((one): one is Waiting<NewOrder> => isNew(one.asked));
  }

  get changes(): readonly ChangeRequest[] {
    return this.all.flatMap(({ asked }) => (isNew(asked) ? [] : asked));
  }

  /** The new orders that a try is for. */
  get wanted(): readonly (NewOrder | Numbered)[] {
    return this.matched ? this.orders : this.placing.map(({ asked }) => asked);
  }

  /** Those of `wanted` whose users are locked. */
  get locked(): Promise<ReadonlySet<NewOrder | ChangeRequest>> {
    assert(this.#locked, 'users are locked first');
    return this.matched ? Promise.resolve(new Set(this.orders)) : this.#locked;
  }

  /** `locks` answers which users of `all` are locked. `onBusy` hears of the orders of the others. */
  begins(locks: Promise<readonly boolean[]>, onBusy: (busy: readonly Waiting[]) => void): void {
    this.stops = undefined;
    this.isLocked = false;
    this.#locked = locks.then((free) => {
      this.isLocked = true;
      const wanted = this.all;
      onBusy(wanted.filter((_one, at) => !free[at]));
      this.all = wanted.filter((_one, at) => free[at]);
      return new Set(this.all.map(({ asked }) => asked));
    });
    this.#locked.catch(() => undefined); // the transaction fails for the same reason
  }

  /** Leaves out new orders that have to wait for what becomes of the others, and answers them. */
  leaveOut(isLeft: (index: number) => boolean): readonly Waiting[] {
    const left = new Set<Waiting>(this.placing.filter((_one, at) => isLeft(at)));
    this.all = this.all.filter((one) => !left.has(one));
    this.orders = this.orders.filter((_one, at) => !isLeft(at));
    return [...left];
  }

  /** Notes receipts of new orders. Answers come after the commit. */
  addReceipts(receipts: ReadonlyMap<bigint, SignedReceipt>): void {
    this.placements = this.placements.map((placement) => {
      const { orderId, repeated } = placement;
      const receipt = orderId === undefined || repeated ? undefined : receipts.get(orderId);
      return receipt ? { ...placement, receipt } : placement;
    });
  }

  /**
   * Notes for what a try has failed that comes after the match, and answers what to throw: whether it can be written.
   */
  failed(error: unknown): unknown {
    this.stop = stopIn(error);
    if (this.stop)
      return new MatchUnwritable('a limit of its member stops what was matched', { booksMovedOn: true, cause: error });
    // Nothing but ourselves is the reason.
    if (!(error instanceof DatabaseAway) && !isBusy(error)) this.#defects += 1;
    if (this.#defects < MAX_DEFECTS) return error;
    return new MatchUnwritable('orders that were matched cannot be written', { cause: error });
  }

  get users(): readonly string[] {
    return this.all.map(({ asked }) => asked.userId);
  }
}
