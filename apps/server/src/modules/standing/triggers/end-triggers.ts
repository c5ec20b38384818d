import type { CorporateAction } from '#modules/market/index.ts';
import { notifyAll, type NoticeKey, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { sendNotices } from '#modules/orders/index.ts';
import { toWatched, type PriceTrigger } from './price-trigger.ts';
import * as store from './trigger-store.ts';

type EndDeps = Pick<Deps, 'db' | 'clock' | 'pushes' | 'log'>;

/** The page that shows a trigger. */
export const pageOfTriggers = (id: bigint): string => `/pages/personal/waiting/index?id=${id}`;

/** Changes within this time are shown to the market again: longer than any statement may take. */
const LATELY_MS = 30_000;

/**
 * To be called again and again: triggers end whose position has, those that fired and have no order get one, and the
 * market hears of changes whose commit was kept while its answer was lost.
 */
export async function tendTriggers(deps: EndDeps & Pick<Deps, 'venue'>): Promise<void> {
  for (const id of await end(deps, store.orphanedTriggers, 'ended', 'triggerEnded')) deps.venue.unwatch(id);
  for (const trigger of await store.changedTriggers(deps.db, BigInt(deps.clock.now() - LATELY_MS)))
    deps.venue.watch(toWatched(trigger));
  deps.venue.placeFired();
}

/** At the start of a market day: triggers end whose last market date is over. Safe to repeat. */
export const expireTriggers = (deps: EndDeps, marketDate: string): Promise<unknown> =>
  end(deps, (tx) => store.overdueTriggers(tx, marketDate), 'expired', 'triggerExpired');

/** A demerger leaves no trigger of its share waiting: what its prices would be after it cannot be said before. */
export async function endTriggersForAction(
  tx: Tx,
  { id: actionId, code, exDate }: Pick<CorporateAction, 'id' | 'code' | 'exDate'>,
  at: number,
): Promise<readonly SentNotice[]> {
  const found = await store.triggersBefore(tx, code, exDate);
  await store.endTriggers(
    tx,
    found.map(({ id }) => id),
    'ended',
    at,
    'corporate_action',
  );
  return notifyAll(
    tx,
    found.map(({ id, userId }): NoticeToSend => ({
      userId,
      category: 'transaction',
      key: 'triggerEndedByAction',
      params: { code },
      link: pageOfTriggers(id),
      about: `trigger:${id} ${actionId}`,
      at,
    })),
  );
}

async function end(
  deps: EndDeps,
  find: (tx: Tx) => Promise<readonly PriceTrigger[]>,
  state: 'ended' | 'expired',
  key: NoticeKey,
): Promise<readonly bigint[]> {
  const at = deps.clock.now();
  const [ended, sent] = await deps.db.transaction(async (tx) => {
    const found = await find(tx);
    if (found.length === 0) return [[], []] as const;
    const ended = await store.endTriggers(
      tx,
      found.map(({ id }) => id),
      state,
      at,
    );
    const notices = found.map(({ id, userId, code }) => ({
      userId,
      category: 'transaction' as const,
      key,
      params: { code },
      link: pageOfTriggers(id),
      about: `trigger:${id} ${state}`,
      at,
    }));
    return [ended, await notifyAll(tx, notices)] as const;
  });
  sendNotices(deps, sent);
  return ended;
}
