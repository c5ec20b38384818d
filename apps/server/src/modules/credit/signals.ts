import type { SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { addCreditEvent } from './events.ts';
import * as store from './store.ts';
import { DAY_MS } from '@khara/rules';

export type TakeoverSignal = {
  readonly userId: string;
  /** When the account was opened: in its first day nothing counts, neither registering nor what belongs to it. */
  readonly openedAt: number;
  /** An owner of one is authenticated: nothing counts. */
  readonly hasSecondFactor: boolean;
  readonly signal: 'new_device' | 'password_changed' | 'payout_target';
};

/**
 * Notes a sign that a stranger may be in an account, in the transaction of what happened. All three within a
 * day meet the rule `takeover_signals`: then it answers the notice to announce. The caller leaves out what
 * does not count: the first transaction password and the first payout target.
 */
export async function noteTakeoverSignal(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random' | 'jobs'>,
  { userId, openedAt, hasSecondFactor, signal }: TakeoverSignal,
): Promise<SentNotice> {
  const at = deps.clock.now();
  if (hasSecondFactor || at - openedAt < DAY_MS) return undefined;
  await store.insertSignal(tx, { memberId: userId, signal, at });
  const seen = await store.signalsSince(tx, userId, at - DAY_MS);
  if (new Set(seen.map((row) => row.signal)).size < 3) return undefined;
  // The same signs are one event.
  const newest = seen.find((row) => row.signal === 'password_changed') ?? seen[0];
  return addCreditEvent(tx, deps, { userId, rule: 'takeover_signals', about: `${userId}:${newest?.at}` });
}
