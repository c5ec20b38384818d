import { announce } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { readStanding, tellIfOpen } from './events.ts';

/**
 * Tells a member that withdrawals have opened by themselves; when they have not yet, it looks again when they
 * should. Safe to run twice, and early.
 */
export async function recoverWithdrawals(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'pushes'>,
  userId: string,
): Promise<void> {
  const { db, clock, jobs } = deps;
  const at = clock.now();
  const sent = await db.transaction(async (tx) => {
    const { unblocksAt } = await readStanding(tx, userId, at);
    if (unblocksAt === undefined) return tellIfOpen(tx, userId, at);
    await jobs.send(tx, 'credit_recovery', { userId }, unblocksAt);
    return undefined;
  });
  if (sent) announce(deps, sent);
}
