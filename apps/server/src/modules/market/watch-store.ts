import type { Queryable, Tx } from '#src/ports/database.ts';

/** Codes that a member watches: what was added since they were put in order, newest first, then in that order. */
export async function watchedBy(db: Queryable, userId: string): Promise<readonly string[]> {
  const rows = await db.query<{ code: string }>(
    'market.watched_by',
    'SELECT code FROM market.watch WHERE user_id = $1 ORDER BY place NULLS FIRST, at_ms DESC, code',
    [userId],
  );
  return rows.map(({ code }) => code);
}

/** Puts a code on the watchlist or takes it off; answers whether it is on it now. */
export async function toggleWatch(tx: Tx, userId: string, code: string, at: number): Promise<boolean> {
  const added = await tx.query(
    'market.watch_add',
    'INSERT INTO market.watch (user_id, code, at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING code',
    [userId, code, at],
  );
  if (added.length > 0) return true;
  await tx.query('market.watch_drop', 'DELETE FROM market.watch WHERE user_id = $1 AND code = $2', [userId, code]);
  return false;
}

export type WatchRequest = {
  readonly userId: string;
  readonly code: string;
  readonly r: string;
  readonly at: number;
};

/** Real ms for which a repeat of a request is answered like the first. */
const REPEATS_MS = 60_000;

/**
 * The answer that the same request got within the last minute; undefined when this is the first, which is
 * noted. A copy that arrives while the first is under way waits for it: the row is locked.
 */
export async function earlierAnswer(tx: Tx, { userId, code, r, at }: WatchRequest): Promise<boolean | undefined> {
  const first = await tx.query(
    'market.watch_first',
    `INSERT INTO market.watch_answer AS a (user_id, code, r, at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, code, r) DO UPDATE SET at_ms = $4, collected = NULL WHERE a.at_ms <= $4 - ${REPEATS_MS}
     RETURNING code`,
    [userId, code, r, at],
  );
  if (first.length > 0) return undefined;
  const [row] = await tx.query<{ collected: boolean }>(
    'market.watch_earlier',
    'SELECT collected FROM market.watch_answer WHERE user_id = $1 AND code = $2 AND r = $3',
    [userId, code, r],
  );
  return row?.collected;
}

/** Keeps an answer for repeats, and drops the member's older ones. */
export async function keepAnswer(tx: Tx, { userId, code, r, at }: WatchRequest, collected: boolean): Promise<void> {
  await Promise.all([
    tx.query(
      'market.watch_keep',
      'UPDATE market.watch_answer SET collected = $4 WHERE user_id = $1 AND code = $2 AND r = $3',
      [userId, code, r, collected],
    ),
    tx.query('market.watch_forget', 'DELETE FROM market.watch_answer WHERE user_id = $1 AND at_ms <= $2', [
      userId,
      at - REPEATS_MS,
    ]),
  ]);
}
