import {
  actionsFor,
  codesSince,
  demergedCodes,
  exDatesAhead,
  keepActions,
  QUIET_DAYS,
  scheduledThrough,
} from '#modules/market/index.ts';
import { notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { addDays, type Day } from '@khara/rules';
import { TakenCodes } from '@khara/offerings';
import { offersSeed } from '../offers/offers.ts';
import { writeAnnouncements } from './notices.ts';
import { sendNotices } from '#modules/orders/index.ts';

type ScheduleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keys' | 'market' | 'pushes' | 'log'>;

/**
 * Schedules the actions of the next ex-dates that have none yet, and notifies those who hold or watch the
 * share. Safe to repeat: an ex-date is scheduled once.
 */
export async function scheduleActions(
  deps: ScheduleDeps,
  day: { readonly marketDay: number; readonly marketDate: Day },
): Promise<void> {
  const through = await scheduledThrough(deps.db);
  const seed = offersSeed(deps);
  const issuers = deps.market.instruments().flatMap(({ issuer }) => (issuer ? [issuer] : []));
  const taken = new TakenCodes([...issuers.map(({ code }) => code), ...(await demergedCodes(deps.db))]);
  for (const { exDate, marketDay } of exDatesAhead(day.marketDate, day.marketDay)) {
    if (through !== undefined && exDate <= through) continue;
    const quiet = await codesSince(deps.db, addDays(exDate, -QUIET_DAYS));
    const actions = actionsFor(
      { exDate, marketDay, announcedOn: day.marketDate },
      {
        seed,
        issuers,
        priceOf: (code) => deps.market.quote(code)?.previousClose ?? 0,
        isQuiet: (code) => quiet.has(code),
        isTaken: (code) => !taken.isFree(code),
      },
    );
    const at = deps.clock.now();
    const sent = await deps.db.transaction(async (tx) => {
      if (!(await keepActions(tx, exDate, actions, at))) return [];
      return notifyAll(tx, (await Promise.all(actions.map((action) => writeAnnouncements(tx, action, at)))).flat());
    });
    sendNotices(deps, sent);
  }
}
