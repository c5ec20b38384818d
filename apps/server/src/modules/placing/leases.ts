import { setTimeout as rest } from 'node:timers/promises';
import type { Db, Session } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import type { KnownStanding } from './known-standing.ts';
import {
  keepUsers,
  lookAtLocks,
  nameKeeper,
  RELEASE_NOTHING,
  RELEASE_USERS,
  releaseUsers,
  usersOfOrders,
} from './place-store.ts';

/** Locks that are kept. */
const MAX_LOCKS = 2_000;
/** Between two looks at who waits for a lock: more where a look takes long, but all who wait are seen soon. */
const LOOK_MS = 20;
const MAX_LOOK_MS = 60;
/** A lock that is not used is given back. */
const UNUSED_MS = 60_000;
/** A transaction that waits for one lock after the other wants many: none is kept meanwhile. */
const PAUSE_MS = 1_000;

/** A user's lock that is kept. */
type Lease = {
  /** Its number in the database. */
  readonly lock: bigint;
  /** What was read under it; undefined: the next order reads. */
  standing: KnownStanding | undefined;
  usedAt: number;
  /** Another waits for it. */
  isWanted: boolean;
};

type Parts = { readonly db: Db; readonly venue: { readonly writer: Writer } };

/**
 * The connection on which orders are placed, with the locks of users that it keeps between them. They last as long as
 * the connection: where that is gone, so is all that was known under them, and nothing more is written on it. A
 * transaction that waits for a lock that is kept has it next: `pg_locks` shows it.
 */
export class Leases {
  readonly #parts: Parts;
  #session: Promise<Session> | undefined;
  #over: PromiseWithResolvers<void> | undefined;
  /** By user; who was used last comes last. */
  readonly #leases = new Map<string, Lease>();
  #isBusy = false;
  #isClosing = false;
  #isLooking = false;
  #pausedUntil = 0;
  /** Transactions that waited at the last look, and for which lock. */
  #waited: ReadonlyMap<string, bigint> = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  known(userId: string): KnownStanding | undefined {
    return this.#leases.get(userId)?.standing;
  }

  /** What is known is of no more use. */
  forget(userId: string): void {
    const lease = this.#leases.get(userId);
    if (lease) lease.standing = undefined;
  }

  forgetAll(): void {
    for (const lease of this.#leases.values()) lease.standing = undefined;
  }

  learn(userId: string, standing: KnownStanding | undefined, at: number): void {
    const lease = this.#leases.get(userId);
    if (!lease) return;
    lease.standing = standing;
    lease.usedAt = at;
    this.#leases.delete(userId);
    this.#leases.set(userId, lease);
  }

  /** The connection, in the hands of one caller until `idle` or `end`. */
  begin(): Promise<Session> {
    void this.#look(); // first: once locks are kept, those who wait for them may have all other connections
    this.#isBusy = true;
    return (this.#session ??= this.#open());
  }

  #open(): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const over = Promise.withResolvers<void>();
    over.promise.catch(() => undefined); // there may be no session that hears of it
    this.#over = over;
    this.#parts.db
      .session(RELEASE_USERS, (session) => {
        session.closing.addEventListener('abort', () => {
          if (this.#over !== over) return;
          this.#isClosing = true;
          if (!this.#isBusy) this.end();
        });
        nameKeeper(session).catch(() => undefined); // what comes next fails, too
        resolve(session);
        return over.promise;
      })
      .catch(reject);
    return promise;
  }

  /** Locks users who are free, or waits for all of them; answers whose locks it has. */
  async keep(session: Session, users: readonly string[], waits = false): Promise<readonly boolean[]> {
    const fresh = [...new Set(users)].filter((userId) => !this.#leases.has(userId));
    const locks = fresh.length === 0 ? [] : await keepUsers(session, fresh, waits);
    for (const [at, userId] of fresh.entries()) {
      const lock = locks[at];
      if (lock !== null && lock !== undefined)
        this.#leases.set(userId, { lock, standing: undefined, usedAt: performance.now(), isWanted: false });
    }
    return users.map((userId) => this.#leases.has(userId));
  }

  /** Gives back the locks of the users of orders, which are about to be taken. */
  async giveBackUsersOf(orderIds: readonly bigint[]): Promise<void> {
    if (orderIds.length === 0 || this.#leases.size === 0) return;
    for (const userId of await usersOfOrders(this.#parts.db, orderIds)) this.#giveBack(userId);
  }

  /** Keeps no lock for a while. */
  giveAllBack(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    for (const userId of this.#leases.keys()) this.#giveBack(userId);
  }

  /** Gives back a lock that another waits for: at once, or when what is under way has ended. */
  #giveBack(userId: string): void {
    const lease = this.#leases.get(userId);
    if (!lease) return;
    lease.isWanted = true;
    if (!this.#isBusy) this.#release([userId]);
  }

  /** What was under way has ended: keeps the locks that were used last. */
  idle(): void {
    this.#isBusy = false;
    const users = [...this.#leases.keys()];
    const isWanted = (userId: string) => this.#leases.get(userId)?.isWanted === true;
    const kept = users.filter((userId) => !isWanted(userId));
    const most = performance.now() < this.#pausedUntil ? 0 : MAX_LOCKS;
    const surplus = new Set(kept.slice(0, Math.max(0, kept.length - most)));
    if (this.#isClosing || users.length === 0) this.end();
    else this.#release(users.filter((userId) => isWanted(userId) || surplus.has(userId)));
  }

  #release(users: readonly string[]): void {
    const over = this.#over;
    const session = this.#session;
    if (users.length === 0 || !session) return;
    for (const userId of users) this.#leases.delete(userId);
    void session
      .then((open) => releaseUsers(open, users))
      .then(
        () => {
          if (this.#over === over && this.#leases.size === 0 && !this.#isBusy) this.end();
        },
        (error: unknown) => {
          if (this.#over === over) this.end(error);
        },
      );
  }

  /** Gives the connection up with all locks; `error`: it is not to be used again. */
  end(error?: unknown): void {
    this.#leases.clear();
    this.#session = undefined;
    this.#isBusy = false;
    this.#isClosing = false;
    const over = this.#over;
    this.#over = undefined;
    if (error === undefined) over?.resolve();
    else over?.reject(error);
  }

  /** Looks who waits for as long as locks are kept. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      // On a connection of its own: those of the pool may all be waiting.
      await this.#parts.db.session(RELEASE_NOTHING, async (session) => {
        while (this.isOpen && !session.closing.aborted) {
          const began = performance.now();
          this.#note(await lookAtLocks(session));
          this.#giveBackUnused(began - UNUSED_MS);
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
    for (const [userId, { lock }] of this.#leases) if (locks.has(lock)) this.#giveBack(userId);
  }

  /** Gives back what has not been used since. */
  #giveBackUnused(since: number): void {
    if (this.#isBusy) return;
    this.#release([...this.#leases].flatMap(([userId, { usedAt }]) => (usedAt < since ? userId : [])));
  }
}
