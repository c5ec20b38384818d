import { announce, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as secretStore from './secret-store.ts';
import { DAY_MS } from '@khara/rules';

/** A server that was away for longer sends the notice no more. */
const NEWS_MS = 7 * DAY_MS;

/**
 * Tells those whose withdrawals waited after a reset that they are open again, each reset once. Safe to run
 * at any time, and twice.
 */
export async function notifyWithdrawalsOpen(deps: Pick<Deps, 'db' | 'clock' | 'pushes'>): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  const sent = await db.transaction(async (tx) => {
    const waited = await secretStore.waitedUntil(tx, { since: at - NEWS_MS, until: at });
    return notifyAll(
      tx,
      waited.map(({ id, withdrawalsFrom }) => ({
        userId: id,
        category: 'system',
        key: 'withdrawalsOpen',
        link: '/pages/wallet/withdrawal/index',
        about: `withdrawal-hold:${withdrawalsFrom}`,
        at,
      })),
    );
  });
  announce(deps, ...sent);
}
