import { issueNotes, type NoteDay } from './issue-notes.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { settleDay } from './settle-day.ts';

/**
 * When nothing trades any more: shares that an order kept at the pay-out follow, and who traded gets a contract note.
 * Safe to repeat.
 */
export async function endMarketDay(deps: Omit<Deps, 'venue'>, day: NoteDay): Promise<void> {
  await settleDay(deps, day);
  await issueNotes(deps, day);
}
