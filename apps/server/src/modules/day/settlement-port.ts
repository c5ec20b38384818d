import { commandsToPlay, unappliedCommands, forgetNews } from '#modules/orders/index.ts';
import { settleBatch } from '#modules/settlement/index.ts';
import { beginMarketDay } from './begin.ts';
import { callMargins, watchedMargins } from '#modules/delivery/index.ts';
import { endTimed, scheduledCommands } from './schedule.ts';
import { fencedDatabase } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { SettlementPort, TriggerPort } from '#src/ports/exchange.ts';
import { dropArticles } from '#modules/articles/index.ts';

/** What the venue asks of the day. The venue is built from it, so it is the one dependency that cannot be given yet. */
export const createSettlementPort = (deps: Omit<Deps, 'venue'>): Omit<SettlementPort, keyof TriggerPort> => ({
  appliedCommands: (marketDay, fromStep) => commandsToPlay(deps.db, marketDay, fromStep),
  unappliedCommands: () => unappliedCommands(deps),
  forgetNews: (by, beyondStep) =>
    fencedDatabase(deps.db, by).transaction(async (tx) =>
      dropArticles(tx, await forgetNews(tx, by.marketDay, beyondStep)),
    ),
  settleBatch: (batch) => settleBatch(deps, batch),
  beginDay: (day, by) => beginMarketDay({ ...deps, db: fencedDatabase(deps.db, by) }, day),
  watchedMargins: () => watchedMargins(deps),
  callMargins: (reached, now, by) => callMargins(deps, reached, now, by),
  endTimed: (marketTime, by) => endTimed({ ...deps, db: fencedDatabase(deps.db, by) }, marketTime),
  scheduledCommands: (event, by) => scheduledCommands({ ...deps, db: fencedDatabase(deps.db, by) }, event),
});
