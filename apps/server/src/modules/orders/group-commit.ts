import { DatabaseAway, type Db, type Queryable } from '#src/db.ts';
import { together } from '#src/together.ts';

/** A statement on behalf of one user that is its own transaction, or part of one with others'. It refuses by its answer, never by an error. */
type Statement = {
  readonly userId: string;
  /** Looks whether the square-off has begun, under its lock. */
  readonly meetsSquareOff: boolean;
  readonly run: (db: Queryable) => Promise<unknown>;
};

/** Statements of one transaction. Each takes about a millisecond, and nobody is acknowledged before the last. */
const AT_ONCE = 32;

/**
 * Runs an order's statement together with others that come at the same time: their commits, which wait for the disk, become one. Their order is that of
 * arrival. All users are locked first, and only those whom nobody else has locked: whoever would have to wait goes alone, so that no user's
 * transaction keeps others waiting, or waits for one that waits for it. When a transaction fails, each statement is tried alone: one's fault is not another's.
 */
export function commitTogether<R>(
  db: Db,
  statement: Statement & { readonly run: (db: Queryable) => Promise<R> },
): Promise<R> {
  const group = groups.get(db) ?? together(AT_ONCE, (items) => commit(db, items));
  groups.set(db, group);
  return group(statement).then((outcome) => outcome()) as Promise<R>; // what its own `run` answered
}

const groups = new WeakMap<Db, (statement: Statement) => Promise<Outcome>>();

/** Answers, or throws what went wrong. */
type Outcome = () => unknown;

async function commit(db: Db, items: readonly Statement[]): Promise<readonly Outcome[]> {
  if (items.length === 1) return [await alone(db, items[0]!)];
  let answers: readonly (Outcome | undefined)[];
  try {
    answers = await db.transaction((tx) => runLocked(tx, items));
  } catch (error) {
    if (error instanceof DatabaseAway) throw error; // whether it was kept is unknown: to be repeated by whoever asked
    answers = items.map(() => undefined);
  }
  return Promise.all(items.map((item, at) => answers[at] ?? alone(db, item)));
}

const alone = (db: Db, { run }: Statement): Promise<Outcome> =>
  run(db).then(
    (answer) => () => answer,
    (error: unknown) => () => {
      throw error;
    },
  );

/** What was answered to those who could be locked. */
async function runLocked(tx: Queryable, items: readonly Statement[]): Promise<readonly (Outcome | undefined)[]> {
  const [locked] = await tx.query<{ square_off: boolean; users: boolean[] }>(
    'orders.lock_group',
    `SELECT CASE WHEN $2 THEN pg_try_advisory_xact_lock_shared(7366, 0) ELSE false END AS square_off,
       ARRAY(SELECT trading.try_lock_user(u.id) FROM unnest($1::text[]) WITH ORDINALITY AS u (id, at) ORDER BY u.at) AS users`,
    [items.map(({ userId }) => userId), items.some(({ meetsSquareOff }) => meetsSquareOff)],
  );
  return Promise.all(
    items.map(async ({ run, meetsSquareOff }, at) => {
      if (!locked?.users[at] || (meetsSquareOff && !locked.square_off)) return undefined;
      const answer = await run(tx);
      return () => answer;
    }),
  );
}
