import { issueNotes, type NoteDay } from './issue-notes.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { endShortDeliveries } from '../short-delivery/short-delivery.ts';
import { settleDay } from './settle-day.ts';

/**
 * When nothing trades any more: shares that an order kept at the pay-out follow, who traded gets a contract note, and
 * sales of what was not delivered are bought in. That comes last: shares that never come may be taken out of lots that
 * the day's note brings. Safe to repeat.
 */
export async function endMarketDay(deps: Omit<Deps, 'venue'>, day: NoteDay): Promise<void> {
  await settleDay(deps, day);
  await issueNotes(deps, day);
  await endShortDeliveries(deps, day.marketDate);
}
