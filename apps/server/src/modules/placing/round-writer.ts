import { placeCommand } from '@khara/broker';
import type { JournalledCommand } from '@khara/market-day';
import { holdFrontier, moveFrontier } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { MatchUnwritable, type Match, type OrderMatching } from '#src/ports/exchange.ts';
import { readCommands, type Settled } from '#modules/orders/index.ts';
import { makeArrivals, waitingArrival, writeSettled } from '#modules/settlement/index.ts';
import { onlyOf, readOrders, settlePlaced, writeArrivals } from './place-orders.ts';
import { decideAll, decidedBy, findStops } from './decide-all.ts';
import { learnFrom, type Outcome } from './learn.ts';
import type { Leases } from './leases.ts';
import { receiptGroups, sendReceipts, type ReceiptGroup } from './placing-receipts.ts';
import { noteRefused } from './place-store.ts';
import type { Round } from './round.ts';
import type { Waiting } from './waiting-orders.ts';

/** A try whose transaction has been written. */
export type Attempt = { readonly settled: Settled | undefined; readonly learn: () => void };

type WriterParts = Pick<Deps, 'market' | 'keys'> & {
  readonly venue: Pick<OrderMatching, 'writer'>;
  readonly leases: Leases;
  /** Orders that have to wait for what becomes of others. */
  readonly putBack: (orders: readonly Waiting[]) => void;
};

/**
 * What one transaction does with the orders of a round: reads and decides, has them matched, settles and
 * signs what came of it. Tried again it decides the same, or the books have moved on.
 */
export class RoundWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Answers what was settled, and how to note what is known by it once it is committed. */
  async write(tx: Tx, round: Round, match: Match): Promise<Attempt> {
    const { leases } = this.#parts;
    const { marketDate } = this.#parts.market.now();
    const read = await readOrders(tx, round, { marketDate, knownOf: ({ userId }) => leases.known(userId) });
    round.orders = read.orders;
    round.stops ??= findStops(this.#parts, read.orders, read.standings, round.stop);
    const all = decideAll(read, round.stops, round.refusals);
    const decided = all.flatMap((one) => one ?? []);
    if (decided.length < all.length) {
      if (round.matched) throw booksMovedOn();
      this.#parts.putBack(round.leaveOut((at) => !all[at]));
    }
    const learn = (outcome?: Outcome) =>
      learnFrom(
        leases,
        onlyOf(read, (at) => all[at] !== undefined),
        { marketDate, now: performance.now(), ...outcome },
      );
    round.placements = decided.map(({ placement }) => placement);
    const { placed, waiting, refused } = decidedBy(decided);
    if (round.matched && (await this.#isIn(tx, round))) return { settled: undefined, learn: () => leases.forgetAll() };
    const changes = await this.#journalAll(tx, round);
    const numbers = [...placed.map(({ order }) => order.id), ...changes.map(({ seq }) => BigInt(seq))];
    if (round.matched && String(numbers) !== String(round.matched)) throw booksMovedOn();
    const waits = waiting.map(waitingArrival);
    if (numbers.length === 0) {
      if (waits.length + refused.length === 0) return { settled: undefined, learn };
      const [, entries] = await Promise.all([
        holdFrontier(tx, this.#parts.venue.writer),
        writeArrivals(tx, waits),
        noteRefused(tx, refused),
      ]);
      await this.#keepReceipts(tx, round, receiptGroups(waits, entries));
      return { settled: undefined, learn };
    }
    const batch = match([
      ...placed.map(({ order }) =>
        placeCommand(
          { seq: Number(order.id), orderId: order.id },
          { ...order, byProgram: order.program !== undefined, bySystem: false },
        ),
      ),
      ...changes,
    ]);
    round.matched = numbers;
    round.refusals = new Map(refused.map(({ order, refusal }) => [order.id, refusal]));
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
    const sent = await (arrived.some(({ hold }) => hold) ? holdAndSign() : tx.commitWith(placeAndSign));
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
    return sendReceipts(this.#parts, tx, groups, (receipts) => round.addReceipts(receipts));
  }

  /** Journals what is asked of old orders, and answers its commands in their order. */
  async #journalAll(tx: Tx, round: Round): Promise<readonly JournalledCommand[]> {
    const made = await Promise.all(
      round.changes.map(async (change) => {
        this.#parts.leases.forget(change.userId);
        return [change, await change.journal(tx, round.numbers.get(change))] as const;
      }),
    );
    round.numbers = new Map(made.flatMap(([change, command]) => (command ? [[change, BigInt(command.seq)]] : [])));
    return made.flatMap(([, command]) => command ?? []).toSorted((one, other) => one.seq - other.seq);
  }

  /** Whether the commit whose answer was lost was kept: its orders are found as earlier ones. */
  async #isIn(tx: Tx, { matched, orders, placements }: Round): Promise<boolean> {
    const [one] = matched!;
    const placement = placements[orders.findIndex(({ id }) => id === one)];
    if (placement) return placement.repeated && placement.orderId === one;
    return (await readCommands(tx, [one!])).length > 0;
  }
}

const booksMovedOn = () => new MatchUnwritable('the books do not allow what was matched', { booksMovedOn: true });
