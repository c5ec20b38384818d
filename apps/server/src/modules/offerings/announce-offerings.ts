import { languagesOf } from '#modules/accounts/index.ts';
import { announce, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';

/**
 * Tells devices of notices after their transaction, and beside what goes on: a lost message loses nothing,
 * since a client fetches what it shows.
 */
export function announceAll(deps: Pick<Deps, 'db' | 'pushes' | 'log'>, sent: readonly SentNotice[]): void {
  const heard = sent.filter((notice) => notice && deps.pushes.isListening(notice.userId));
  if (heard.length === 0) return;
  languagesOf(
    deps.db,
    heard.flatMap((notice) => notice?.userId ?? []),
  ).then(
    (languages) => {
      for (const notice of heard) if (notice) announce(deps, notice, languages.get(notice.userId) ?? 'en');
    },
    (error: unknown) => deps.log.warn({ err: error }, 'notices could not be announced'),
  );
}
