import { setTimeout as rest } from 'node:timers/promises';
import type { Db, Queryable, Session } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import { Lane } from './lane.ts';
import { lookAtLocks, RELEASE_NOTHING, usersOfOrders } from './place-store.ts';

/** One is written while the next one begins. */
const COUNT = 2;
/** Locks that all of them keep. */
const MAX_LOCKS = 2_000;
/** A lane keeps at most this number more than the other: both have something to do. */
const MAX_MORE = 4;
/** Between two looks at who waits for a lock: more where a look takes long, but all who wait are seen soon. */
const LOOK_MS = 20;
const MAX_LOOK_MS = 60;
/** A lock that is not used is given back. */
const UNUSED_MS = 60_000;
/** A transaction that waits for one lock after the other wants many: none is kept meanwhile. */
const PAUSE_MS = 1_000;

type Parts = { readonly db: Db; readonly venue: { readonly writer: Writer } };

/** The lanes of a desk. A transaction that waits for a lock that they keep has it next: `pg_locks` shows it. */
export class Lanes {
  readonly all: readonly Lane[];
  readonly #parts: Parts;
  #isLooking = false;
  #pausedUntil = 0;
  /** Transactions that waited at the last look, and for which lock. */
  #waited: ReadonlyMap<string, bigint> = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.all = Array.from({ length: COUNT }, () => new Lane(parts.db));
  }

  /** The lane that has a user's lock. */
  laneOf(userId: string): Lane | undefined {
    return this.all.find((lane) => lane.has(userId));
  }

  /** Gives back what others than this lane have of the users of orders: their locks are about to be taken. */
  async giveBackUsersOf(db: Queryable, orderIds: readonly bigint[], but?: Lane): Promise<void> {
    if (orderIds.length === 0 || this.all.every((lane) => lane === but || lane.size === 0)) return;
    for (const userId of await usersOfOrders(db, orderIds)) {
      const lane = this.laneOf(userId);
      if (lane !== but) lane?.giveBack(userId);
    }
  }

  /** Keeps no lock for a while. */
  giveAllBack(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    for (const lane of this.all) lane.giveAllBack();
  }

  /** The connection of a lane: see `Lane.begin`. */
  begin(lane: Lane): Promise<Session> {
    void this.#look(); // first: once locks are kept, those who wait for them may have all other connections
    return lane.begin();
  }

  /** What a lane had under way has ended. */
  idle(lane: Lane): void {
    const others = this.all.reduce((sum, { size }) => sum + size, -lane.size);
    const most = Math.min(others + MAX_MORE, MAX_LOCKS - others);
    lane.idle(performance.now() < this.#pausedUntil ? 0 : most);
  }

  /** Looks who waits for as long as locks are kept. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      // On a connection of its own: those of the pool may all be waiting.
      await this.#parts.db.session(RELEASE_NOTHING, async (session) => {
        while (this.all.some(({ isOpen }) => isOpen) && !session.closing.aborted) {
          const began = performance.now();
          this.#note(await lookAtLocks(session));
          for (const lane of this.all) lane.giveBackUnused(began - UNUSED_MS);
          await rest(Math.min(MAX_LOOK_MS, Math.max(LOOK_MS, 5 * (performance.now() - began))), undefined, {
            ref: false,
          });
        }
      });
    } catch {
      this.giveAllBack(); // those who wait are not seen any more
    } finally {
      this.#isLooking = false;
    }
  }

  #note({ waiting, epoch }: Awaited<ReturnType<typeof lookAtLocks>>): void {
    const isOther = [...waiting].some(([tx, lock]) => (this.#waited.get(tx) ?? lock) !== lock);
    this.#waited = new Map(waiting);
    // Another server may run the market by now.
    if (isOther || epoch !== this.#parts.venue.writer.epoch) return this.giveAllBack();
    const locks = new Set(waiting.values());
    if (locks.size === 0) return;
    for (const lane of this.all) for (const userId of lane.ownersOf(locks)) lane.giveBack(userId);
  }
}
