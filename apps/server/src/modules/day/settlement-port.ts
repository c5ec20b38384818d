import { commandsToPlay, unappliedCommands, forgetNews } from '#modules/orders/index.ts';
import { settleBatch } from '#modules/settlement/index.ts';
import { beginMarketDay } from './begin.ts';
import { callMargins, watchedMargins } from '#modules/delivery/index.ts';
import { endTimed, scheduledCommands } from './schedule.ts';
import { fencedDatabase } from '#modules/market/index.ts';
import type { OrderDesk } from '#modules/placing/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { SettlementPort, TriggerPort } from '#src/ports/exchange.ts';
import { dropArticles } from '#modules/articles/index.ts';

/**
 * What the venue asks of the day. The venue is built from it, so it is the one dependency that cannot be given yet.
 * `desk`: where orders are placed in this process; it need not be found out there that their users' locks are wanted.
 */
export const createSettlementPort = (
  deps: Omit<Deps, 'venue'>,
  desk?: Pick<OrderDesk, 'giveBackUsersOf'>,
): Omit<SettlementPort, keyof TriggerPort> => ({
  appliedCommands: (marketDay, fromStep) => commandsToPlay(deps.db, marketDay, fromStep),
  unappliedCommands: () => unappliedCommands(deps),
  forgetNews: (by, beyondStep) =>
    fencedDatabase(deps.db, by).transaction(async (tx) =>
      dropArticles(tx, await forgetNews(tx, by.marketDay, beyondStep)),
    ),
  settleBatch: async (batch) => {
    await desk?.giveBackUsersOf([...new Set(batch.events.map(({ orderId }) => BigInt(orderId)))]);
    await settleBatch(deps, batch);
  },
  beginDay: (day, by) => beginMarketDay({ ...deps, db: fencedDatabase(deps.db, by) }, day),
  watchedMargins: () => watchedMargins(deps),
  callMargins: (reached, now, by) => callMargins(deps, reached, now, by),
  endTimed: (marketTime, by) => endTimed({ ...deps, db: fencedDatabase(deps.db, by) }, marketTime),
  scheduledCommands: (event, by) => scheduledCommands({ ...deps, db: fencedDatabase(deps.db, by) }, event),
});
