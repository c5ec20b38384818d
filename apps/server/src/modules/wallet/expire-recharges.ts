import { announce, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { receiveReport, type ReportDeps } from './receive-report.ts';
import { notifyEnded } from './recharge-notices.ts';
import * as store from './recharge-store.ts';
import type { Recharge } from './recharge-store.ts';
import { cureCredit, openEvents } from '#modules/credit/index.ts';

const BATCH_SIZE = 50;

type ExpiryDeps = ReportDeps & Pick<Deps, 'rail'>;

/** Ends a recharge whose time is over. Safe to run twice, and early. */
export async function expireRecharge(deps: ExpiryDeps, orderNumber: string): Promise<void> {
  const row = await deps.db.transaction((tx) => store.lockRecharge(tx, orderNumber));
  if (row?.status === 'in_transfer' && row.expiresAt <= deps.clock.now()) await expire(deps, row);
}

/**
 * Ends recharges that were not paid in time, and catches up on those whose report never came: the rail is
 * asked before anything is given up. Each has a job of its own; this finds those of before there were jobs.
 * Safe to run at any time, and twice. One that fails leaves the others their turn, and so does one that no member asked
 * for.
 */
export async function expireRecharges(deps: ExpiryDeps): Promise<void> {
  const failures: unknown[] = [];
  const now = deps.clock.now();
  for (let after: Pick<Recharge, 'orderNumber' | 'expiresAt'> | undefined; ;) {
    const { page, own } = await store.overdueRecharges(deps.db, now, { after, limit: BATCH_SIZE });
    for (const row of own) await expire(deps, row).catch((error: unknown) => failures.push(error));
    if (page.length < BATCH_SIZE) break;
    after = page.at(-1);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Recharges whose time is over did not end');
}

async function expire(deps: ExpiryDeps, { orderNumber }: Pick<Recharge, 'orderNumber'>): Promise<void> {
  const missed = await deps.rail.reported(orderNumber);
  if (missed.length > 0) {
    for (const report of missed) await receiveReport(deps, report);
    return;
  }
  // Only when the rail has promised that no money will come any more.
  if (!(await deps.rail.cancel(orderNumber))) return;
  const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
    const locked = await store.lockRecharge(tx, orderNumber);
    if (locked?.status !== 'in_transfer') return undefined;
    await store.setStatus(tx, orderNumber, { status: 'failed', reason: 'expired', at: deps.clock.now() });
    return notifyEnded(tx, deps, locked, 'rechargeExpired');
  });
  if (!sent) return;
  announce(deps, sent);
}

const MATCHED_AT_ONCE = 100;

/**
 * A recharge that the bank took back is matched with the bank's books when the market day has closed: if all
 * of it was still there, and no account has lost anything, its event ends. Safe to run twice.
 */
export async function matchReversals(deps: Pick<Deps, 'db' | 'clock' | 'market' | 'pushes'>): Promise<void> {
  const { marketDate } = deps.market.now();
  const open = await openEvents(deps.db, 'recharge_reversed', deps.clock.now(), MATCHED_AT_ONCE);
  for (const { memberId: userId, about, facts } of open) {
    if (facts['lost'] !== '0' || String(facts['marketDate']) >= marketDate) continue;
    const sent = await deps.db.transaction((tx) => cureCredit(tx, deps, { userId, rule: 'recharge_reversed', about }));
    if (sent) announce(deps, sent);
  }
}
