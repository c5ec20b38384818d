import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import { endHolder, MarketTakenOver } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { DatabaseAway, type Session } from '#src/ports/database.ts';
import { MatchUnwritable, type Match, type OrderMatching } from '#src/ports/exchange.ts';
import { announceOrders, announceSettled, lockUsers, type Settled } from '#modules/orders/index.ts';
import type { OrderResult } from './first-answer.ts';
import type { Desk, Journal, Placed } from './desk.ts';
import { Leases } from './leases.ts';
import type { NewOrder } from './new-order.ts';
import { Round } from './round.ts';
import { RoundWriter } from './round-writer.ts';
import { type ChangeRequest, isNew, WaitingOrders, type Waiting } from './waiting-orders.ts';

/** After this time the caller reads that the outcome is unknown, and asks again with the same id. */
const PATIENCE_MS = 5_000;
/** The books may move on over an order this often, before its caller has to ask again. */
const MAX_MOVED_ON = 3;
/** How often the lock of a user who is busy elsewhere is tried again. */
const LOOK_AGAIN_MS = 5;
/** Tries after which it waits for the lock of a busy user: then the desk that keeps the lock sees that it is wanted. */
const LOOKS = 2;
/** Users who are waited for at once, each on a connection: a server has few of them, and others need them, too. */
const MAX_WAITS = 2;

type DeskDeps = Pick<Deps, 'db' | 'log' | 'market' | 'pushes' | 'keys'> & { readonly venue: OrderMatching };

/**
 * Where orders are placed, changed and cancelled. Those of one moment are one transaction: users locked,
 * money or shares held, matched by the venue, settled, committed. Only then each is answered, and shown to
 * others (decision 3).
 *
 * Once the exchange has matched, the transaction is tried again as it is until it is in: with the users' locks still
 * held, or taken anew where the connection broke. Before that its failure is the answer; where it failed for one of
 * several orders, each is tried alone.
 */
export class OrderDesk implements Desk {
  readonly #deps: DeskDeps;
  readonly #leases: Leases;
  readonly #waiting = new WaitingOrders();
  readonly #writer: RoundWriter;
  /** Users whose locks are waited for. */
  readonly #waitedFor = new Set<string>();
  #isWoken = false;
  #isRunning = false;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.#leases = new Leases(deps);
    this.#writer = new RoundWriter({
      ...deps,
      leases: this.#leases,
      putBack: (orders) => this.#waiting.putBack(orders),
    });
  }

  /** Gives back the locks of the users of these orders, which are about to change otherwise. */
  giveBackUsersOf(orderIds: readonly bigint[]): Promise<void> {
    return this.#leases.giveBackUsersOf(orderIds);
  }

  /** Takes the locks from the server that had the market before: to be called before anything is placed. */
  async takeOver(): Promise<void> {
    await endHolder(this.#deps.db);
  }

  /** Gives back all locks: what was read of members is read anew. */
  giveAllBack(): void {
    this.#leases.giveAllBack();
  }

  async place(order: NewOrder): Promise<Placed> {
    const placed = await this.#ask(order);
    assert(placed, 'each new order is answered');
    return placed;
  }

  async change<Answer>(userId: string, journal: Journal<Answer>): Promise<Answer> {
    let made: Awaited<ReturnType<Journal<Answer>>> | undefined;
    await this.#ask({
      userId,
      journal: async (tx, seq) => {
        made = await journal(tx, seq);
        return made.command;
      },
    });
    assert(made, 'what is answered was journalled');
    return made.answer;
  }

  #ask(asked: NewOrder | ChangeRequest): Promise<Placed | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Placed | undefined>();
    const one: Waiting = { asked, resolve, reject, isOver: false, movedOn: 0, busy: 0 };
    this.#waiting.add(one);
    const timer = setTimeout(() => {
      one.isOver = true;
      reject(new DatabaseAway('The order waits for the database'));
    }, PATIENCE_MS);
    this.#wake();
    return promise.finally(() => clearTimeout(timer));
  }

  /** What comes in the same turn of the event loop begins together. */
  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.isAny) {
      const round = new Round();
      await this.#runRound(round, () => this.#waiting.next());
      // All that are left wait for users who are busy elsewhere.
      if (round.all.length === 0) await rest(LOOK_AGAIN_MS);
    }
    this.#isRunning = false;
  }

  async #runRound(round: Round, next: () => readonly Waiting[]): Promise<void> {
    try {
      const settled = await this.#deps.venue.place((match) => this.#write(round, match, next));
      // The next orders are on their way to the database while these are answered.
      setImmediate(() => this.#answer(round, settled));
    } catch (error) {
      const { all } = round;
      if (error instanceof MatchUnwritable && error.booksMovedOn) return await this.#placeAnew(round, error);
      if (all.length <= 1 || error instanceof DatabaseAway) {
        // Without a connection the others need not wait for their turn to hear of it.
        for (const { reject } of all.length === 0 ? this.#waiting.takeAll() : all) reject(error);
        return;
      }
      // One's fault is not another's.
      for (const one of all) await this.#runRound(new Round(), () => [one]);
    }
  }

  /**
   * The market goes on without what was matched: each order is decided anew, alone. The limit for which the
   * database did not take one that was alone is its refusal.
   */
  async #placeAnew({ all, stop }: Round, error: MatchUnwritable): Promise<void> {
    for (const one of all) {
      one.movedOn += 1;
      const again = new Round();
      if (all.length === 1) again.stop = stop;
      if (one.movedOn < MAX_MOVED_ON) await this.#runRound(again, () => [one]);
      else one.reject(new DatabaseAway('The books move on each time', { cause: error }));
    }
  }

  async #write(round: Round, match: Match, next: () => readonly Waiting[]): Promise<Settled | undefined> {
    const leases = this.#leases;
    const isOld = leases.isOpen;
    let isUnderLocks = false;
    try {
      const session = await leases.begin();
      if (round.matched) await leases.keep(session, round.users, true);
      const isAny =
        round.matched !== undefined || this.#begin(session, round, round.all.length > 0 ? round.all : next());
      isUnderLocks = true;
      const written = isAny ? await session.transaction((tx) => this.#writer.write(tx, round, match)) : undefined;
      written?.learn();
      leases.idle();
      return written?.settled;
    } catch (error) {
      const isAgain = isUnderLocks && round.matched !== undefined && mayPass(error);
      const failure = isAgain ? round.failed(error) : error;
      if (isAgain && mayPass(failure)) {
        // Under the same locks; all is read anew.
        leases.forgetAll();
        throw failure;
      }
      if (round.isLocked && !round.matched && mayPass(error)) {
        // Nothing is written, and the locks are as good as before.
        leases.forgetAll();
        leases.idle();
        throw error;
      }
      leases.end(failure);
      // A connection that has broken while nothing was under way says so now.
      const isOnlyOld = isOld && error instanceof DatabaseAway && !error.isAnswered && !round.matched;
      if (isOnlyOld) return this.#write(round, match, next);
      throw failure;
    }
  }

  /**
   * Sends for the locks of the users who are free: the first statement of the transaction travels with them.
   * Orders of the others wait for the next turn. False: there is none to place.
   */
  #begin(session: Session, round: Round, wanted: readonly Waiting[]): boolean {
    if (wanted.length === 0) return false;
    round.all = wanted;
    round.begins(this.#leases.keep(session, round.users), (busy) => {
      for (const one of busy) {
        one.busy += 1;
        if (one.busy >= LOOKS) void this.#waitFor(one);
      }
      this.#waiting.putBack(busy);
    });
    return true;
  }

  /** What comes of it is of no matter: the next look finds the user free, or not. */
  async #waitFor(one: Waiting): Promise<void> {
    const { userId } = one.asked;
    if (this.#waitedFor.has(userId) || this.#waitedFor.size === MAX_WAITS) return;
    this.#waitedFor.add(userId);
    await lockUsers(this.#deps.db, [userId]).catch(() => undefined); // `lookAtLocks` shows that it waits
    this.#waitedFor.delete(userId);
    one.busy = 0;
    this.#wake();
  }

  #answer(round: Round, settled: Settled | undefined): void {
    const results = settled ? orderResults(settled) : new Map<bigint, OrderResult>();
    for (const { resolve, asked } of round.all) if (!isNew(asked)) resolve();
    for (const [index, { resolve, asked: order }] of round.placing.entries()) {
      const placement = round.placements[index];
      assert(placement, 'each order is answered');
      const { orderId } = placement;
      resolve({ ...placement, result: orderId === undefined ? undefined : results.get(orderId) });
      if (order.afterMarket && orderId !== undefined && !placement.repeated)
        announceOrders(this.#deps, [
          { id: orderId, userId: order.userId, at: order.acceptedAt, steps: ['waits_for_open'] },
        ]);
    }
    const { matched } = round;
    if (matched && !settled)
      announceOrders(
        this.#deps,
        round.orders
          .filter(({ id }) => matched.includes(id))
          .map(({ id, userId, acceptedAt: at }) => ({ id, userId, at, steps: ['accepted'] })),
      );
    if (settled) announceSettled(this.#deps, settled, matched);
  }
}

/** Whether the same transaction may succeed on the same connection. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof MatchUnwritable || error instanceof MarketTakenOver) &&
  (!(error instanceof DatabaseAway) || error.isAnswered);

function orderResults({ after }: Settled): ReadonlyMap<bigint, OrderResult> {
  const fills = Map.groupBy(after.fills, ({ orderId }) => orderId);
  return new Map(
    after.orders.map((order) => [
      order.id,
      { order: { ...order, becameLimit: false }, fills: fills.get(order.id) ?? [] },
    ]),
  );
}
