import { placeCommand } from '@khara/broker';
import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import { endHolder, holdFrontier, MarketTakenOver, moveFrontier } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { DatabaseAway, type Session, type Tx } from '#src/ports/database.ts';
import { MatchUnwritable, type Match, type OrderMatching, type SettlementBatch } from '#src/ports/exchange.ts';
import { announceOrders, announceSettled, type Settled } from '#modules/orders/index.ts';
import { makeArrivals, waitingArrival, writeSettled } from '#modules/settlement/index.ts';
import { onlyOf, readOrders, settlePlaced, writeArrivals } from './place-orders.ts';
import { decideAll, decidedBy, findStops } from './decide-all.ts';
import type { OrderResult } from './first-answer.ts';
import type { Desk, Placed } from './desk.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';
import { learnFrom, type Outcome } from './learn.ts';
import type { NewOrder, Placement } from './new-order.ts';
import { receiptGroups, sendReceipts, type ReceiptGroup } from './placing-receipts.ts';
import { cancelAll, noteRefused, numbersFor, waitForUser } from './place-store.ts';
import { Round } from './round.ts';
import { WaitingOrders, type Waiting } from './waiting-orders.ts';

/** After this time the caller reads that the outcome is unknown, and asks again with the same id. */
const PATIENCE_MS = 5_000;
/** The books may move on over an order this often, before its caller has to ask again. */
const MAX_MOVED_ON = 3;
/** Orders that begin the next round while one is written. */
const MIN_SHARE = 0.5;
/** Time that a transaction waits for the one before. The database ends one that waits for five seconds. */
const WAIT_MS = 3_000;
/** Between two looks whether a user who is busy elsewhere is free. */
const LOOK_AGAIN_MS = 5;
/** Looks after which the lock of a busy user is waited for: then the desk that keeps it sees that it is wanted. */
const LOOKS = 2;
/** Users who are waited for at once, each on a connection: a server has few of them, and others need them, too. */
const MAX_WAITS = 2;

/** A try whose transaction has been written. */
type Attempt = { readonly settled: Settled | undefined; readonly learn: () => void };

type DeskDeps = Pick<Deps, 'db' | 'market' | 'pushes' | 'keys'> & {
  readonly venue: OrderMatching;
};

/**
 * Where orders are placed. Those of one moment are one transaction: users locked,
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
  /** Those whose transactions have not ended. */
  readonly #rounds = new Set<Round>();
  /** Users whose locks are waited for. */
  readonly #waitedFor = new Set<string>();
  #isWoken = false;
  #isResting = false;
  readonly cancel: Desk['cancel'];

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.#lanes = new Lanes(deps);
    const cancel = createGroupCommit(deps.db, cancelAll);
    this.cancel = async (request) => {
      await this.#lanes.giveBack(request.userId);
      return cancel(request);
    };
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

  place(order: NewOrder): Promise<Placed> {
    const { promise, resolve, reject } = Promise.withResolvers<Placed>();
    const one: Waiting = { order, resolve, reject, isOver: false, movedOn: 0, busy: 0 };
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
   * On which lane another round is worth its while, if any: one locks and reads while the one before is written. Small
   * ones cost more than they gain.
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
    for (const { all } of this.#rounds) for (const { order } of all) users.add(order.userId);
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
      const written = isAny ? await session.transaction((tx) => this.#attempt(tx, round, match)) : undefined;
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
      lane.end(failure);
      // A connection that has broken while nothing was under way says so now.
      const isOnlyOld = isOld && error instanceof DatabaseAway && !error.isAnswered && !round.matched;
      if (isOnlyOld) return this.#write(round, match, next);
      throw failure;
    }
  }

  /**
   * Sends for the locks of the users who are free, and for numbers: the first statement of the transaction travels with
   * them. Orders of the others wait for the next turn. False: there is none to place.
   */
  #begin(session: Session, round: Round, wanted: readonly Waiting[]): boolean {
    if (wanted.length === 0) return false;
    round.all = wanted;
    const locks = round.lane.keep(session, round.users);
    round.begins(Promise.all([locks, numbersFor(session, wanted.length)]), (busy) => {
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
    const { userId } = one.order;
    if (this.#waitedFor.has(userId) || this.#waitedFor.size === MAX_WAITS) return;
    this.#waitedFor.add(userId);
    await waitForUser(this.#deps.db, userId).catch(() => undefined);
    this.#waitedFor.delete(userId);
    one.busy = 0;
    this.#wake();
  }

  /** Answers what was settled, and how to note what is known by it once it is committed. */
  async #attempt(tx: Tx, round: Round, match: Match): Promise<Attempt> {
    const { lane } = round;
    const { marketDate } = this.#deps.market.now();
    const read = await readOrders(tx, round, { marketDate, knownOf: ({ userId }) => lane.known(userId) });
    round.stops ??= findStops(this.#deps, read.orders, read.standings, round.stop);
    const all = decideAll(read, round.stops, round.refusals);
    const decided = all.flatMap((one) => one ?? []);
    if (decided.length < all.length) {
      if (round.matched) throw booksMovedOn();
      this.#waiting.putBack(round.leaveOut((at) => !all[at]));
    }
    const learn = (outcome?: Outcome) =>
      learnFrom(
        lane,
        onlyOf(read, (at) => all[at] !== undefined),
        { marketDate, now: performance.now(), ...outcome },
      );
    round.placements = decided.map(({ placement }) => placement);
    const { placed, waiting, refused } = decidedBy(decided);
    if (round.matched !== undefined) {
      if (this.#isIn(round, round.placements)) return { settled: undefined, learn: () => lane.forgetAll() };
      const same = placed.map(({ order }) => order.id);
      if (String(same) !== String(round.matched)) throw booksMovedOn();
    }
    const waits = waiting.map(waitingArrival);
    if (placed.length === 0) {
      if (waits.length + refused.length === 0) return { settled: undefined, learn };
      const [, entries] = await Promise.all([
        holdFrontier(tx, this.#deps.venue.writer),
        writeArrivals(tx, waits),
        noteRefused(tx, refused),
      ]);
      await this.#keepReceipts(tx, round, receiptGroups(waits, entries));
      return { settled: undefined, learn };
    }
    const matched = await match(
      placed.map(({ order }) =>
        placeCommand(
          { seq: Number(order.id), orderId: order.id },
          { ...order, byProgram: order.program !== undefined, bySystem: false },
        ),
      ),
    );
    if (!matched) return { settled: undefined, learn };
    const { batch, hasOthers, isNext } = matched;
    round.matched = placed.map(({ order }) => order.id);
    round.refusals = new Map(refused.map(({ order, refusal }) => [order.id, refusal]));
    if (hasOthers) {
      await soon(isNext);
      await this.#lanes.giveBackUsersOf(tx, ordersIn(batch), lane);
    }
    const after = await settlePlaced(tx, batch, { placed, before: read.before });
    const arrivals = makeArrivals(placed, after, batch);
    const arrived = [...waits, ...arrivals.values()];
    const write = async () => {
      const [, entries, [sent]] = await Promise.all([
        moveFrontier(tx, batch, true),
        writeArrivals(tx, arrived, after),
        Promise.all(writeSettled(tx, batch, { after, arrivals })),
        noteRefused(tx, refused),
      ]);
      return { entries, sent };
    };
    const placeAndSign = async () => {
      const written = write();
      // While the database is at what was sent: nothing that is signed goes out before the commit.
      const made = new Map(arrived.flatMap(({ order, entry }) => (entry ? [[order.id, entry]] : [])));
      const [{ sent }] = await Promise.all([written, this.#sendReceipts(tx, round, receiptGroups(arrived, made))]);
      return sent;
    };
    const holdAndSign = async () => {
      // Whether something can be held is known by the answer, and so are the entries.
      const { entries, sent } = await write();
      await this.#keepReceipts(tx, round, receiptGroups(arrived, entries));
      return sent;
    };
    await soon(isNext);
    const written = arrived.some(({ hold }) => hold) ? holdAndSign() : tx.commitWith(placeAndSign);
    round.isWriting = true;
    this.#wake();
    const sent = await written;
    const stand = after.orders.map((order) => arrivals.get(order.id)?.order ?? order);
    return {
      settled: { after: { ...after, orders: stand }, sent, at: batch.at },
      learn: () => learn({ arrivals, after }),
    };
  }

  /** Signs, keeps what was signed, and commits. */
  async #keepReceipts(tx: Tx, round: Round, groups: readonly ReceiptGroup[]): Promise<void> {
    if (groups.length > 0) await tx.commitWith(() => this.#sendReceipts(tx, round, groups));
  }

  #sendReceipts(tx: Tx, round: Round, groups: readonly ReceiptGroup[]): Promise<void> {
    return sendReceipts(this.#deps, tx, groups, (receipts) => round.addReceipts(receipts));
  }

  /** Whether the commit whose answer was lost was kept: its orders are found as earlier ones. */
  #isIn(round: Round, placements: readonly Placement[]): boolean {
    const [one] = round.matched!;
    const at = round.orders.findIndex(({ id }) => id === one);
    return placements[at]!.repeated && placements[at]!.orderId === one;
  }

  #answer(round: Round, settled: Settled | undefined): void {
    const results = settled ? orderResults(settled) : new Map<bigint, OrderResult>();
    for (const [index, { resolve, order }] of round.all.entries()) {
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

/** Orders that a batch changes. */
const ordersIn = ({ events }: SettlementBatch): readonly bigint[] => [
  ...new Set(events.map(({ orderId }) => BigInt(orderId))),
];

/** What comes before is committed: if it takes long, the transaction is begun anew, with its locks. */
async function soon(isNext: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DatabaseAway('What was matched before is not committed', { isAnswered: true })),
    WAIT_MS,
  );
  await Promise.race([isNext, late.promise]).finally(() => clearTimeout(timer));
}

/** Whether the same transaction may succeed on the same connection. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof MatchUnwritable || error instanceof MarketTakenOver) &&
  (!(error instanceof DatabaseAway) || error.isAnswered);

const booksMovedOn = () => new MatchUnwritable('the books do not allow what was matched', { booksMovedOn: true });

function orderResults({ after }: Settled): ReadonlyMap<bigint, OrderResult> {
  const fills = Map.groupBy(after.fills, ({ orderId }) => orderId);
  return new Map(
    after.orders.map((order) => [
      order.id,
      { order: { ...order, becameLimit: false }, fills: fills.get(order.id) ?? [] },
    ]),
  );
}
