import { finishedDays } from '#modules/market/index.ts';
import { announce, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as store from './store.ts';

/** After a pause, contract notes of days further back than this get no notice any more. */
const CAUGHT_UP_DAYS = 3;
const BATCH_SIZE = 500;

/**
 * Tells each member who traded on a day that has ended that its contract note is ready, once. Safe to run at
 * any time. Answers how many notices were written.
 */
export async function notifyOfNotes(deps: Pick<Deps, 'db' | 'clock' | 'pushes'>): Promise<number> {
  let notified = 0;
  for (const { date } of await finishedDays(deps.db, CAUGHT_UP_DAYS)) {
    for (;;) {
      const traders = await store.tradersToNotify(deps.db, date, BATCH_SIZE);
      if (traders.length === 0) break;
      await notifyMember(deps, date, traders);
      notified += traders.length;
    }
  }
  return notified;
}

async function notifyMember(
  deps: Pick<Deps, 'db' | 'clock' | 'pushes'>,
  date: string,
  userIds: readonly string[],
): Promise<void> {
  const at = deps.clock.now();
  const sent = await deps.db.transaction((tx) =>
    notifyAll(
      tx,
      userIds.map((userId) => ({
        userId,
        category: 'transaction' as const,
        key: 'contractNoteReady' as const,
        params: { date },
        link: '/pages/personal/bill/index',
        about: store.noteName(date),
        at,
      })),
    ),
  );
  announce(deps, ...sent);
}
