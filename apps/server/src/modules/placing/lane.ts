import type { Db, Session } from '#src/ports/database.ts';
import { keepUsers, nameKeeper, releaseUsers, RELEASE_USERS } from './place-store.ts';
import type { KnownStanding } from './known-standing.ts';

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

/**
 * A connection on which orders are placed, with the locks of users that it keeps between them. They last as long as the
 * connection: where that is gone, so is all that was known under them, and nothing more is written on it.
 */
export class Lane {
  readonly #db: Db;
  #session: Promise<Session> | undefined;
  #over: PromiseWithResolvers<void> | undefined;
  /** By user; who was used last comes last. */
  readonly #leases = new Map<string, Lease>();
  #isBusy = false;
  #isClosing = false;

  constructor(db: Db) {
    this.#db = db;
  }

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  get size(): number {
    return this.#leases.size;
  }

  has(userId: string): boolean {
    return this.#leases.has(userId);
  }

  get isBusy(): boolean {
    return this.#isBusy;
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
    this.#isBusy = true;
    return (this.#session ??= this.#open());
  }

  #open(): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const over = Promise.withResolvers<void>();
    over.promise.catch(() => undefined); // there may be no session that hears of it
    this.#over = over;
    this.#db
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

  /** Gives back a lock that another waits for: at once, or when what is under way has ended. */
  giveBack(userId: string): void {
    const lease = this.#leases.get(userId);
    if (!lease) return;
    lease.isWanted = true;
    if (!this.#isBusy) this.#release([userId]);
  }

  giveAllBack(): void {
    for (const userId of this.#leases.keys()) this.giveBack(userId);
  }

  /** Whose locks these are, of those that others wait for. */
  ownersOf(locks: ReadonlySet<bigint>): readonly string[] {
    return [...this.#leases].flatMap(([userId, { lock }]) => (locks.has(lock) ? userId : []));
  }

  /** Gives back what has not been used since. */
  giveBackUnused(since: number): void {
    if (this.#isBusy) return;
    const unused = [...this.#leases].flatMap(([userId, { usedAt }]) => (usedAt < since ? userId : []));
    this.#release(unused);
  }

  /** What was under way has ended: keeps at most this number of locks, those that were used last. */
  idle(most: number): void {
    this.#isBusy = false;
    const users = [...this.#leases.keys()];
    const isWanted = (userId: string) => this.#leases.get(userId)?.isWanted === true;
    const kept = users.filter((userId) => !isWanted(userId));
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
}
