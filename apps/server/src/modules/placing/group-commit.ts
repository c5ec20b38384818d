import { lockFree, type OfUser } from './place-store.ts';
import assert from 'node:assert/strict';
import { DatabaseAway, type Db, type Queryable } from '#src/ports/database.ts';
import { createBatcher } from '#src/kernel/batcher.ts';

/** Answers or throws what went wrong. */
type Outcome<Answer> = () => Answer;

/** Requests of one transaction. Each takes some hundred microseconds, and none is acknowledged before the last. */
const BATCH_SIZE = 64;

/**
 * Writes what is asked for together with what others ask at the same time: their commits, which wait for the
 * disk, become one. Their order is that of arrival. All users are locked first, and only those free of other
 * locks: what would have to wait goes alone, so that no user's transaction keeps others waiting, or waits for
 * one that waits for it. When a transaction fails, each is tried alone: one's fault is not another's.
 */
export function createGroupCommit<Item extends OfUser, Answer>(
  db: Db,
  many: (db: Queryable, items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  const alone = (item: Item): Promise<Outcome<Answer>> =>
    many(db, [item]).then(
      ([answer]) =>
        () =>
          answer!, // one was asked
      (error: unknown) => () => {
        throw error;
      },
    );
  const together = async (items: readonly Item[]): Promise<ReadonlyMap<Item, Outcome<Answer>>> => {
    try {
      return await db.transaction(async (tx) => {
        const free = await lockFree(tx, items);
        const answers = await many(tx, free);
        assert.equal(answers.length, free.length, 'each is answered');
        return new Map(free.map((item, at) => [item, () => answers[at]!]));
      });
    } catch (error) {
      if (error instanceof DatabaseAway) throw error; // whether it was kept is unknown: to be repeated by the caller
      return new Map();
    }
  };
  const group = createBatcher(BATCH_SIZE, async (items: readonly Item[]) => {
    const answers = items.length === 1 ? new Map<Item, Outcome<Answer>>() : await together(items);
    return Promise.all(items.map((item) => answers.get(item) ?? alone(item)));
  });
  return (item) => group(item).then((outcome) => outcome());
}
