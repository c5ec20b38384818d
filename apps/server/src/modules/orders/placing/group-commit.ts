import assert from 'node:assert/strict';
import { DatabaseAway, type Db, type Queryable } from '#src/ports/database.ts';
import { createBatcher } from '#src/kernel/batcher.ts';

/**
 * What one user asks of the database, in a transaction of its own or with others'. It refuses by its answer, never by an error. Those that
 * follow each other with the same `many`, each of another user, are one statement.
 */
type Asked<Item, Answer> = {
  readonly userId: string;
  /** Looks whether the square-off has begun, under its lock. */
  readonly meetsSquareOff: boolean;
  readonly item: Item;
  readonly many: (db: Queryable, items: readonly Item[]) => Promise<readonly Answer[]>;
};
type Some = Asked<unknown, unknown>;

/** Requests of one transaction. Each takes some hundred microseconds, and none is acknowledged before the last. */
const AT_ONCE = 64;

/**
 * Writes what an order asks for together with others that come at the same time: their commits, which wait for the disk, become one. Their order is that of
 * arrival. All users are locked first, and only those free of other locks: an order that would have to wait goes alone, so that no user's
 * transaction keeps others waiting, or waits for one that waits for it. When a transaction fails, each is tried alone: one's fault is not another's.
 */
export function commitTogether<Item, Answer>(db: Db, asked: Asked<Item, Answer>): Promise<Answer> {
  const group = groups.get(db) ?? createBatcher(AT_ONCE, (items) => commit(db, items));
  groups.set(db, group);
  // What its own `many` answered to its own item.
  return group(asked as unknown as Some).then((outcome) => outcome()) as Promise<Answer>;
}

const groups = new WeakMap<Db, (asked: Some) => Promise<Outcome>>();

/** Answers, or throws what went wrong. */
type Outcome = () => unknown;

async function commit(db: Db, all: readonly Some[]): Promise<readonly Outcome[]> {
  if (all.length === 1) return [await alone(db, all[0]!)];
  let answers: ReadonlyMap<Some, Outcome>;
  try {
    answers = await db.transaction((tx) => runLocked(tx, all));
  } catch (error) {
    if (error instanceof DatabaseAway) throw error; // whether it was kept is unknown: to be repeated by the caller
    answers = new Map();
  }
  return Promise.all(all.map((asked) => answers.get(asked) ?? alone(db, asked)));
}

const alone = (db: Db, { item, many }: Some): Promise<Outcome> =>
  many(db, [item]).then(
    ([answer]) =>
      () =>
        answer,
    (error: unknown) => () => {
      throw error;
    },
  );

/** What was answered to those who could be locked. */
async function runLocked(tx: Queryable, all: readonly Some[]): Promise<ReadonlyMap<Some, Outcome>> {
  const [locked] = await tx.query<{ square_off: boolean; users: boolean[] }>(
    'orders.lock_group',
    `SELECT CASE WHEN $2 THEN pg_try_advisory_xact_lock_shared(7366, 0) ELSE false END AS square_off,
       ARRAY(SELECT trading.try_lock_user(u.id) FROM unnest($1::text[]) WITH ORDINALITY AS u (id, at) ORDER BY u.at) AS users`,
    [all.map(({ userId }) => userId), all.some(({ meetsSquareOff }) => meetsSquareOff)],
  );
  const free = all.filter(({ meetsSquareOff }, at) => locked?.users[at] && (!meetsSquareOff || locked.square_off));
  const answered = await Promise.all(
    runsOf(free).map(async (run) => {
      const answers = await run[0]!.many(
        tx,
        run.map(({ item }) => item),
      );
      assert.equal(answers.length, run.length, 'each is answered');
      return run.map((asked, at) => [asked, () => answers[at]] as const);
    }),
  );
  return new Map(answered.flat());
}

/** What follows each other in the order of arrival and can be one statement. */
function runsOf(all: readonly Some[]): readonly (readonly Some[])[] {
  const runs: Some[][] = [];
  let users = new Set<string>();
  for (const asked of all) {
    const run = runs.at(-1);
    if (run && run[0]!.many === asked.many && !users.has(asked.userId)) run.push(asked);
    else {
      runs.push([asked]);
      users = new Set();
    }
    users.add(asked.userId);
  }
  return runs;
}
