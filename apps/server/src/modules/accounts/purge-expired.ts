import { tidyKeys } from '#modules/programs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { tidyTries } from './attempt-store.ts';
import { tidyChallenges } from './passkey-store.ts';
import { tidySessions } from './session-store.ts';
import { LIFE_MS, REMEMBERED_MS } from './sessions.ts';
import { DAY_MS } from '@khara/rules';

/**
 * Removes sessions and keys of programs that ended long ago, counters untouched for a week, and passkeys’
 * challenges that are over. Safe to run at any time, and twice.
 */
export async function purgeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await tidySessions(db, { endedBefore: now - REMEMBERED_MS, createdBefore: now - LIFE_MS - REMEMBERED_MS });
  await tidyTries(db, now - 7 * DAY_MS);
  await tidyChallenges(db, now);
  await db.transaction((tx) => tidyKeys(tx, now - REMEMBERED_MS, now));
}
