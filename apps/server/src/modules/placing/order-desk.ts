import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import { endHolder, MarketTakenOver } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { DatabaseAway, type Session } from '#src/ports/database.ts';
import { MatchUnwritable, type Match, type OrderMatching } from '#src/ports/exchange.ts';
import { announceOrders, announceSettled, lockUsers, type Settled } from '#modules/orders/index.ts';
import type { OrderResult } from './first-answer.ts';
import type { Desk, Journal, Placed } from './desk.ts';
import type { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';
import type { NewOrder } from './new-order.ts';
import { Round } from './round.ts';
import { RoundWriter } from './round-writer.ts';
import { type ChangeRequest, isNew, WaitingOrders, type Waiting } from './waiting-orders.ts';

/** After this time the caller reads that the outcome is unknown, and asks again with the same id. */
const PATIENCE_MS = 5_000;
/** The books may move on over an order this often, before its caller has to ask again. */
const MAX_MOVED_ON = 3;
/** Orders that begin the next round while one is written. */
const MIN_SHARE = 0.5;
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
 * others. While one is written the next locks, reads and matches; it is written once that one is committed
 * (decision 3).
 *
 * Once the exchange has matched, the transaction is tried again as it is until it is in: with the users' locks still
 * held, or taken anew where the connection broke. Before that its failure is the answer; where it failed for one of
 * several orders, each is tried alone.
 */
export class OrderDesk implements Desk {
  readonly #deps: DeskDeps;
  readonly #lanes: Lanes;
  readonly #waiting = new WaitingOrders();
  readonly #writer: RoundWriter;
  /** Those whose transactions have not ended. */
  readonly #rounds = new Set<Round>();
  /** Users whose locks are waited for. */
  readonly #waitedFor = new Set<string>();
  #isWoken = false;
  #isResting = false;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.#lanes = new Lanes(deps);
    this.#writer = new RoundWriter({
      ...deps,
      lanes: this.#lanes,
      putBack: (orders) => this.#waiting.putBack(orders),
      wake: () => this.#wake(),
    });
  }

  /** Gives back the locks of the users of these orders, which are about to change otherwise. */
  giveBackUsersOf(orderIds: readonly bigint[]): Promise<void> {
    return this.#lanes.giveBackUsersOf(this.#deps.db, orderIds);
  }

  /** Takes the locks from the server that had the market before: to be called before anything is placed. */
  async takeOver(): Promise<void> {
    await endHolder(this.#deps.db);
  }

  /** Gives back all locks: what was read of members is read anew. */
  giveAllBack(): void {
    this.#lanes.giveAllBack();
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
      this.#goOn();
    });
  }

  #goOn(): void {
    const lane = this.#laneToBegin();
    if (lane) void this.#run(lane);
  }

  /**
   * The lane that may begin another round now, if any: it locks and reads while the round before is written. A small
   * round costs more than it gains.
   */
  #laneToBegin(): Lane | undefined {
    if (this.#isResting) return undefined;
    let least = 1;
    for (const { isWriting, all } of this.#rounds) {
      if (!isWriting) return undefined;
      least = Math.max(least, all.length * MIN_SHARE);
    }
    const busy = new Set([...this.#rounds].map(({ lane }) => lane));
    const free = this.#lanes.all.filter((lane) => !busy.has(lane));
    const counts = free.map((lane) => ({ lane, count: this.#waiting.count(this.#isFreeFor(lane)) }));
    const [best] = counts.toSorted((one, other) => other.count - one.count);
    return best && best.count >= least ? best.lane : undefined;
  }

  /** Whether orders of a user may be placed on a lane: none is in a round, and no other lane has their lock. */
  #isFreeFor(lane: Lane): (userId: string) => boolean {
    const users = new Set<string>();
    for (const round of this.#rounds) for (const userId of round.users) users.add(userId);
    return (userId) => !users.has(userId) && (this.#lanes.laneOf(userId) ?? lane) === lane;
  }

  async #run(lane: Lane): Promise<void> {
    const round = new Round(lane);
    await this.#runRound(round, () => this.#waiting.next(this.#isFreeFor(lane)));
    if (round.all.length === 0) {
      // All that are left wait for users who are busy elsewhere.
      this.#isResting = true;
      await rest(LOOK_AGAIN_MS);
      this.#isResting = false;
    }
    this.#goOn();
  }

  async #runRound(round: Round, next: () => readonly Waiting[]): Promise<void> {
    this.#rounds.add(round);
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
      for (const one of all) await this.#runRound(new Round(round.lane), () => [one]);
    } finally {
      this.#rounds.delete(round);
    }
  }

  /**
   * The market goes on without what was matched: each order is decided anew, alone. The limit for which the
   * database did not take one that was alone is its refusal.
   */
  async #placeAnew({ all, stop, lane }: Round, error: MatchUnwritable): Promise<void> {
    for (const one of all) {
      one.movedOn += 1;
      const again = new Round(lane);
      if (all.length === 1) again.stop = stop;
      if (one.movedOn < MAX_MOVED_ON) await this.#runRound(again, () => [one]);
      else one.reject(new DatabaseAway('The books move on each time', { cause: error }));
    }
  }

  async #write(round: Round, match: Match, next: () => readonly Waiting[]): Promise<Settled | undefined> {
    const { lane } = round;
    const isOld = lane.isOpen;
    let isUnderLocks = false;
    try {
      const session = await this.#lanes.begin(lane);
      if (round.matched) await lane.keep(session, round.users, true);
      const isAny =
        round.matched !== undefined || this.#begin(session, round, round.all.length > 0 ? round.all : next());
      isUnderLocks = true;
      const written = isAny ? await session.transaction((tx) => this.#writer.write(tx, round, match)) : undefined;
      written?.learn();
      this.#lanes.idle(lane);
      return written?.settled;
    } catch (error) {
      const isAgain = isUnderLocks && round.matched !== undefined && mayPass(error);
      const failure = isAgain ? round.failed(error) : error;
      if (isAgain && mayPass(failure)) {
        // Under the same locks; all is read anew.
        lane.forgetAll();
        throw failure;
      }
      if (round.isLocked && !round.matched && mayPass(error)) {
        // Nothing is written, and the locks are as good as before.
        lane.forgetAll();
        this.#lanes.idle(lane);
        throw error;
      }
      lane.end(failure);
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
    round.begins(round.lane.keep(session, round.users), (busy) => {
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
