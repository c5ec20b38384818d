import { isOpenState } from '@khara/broker';
import { completeTask, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Db } from '#src/ports/database.ts';
import { endNotices } from './notices.ts';
import type { TakenOrder } from './store.ts';
import * as store from './store.ts';

/** Orders whose notices one transaction writes. */
const CHUNK = 500;

/**
 * Writes the notices of a member's orders that ended as they were placed, and that the first order is done:
 * before notices are read, counted, read off or given out. The transaction that places an order writes
 * neither, since both follow from its row. Costs one look at an index when there is nothing new. Safe beside
 * itself: each notice is written once.
 */
export async function makeNotices({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  for (;;) {
    const placed = await store.placedSinceNotices(db, userId, CHUNK);
    if (placed.length > 0) await write(db, userId, placed);
    if (placed.length < CHUNK) return;
  }
}

async function write(db: Db, userId: string, placed: readonly TakenOrder[]): Promise<void> {
  const ended = placed.flatMap(({ order, matchedAt }) =>
    matchedAt === undefined || order.firstAnswer || isOpenState(order.state) ? [] : endNotices(order, matchedAt),
  );
  const filledAt = placed.find(({ order, matchedAt }) => matchedAt !== undefined && order.filled > 0)?.matchedAt;
  const last = placed.at(-1)!.order.id;
  await db.transaction(async (tx) => {
    // Another device came first, or the account has been erased.
    if (!(await store.moveNoticesMade(tx, userId, last))) return;
    await Promise.all([
      notifyAll(tx, ended),
      filledAt === undefined ? undefined : completeTask(tx, [userId], 'order', filledAt),
    ]);
  });
}
