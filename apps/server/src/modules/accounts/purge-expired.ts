import type { Deps } from '#src/kernel/deps.ts';
import { tidyChallenges } from './passkey-store.ts';
import { LIFE_MS, REMEMBERED_MS } from './sessions.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;

/** Removes sessions that ended long ago, counters untouched for a week, and passkeys’ challenges that are over. Safe to run at any time, and twice. */
export async function purgeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await store.tidy(db, {
    endedBefore: now - REMEMBERED_MS,
    createdBefore: now - LIFE_MS - REMEMBERED_MS,
    triedBefore: now - 7 * DAY_MS,
  });
  await tidyChallenges(db, now);
}
