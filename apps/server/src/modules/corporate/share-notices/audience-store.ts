import { ownPositions, type SignedPosition } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/** Users who have a position in one of these shares, or have it in a watchlist; each once a share. */
export const ownersAndWatchers = async (
  db: Queryable,
  codes: readonly string[],
): Promise<readonly { readonly userId: string; readonly code: string }[]> =>
  db.query(
    'orders.owners_and_watchers',
    `SELECT p.user_id, p.code FROM trading.position p WHERE p.id = ANY ($2::bigint[])
     UNION SELECT w.user_id, w.code FROM market.watch w WHERE w.code = ANY ($1::text[])
     UNION SELECT l.user_id, c.code FROM market.watchlist l, unnest(l.codes) AS c (code)
       WHERE l.codes && $1::text[] AND c.code = ANY ($1::text[])
     ORDER BY user_id, code`,
    [codes, (await positionsIn(db, codes)).map(({ id }) => id)],
  );

const positionsIn = async (db: Queryable, codes: readonly string[]) =>
  ownPositions(
    db,
    await db.query<SignedPosition>(
      'orders.positions_in',
      `SELECT p.* FROM trading.position p WHERE p.code = ANY ($1::text[]) AND p.state = 'in_position'`,
      [codes],
    ),
  );
