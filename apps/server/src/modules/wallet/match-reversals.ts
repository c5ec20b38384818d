import { cureCredit, openEvents } from '#modules/credit/index.ts';
import { announce } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';

const BATCH_SIZE = 100;

/**
 * A recharge that the bank took back is matched with the bank's books when the market day has closed: if all
 * of it was still there, and no account has lost anything, its event ends. Safe to run twice.
 */
export async function matchReversals(deps: Pick<Deps, 'db' | 'clock' | 'market' | 'pushes'>): Promise<void> {
  const { marketDate } = deps.market.now();
  const open = await openEvents(deps.db, 'recharge_reversed', deps.clock.now(), BATCH_SIZE);
  for (const { memberId: userId, about, facts } of open) {
    if (facts['lost'] !== '0' || String(facts['marketDate']) >= marketDate) continue;
    const sent = await deps.db.transaction((tx) => cureCredit(tx, deps, { userId, rule: 'recharge_reversed', about }));
    if (sent) announce(deps, sent);
  }
}
