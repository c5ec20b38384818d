import type { JournalledCommand } from '@khara/market-day';
import type { Deps } from '#src/kernel/deps.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import { readCommands } from '#modules/orders/index.ts';
import { hearNews, publishArticle } from './company-news.ts';
import { endMarketDay } from './end.ts';
import { enterPreOpen } from '#modules/placing/index.ts';
import { beginSquareOff } from './square-off.ts';
import { expireTimed } from './square-off-store.ts';
import { settleDues } from '#modules/settlement/index.ts';
import { noteShortDeliveries } from '#modules/delivery/index.ts';

/**
 * At 15:30: what sellers do not deliver is noted, and what was bought on earlier days and is due comes. Safe to repeat.
 */
async function payOut(
  deps: Omit<Deps, 'venue'>,
  event: Extract<ScheduledEvent, { readonly kind: 'pay_out' }>,
): Promise<void> {
  await noteShortDeliveries(deps, event);
  await settleDues(deps, event);
}

/**
 * What the system does at its times of the day, and the commands that it journals for that: after-market orders enter
 * the pre-open; participants hear news of a company, and its article comes out; intraday orders end and intraday
 * positions are squared off; shares of earlier days are paid out; the day ends. Safe to repeat: what is journalled is
 * not journalled again.
 */
export async function scheduledCommands(
  deps: Omit<Deps, 'venue'>,
  event: ScheduledEvent,
): Promise<readonly JournalledCommand[]> {
  switch (event.kind) {
    case 'pre_open':
      return enterPreOpen(deps, event);
    case 'news':
      return hearNews(deps, event.news, event.marketDate);
    case 'article':
      return publishArticle(deps, event);
    case 'square_off_auctioned':
      return beginSquareOff(deps, event, 'auctioned');
    case 'square_off_others':
      return beginSquareOff(deps, event, 'others');
    case 'pay_out':
      await payOut(deps, event);
      return [];
    case 'day_over':
      await endMarketDay(deps, event);
      return [];
    // Offerings journal their own commands.
    case 'offers':
    case 'block_window':
      return [];
  }
}

/** At a minute of the market: orders end whose own minutes have passed. */
export const endTimed = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  marketTime: string,
): Promise<readonly JournalledCommand[]> =>
  readCommands(db, await db.transaction((tx) => expireTimed(tx, marketTime, clock.now())));
