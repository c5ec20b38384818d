import { issueNotes, type NoteDay, settleDues } from '#modules/settlement/index.ts';
import { endShortDeliveries } from '#modules/delivery/index.ts';
import type { Deps } from '#src/kernel/deps.ts';

/**
 * When nothing trades any more: shares that an order kept at the pay-out follow, who traded gets a contract note, and
 * sales of what was not delivered are bought in. That comes last: shares that never come may be taken out of lots that
 * the day's note brings. Safe to repeat.
 */
export async function endMarketDay(deps: Omit<Deps, 'venue'>, day: NoteDay): Promise<void> {
  await settleDues(deps, day);
  await issueNotes(deps, day);
  await endShortDeliveries(deps, day.marketDate);
}
