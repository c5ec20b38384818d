import { DatabaseAway, type Db, type Queryable, type Session, type Tx } from '#src/ports/database.ts';

/**
 * A database as a server sees it that is killed: after a set number of statements and commits it answers
 * nothing any more, and what was under way is rolled back, or kept without its answer. A process that is gone
 * hears of neither.
 */
export function mortalDatabase(
  db: Db,
  livesFor: number,
  isLastKept: boolean,
): { readonly db: Db; readonly isDead: boolean; kill(): void } {
  let left = livesFor;
  const never = new Promise<never>(() => undefined);
  const isDead = () => left <= 0;
  /** Counts down; throws within what was under way, so that it is given back to the living. */
  const live = () => {
    left -= 1;
    if (isDead()) throw new DatabaseAway('the server was killed');
  };
  const unlessDead = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const value = await work;
      return isDead() ? never : value;
    } catch (error) {
      if (isDead()) return never;
      throw error;
    }
  };
  const queries = (to: Queryable): Queryable['query'] => {
    return (name, text, params) => {
      live();
      return to.query(name, text, params);
    };
  };
  const inside = (tx: Tx): Tx => ({
    ...tx,
    query: async (name, text, params) => queries(tx)(name, text, params),
    commitWith: (write) => {
      live();
      return tx.commitWith(write);
    },
  });
  const committed = async <T>(run: (work: (tx: Tx) => Promise<T>) => Promise<T>, work: (tx: Tx) => Promise<T>) => {
    live();
    const value = await run(async (tx) => {
      const done = await work(inside(tx));
      if (!isLastKept) live(); // gone before the commit
      return done;
    });
    live(); // or gone after it
    return value;
  };
  const mortal: Db = {
    ...db,
    query: (name, text, params) => unlessDead((async () => queries(db)(name, text, params))()),
    transaction: (work) => unlessDead(committed((inner) => db.transaction(inner), work)),
    session: (release, work) =>
      unlessDead(
        db.session(release, (session) =>
          work({
            ...session,
            query: async (name, text, params) => queries(session)(name, text, params),
            transaction: (inner) => committed((of) => session.transaction(of), inner),
          } as Session),
        ),
      ),
  };
  return {
    db: mortal,
    kill() {
      left = 0;
    },
    get isDead() {
      return isDead();
    },
  };
}
