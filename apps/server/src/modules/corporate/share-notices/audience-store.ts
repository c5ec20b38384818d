import type { Queryable } from '#src/ports/database.ts';

/** Users who have a position in one of these shares, or have it in a watchlist; each once a share. */
export const ownersAndWatchers = (
  db: Queryable,
  codes: readonly string[],
): Promise<readonly { readonly userId: string; readonly code: string }[]> =>
  db.query(
    'orders.owners_and_watchers',
    `SELECT p.user_id, p.code FROM trading.position p WHERE p.code = ANY ($1::text[]) AND p.state = 'in_position'
     UNION SELECT w.user_id, w.code FROM market.watch w WHERE w.code = ANY ($1::text[])
     UNION SELECT l.user_id, c.code FROM market.watchlist l, unnest(l.codes) AS c (code)
       WHERE l.codes && $1::text[] AND c.code = ANY ($1::text[])
     ORDER BY user_id, code`,
    [codes],
  );
