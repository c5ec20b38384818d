import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import { holdFrontier, MarketTakenOver, moveFrontier } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { DatabaseAway, isBusy, type Session, type Tx } from '#src/ports/database.ts';
import { BooksMovedOn, MatchUnwritable, type Match, type OrderMatching } from '#src/ports/exchange.ts';
import { announceOrders, announceSettled, placeCommand, type Settled } from '#modules/orders/index.ts';
import { stopIn } from '#modules/own-limits/index.ts';
import { makeArrivals, waitingArrival, writeSettled } from '#modules/settlement/index.ts';
import { decideAll, decidedBy, readOrders, settlePlaced, findStops, writeArrivals } from './place-orders.ts';
import type { OrderResult } from './first-answer.ts';
import type { Desk, Placed } from './desk.ts';
import { createGroupCommit } from './group-commit.ts';
import type { NewOrder, Placement } from './new-order.ts';
import { receiptGroups, sendReceipts, type ReceiptGroup } from './placing-receipts.ts';
import { cancelAll, noteRefused, numbersFor, RELEASE_USERS, tryKeepUsers, waitForUsers } from './place-store.ts';
import { Round, type Waiting } from './round.ts';

/** Orders of one transaction. Each takes some hundred microseconds, and none is acknowledged before the last. */
const BATCH_SIZE = 64;
/** After this time the caller reads that the outcome is unknown, and asks again with the same id. */
const PATIENCE_MS = 5_000;
/**
 * An order that fails this number of times for a reason of its own, and not because others are busy, shows a
 * defect, and the market would stand still for ever. Nothing of it was acknowledged or shown, so a server
 * that starts again is right.
 */
const MAX_DEFECTS = 6;
/** The books may move on over an order this often, before its caller has to ask again. */
const MAX_MOVED_ON = 3;
/** Of rounds at the same time: one is written while the next one begins. */
const MAX_ROUNDS = 2;
/** Orders that begin the next round while one is written. */
const MIN_SHARE = 0.5;
/** Time that a transaction waits for the one before. The database ends one that waits for five seconds. */
const WAIT_MS = 3_000;
/** Between two looks whether a user who is busy elsewhere is free. */
const LOOK_AGAIN_MS = 5;

type DeskDeps = Pick<Deps, 'db' | 'market' | 'pushes' | 'log' | 'keys'> & {
  readonly venue: OrderMatching;
};

/**
 * Where orders are placed. Those of one moment, at most one of each user, are one transaction: users locked,
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
  readonly #rest: (ms: number) => Promise<unknown>;
  readonly #waiting: Waiting[] = [];
  /** Those whose transactions have not ended. */
  readonly #rounds = new Set<Round>();
  #isWoken = false;
  #isResting = false;
  readonly cancel: Desk['cancel'];

  /** `restFor` resolves after the given ms. */
  constructor(deps: DeskDeps, restFor: (ms: number) => Promise<unknown> = rest) {
    this.#deps = deps;
    this.#rest = restFor;
    this.cancel = createGroupCommit(deps.db, cancelAll);
  }

  place(order: NewOrder): Promise<Placed> {
    const { promise, resolve, reject } = Promise.withResolvers<Placed>();
    const one: Waiting = { order, resolve, reject, isOver: false, movedOn: 0 };
    this.#waiting.push(one);
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
    if (this.#mayBegin()) void this.#run();
  }

  /**
   * Whether another round is worth its while: one locks and reads while the one before is written. Small ones cost more
   * than they gain.
   */
  #mayBegin(): boolean {
    if (this.#isResting || this.#rounds.size >= MAX_ROUNDS) return false;
    let least = 1;
    for (const { isWriting, all } of this.#rounds) {
      if (!isWriting) return false;
      least = Math.max(least, all.length * MIN_SHARE);
    }
    if (this.#waiting.length < least) return false;
    const users = this.#busyUsers;
    let count = 0;
    for (const { order, isOver } of this.#waiting) if (!isOver && !users.has(order.userId)) count += 1;
    return count >= least;
  }

  /** Users with an order in a round. */
  get #busyUsers(): Set<string> {
    const users = new Set<string>();
    for (const { all } of this.#rounds) for (const { order } of all) users.add(order.userId);
    return users;
  }

  async #run(): Promise<void> {
    const round = new Round();
    await this.#runRound(round, () => this.#next());
    if (round.all.length === 0) {
      // All that are left wait for users who are busy elsewhere.
      this.#isResting = true;
      await this.#rest(LOOK_AGAIN_MS);
      this.#isResting = false;
    }
    this.#goOn();
  }

  /** The next orders in the order in which they came, until a user comes again, or has one in a round. */
  #next(): readonly Waiting[] {
    const users = this.#busyUsers;
    const chosen: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting.splice(0)) {
      if (one.isOver) continue;
      const isNext = chosen.length < BATCH_SIZE && !users.has(one.order.userId);
      (isNext ? chosen : left).push(one);
      users.add(one.order.userId);
    }
    this.#waiting.push(...left);
    return chosen;
  }

  async #runRound(round: Round, next: () => readonly Waiting[]): Promise<void> {
    this.#rounds.add(round);
    try {
      const settled = await this.#deps.venue.place((match) => this.#write(round, match, next));
      // The next orders are on their way to the database while these are answered.
      setImmediate(() => this.#answer(round, settled));
    } catch (error) {
      const { all } = round;
      if (error instanceof BooksMovedOn) return await this.#placeAnew(round, error);
      if (all.length <= 1 || error instanceof DatabaseAway) {
        // Without a connection the others need not wait for their turn to hear of it.
        for (const { reject } of all.length === 0 ? this.#waiting.splice(0) : all) reject(error);
        return;
      }
      // One's fault is not another's.
      for (const one of all) await this.#runRound(new Round(), () => [one]);
    } finally {
      this.#rounds.delete(round);
    }
  }

  /**
   * The market goes on without what was matched: each order is decided anew, alone. The limit for which the
   * database did not take one that was alone is its refusal.
   */
  async #placeAnew({ all, stop }: Round, error: BooksMovedOn): Promise<void> {
    for (const one of all) {
      one.movedOn += 1;
      const again = new Round();
      if (all.length === 1) again.stop = stop;
      if (one.movedOn < MAX_MOVED_ON) await this.#runRound(again, () => [one]);
      else one.reject(new DatabaseAway('The books move on each time', { cause: error }));
    }
  }

  #write(round: Round, match: Match, next: () => readonly Waiting[]): Promise<Settled | undefined> {
    return this.#deps.db.session(RELEASE_USERS, async (session) => {
      if (round.matched) await waitForUsers(session, round.users);
      else if (!this.#begin(session, round, round.all.length > 0 ? round.all : next())) return undefined;
      let defects = 0;
      for (let failures = 1; ; failures += 1) {
        try {
          return await session.transaction((tx) => this.#attempt(tx, round, match));
        } catch (error) {
          // Under the same locks, as long as there is a connection that has them.
          if (round.matched === undefined || !mayPass(error)) throw error;
          round.stop = stopIn(error);
          if (round.stop) throw new BooksMovedOn('a limit of its member stops what was matched', { cause: error });
          if (isDefect(error)) defects += 1;
          if (defects === MAX_DEFECTS)
            throw new MatchUnwritable('orders that were matched cannot be written', { cause: error });
          this.#deps.log.warn({ err: error, orders: round.all.length }, 'orders that were matched are written again');
          await this.#rest(Math.min(2_000, 50 * 2 ** failures));
        }
      }
    });
  }

  /**
   * Sends for the locks of the users who are free, and for numbers: the first statement of the transaction travels with
   * them. Orders of the others wait for the next turn. False: there is none to place.
   */
  #begin(session: Session, round: Round, wanted: readonly Waiting[]): boolean {
    if (wanted.length === 0) return false;
    round.all = wanted;
    const users = wanted.map(({ order }) => order.userId);
    round.begins(Promise.all([tryKeepUsers(session, users), numbersFor(session, wanted.length)]), (busy) =>
      this.#waiting.unshift(...busy),
    );
    return true;
  }

  async #attempt(tx: Tx, round: Round, match: Match): Promise<Settled | undefined> {
    const { orders, standings, before } = await readOrders(tx, round, this.#deps.market.now().marketDate);
    round.stops ??= findStops(this.#deps, orders, standings, round.stop);
    const decided = decideAll(orders, standings, round.stops, round.refusals);
    round.placements = decided.map(({ placement }) => placement);
    const { placed, waiting, refused } = decidedBy(decided);
    if (round.matched !== undefined) {
      if (this.#isIn(round, round.placements)) return undefined;
      const same = placed.map(({ order }) => order.id);
      if (String(same) !== String(round.matched)) throw new BooksMovedOn('the books do not allow what was matched');
    }
    const waits = waiting.map(waitingArrival);
    if (placed.length === 0) {
      if (waits.length + refused.length === 0) return undefined;
      const [, entries] = await Promise.all([
        holdFrontier(tx, this.#deps.venue.writer),
        writeArrivals(tx, waits),
        noteRefused(tx, refused),
      ]);
      await this.#keepReceipts(tx, round, receiptGroups(waits, entries));
      return undefined;
    }
    const { batch, hasOthers, isNext } = await match(
      placed.map(({ order }) =>
        placeCommand(
          { seq: Number(order.id), orderId: order.id },
          { ...order, byProgram: order.program !== undefined, bySystem: false },
        ),
      ),
    );
    round.matched = placed.map(({ order }) => order.id);
    round.refusals = new Map(refused.map(({ order, refusal }) => [order.orderId, refusal]));
    if (hasOthers) await soon(isNext);
    const after = await settlePlaced(tx, batch, { placed, before });
    const arrivals = makeArrivals(placed, after, batch);
    const all = [...waits, ...arrivals.values()];
    const write = async () => {
      const [, entries, [sent]] = await Promise.all([
        moveFrontier(tx, batch, true),
        writeArrivals(tx, all, after),
        Promise.all(writeSettled(tx, batch, { after, arrivals })),
        noteRefused(tx, refused),
      ]);
      return { entries, sent };
    };
    const placeAndSign = async () => {
      const written = write();
      // While the database is at what was sent: nothing that is signed goes out before the commit.
      const made = new Map(all.flatMap(({ order, entry }) => (entry ? [[order.id, entry]] : [])));
      const [{ sent }] = await Promise.all([written, this.#sendReceipts(tx, round, receiptGroups(all, made))]);
      return sent;
    };
    const holdAndSign = async () => {
      // Whether something can be held is known by the answer, and so are the entries.
      const { entries, sent } = await write();
      await this.#keepReceipts(tx, round, receiptGroups(all, entries));
      return sent;
    };
    await soon(isNext);
    const written = all.some(({ hold }) => hold) ? holdAndSign() : tx.commitWith(placeAndSign);
    round.isWriting = true;
    this.#wake();
    const sent = await written;
    const stand = after.orders.map((order) => arrivals.get(order.id)?.order ?? order);
    return { after: { ...after, orders: stand }, sent, at: batch.at };
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
    const at = round.orders.findIndex(({ orderId }) => orderId === one);
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
        announceOrders(this.#deps, [{ id: orderId, userId: order.userId, at: order.at, steps: ['waits_for_open'] }]);
    }
    const { matched } = round;
    if (matched && !settled)
      announceOrders(
        this.#deps,
        round.orders
          .filter(({ orderId }) => matched.includes(orderId))
          .map(({ orderId: id, userId, at }) => ({ id, userId, at, steps: ['accepted'] })),
      );
    if (settled) announceSettled(this.#deps, settled, matched);
  }
}

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
  !(error instanceof BooksMovedOn || error instanceof MatchUnwritable || error instanceof MarketTakenOver) &&
  (!(error instanceof DatabaseAway) || error.isAnswered);

/** Whether nothing but ourselves is the reason. */
const isDefect = (error: unknown): boolean => !(error instanceof DatabaseAway) && !isBusy(error);

function orderResults({ after }: Settled): ReadonlyMap<bigint, OrderResult> {
  const fills = Map.groupBy(after.fills, ({ orderId }) => orderId);
  return new Map(
    after.orders.map((order) => [
      order.id,
      { order: { ...order, becameLimit: false }, fills: fills.get(order.id) ?? [] },
    ]),
  );
}
