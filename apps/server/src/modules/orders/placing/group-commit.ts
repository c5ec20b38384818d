import assert from 'node:assert/strict';
import { DatabaseAway, type Db, type Queryable } from '#src/ports/database.ts';
import { createBatcher } from '#src/kernel/batcher.ts';

/**
 * What one user asks of the database, in a transaction of its own or with others'. It refuses by its answer,
 * never by an error. Those that follow each other with the same `many`, each of another user, are one
 * statement.
 */
type GroupedWrite<Item, Answer> = {
  readonly userId: string;
  /** Looks whether the square-off has begun, under its lock. */
  readonly meetsSquareOff: boolean;
  readonly item: Item;
  readonly many: (db: Queryable, items: readonly Item[]) => Promise<readonly Answer[]>;
};
type AnyWrite = GroupedWrite<unknown, unknown>;

/** Requests of one transaction. Each takes some hundred microseconds, and none is acknowledged before the last. */
const BATCH_SIZE = 64;

/**
 * Writes what an order asks for together with others that come at the same time: their commits, which wait
 * for the disk, become one. Their order is that of arrival. All users are locked first, and only those free
 * of other locks: an order that would have to wait goes alone, so that no user's transaction keeps others
 * waiting, or waits for one that waits for it. When a transaction fails, each is tried alone: one's fault is
 * not another's.
 */
export function commitTogether<Item, Answer>(db: Db, write: GroupedWrite<Item, Answer>): Promise<Answer> {
  const group = groups.get(db) ?? createBatcher(BATCH_SIZE, (items) => commit(db, items));
  groups.set(db, group);
  // What its own `many` answered to its own item.
  return group(write as unknown as AnyWrite).then((outcome) => outcome()) as Promise<Answer>;
}

const groups = new WeakMap<Db, (write: AnyWrite) => Promise<Outcome>>();

/** Answers, or throws what went wrong. */
type Outcome = () => unknown;

async function commit(db: Db, all: readonly AnyWrite[]): Promise<readonly Outcome[]> {
  if (all.length === 1) return [await alone(db, all[0]!)];
  let answers: ReadonlyMap<AnyWrite, Outcome>;
  try {
    answers = await db.transaction((tx) => runLocked(tx, all));
  } catch (error) {
    if (error instanceof DatabaseAway) throw error; // whether it was kept is unknown: to be repeated by the caller
    answers = new Map();
  }
  return Promise.all(all.map((write) => answers.get(write) ?? alone(db, write)));
}

const alone = (db: Db, { item, many }: AnyWrite): Promise<Outcome> =>
  many(db, [item]).then(
    ([answer]) =>
      () =>
        answer,
    (error: unknown) => () => {
      throw error;
    },
  );

/** What was answered to those who could be locked. */
async function runLocked(tx: Queryable, all: readonly AnyWrite[]): Promise<ReadonlyMap<AnyWrite, Outcome>> {
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
      return run.map((write, at) => [write, () => answers[at]] as const);
    }),
  );
  return new Map(answered.flat());
}

/** What follows each other in the order of arrival and can be one statement. */
function runsOf(all: readonly AnyWrite[]): readonly (readonly AnyWrite[])[] {
  const runs: AnyWrite[][] = [];
  let users = new Set<string>();
  for (const write of all) {
    const run = runs.at(-1);
    if (run && run[0]!.many === write.many && !users.has(write.userId)) run.push(write);
    else {
      runs.push([write]);
      users = new Set();
    }
    users.add(write.userId);
  }
  return runs;
}
