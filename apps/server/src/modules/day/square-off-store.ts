import { HELD_BEHIND, OPEN_BEHIND, type OpenBehind, type PositionToClose } from '#modules/placing/index.ts';
import {
  journalEnds,
  OPEN_STATES_SQL,
  ownOf,
  ownPositions,
  SIGNED_POSITIONS,
  type SignedPosition,
} from '#modules/orders/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/* SQL of the square-off, and of orders whose minutes are over. */

export const noteSquareOff = (tx: Queryable, marketDate: string, shares: string): Promise<unknown> =>
  tx.query(
    'orders.note_square_off',
    'INSERT INTO trading.square_off (market_date, shares) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [marketDate, shares],
  );

export const readSquareOffs = async (db: Queryable, marketDate: string): Promise<readonly string[]> =>
  (
    await db.query<{ shares: string }>(
      'orders.square_offs',
      'SELECT shares FROM trading.square_off WHERE market_date = $1',
      [marketDate],
    )
  ).map(({ shares }) => shares);

/** Ends the members' open intraday orders in these shares. Those that wait for the next pre-open are of another day. */
export const expireIntraday = async (tx: Queryable, codes: readonly string[], at: number): Promise<readonly bigint[]> =>
  journalEnds(
    tx,
    await tx.query<{ id: bigint }>(
      'orders.intraday_to_expire',
      `SELECT o.id FROM trading."order" o
       WHERE o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL} AND o.code = ANY ($1::text[]) AND NOT o.by_system`,
      [codes],
    ),
    { reason: 'square_off', at },
  );

/**
 * Ends orders whose market minutes are over: counted from when they came, or from the pre-open that they waited for.
 * Each once.
 */
export const expireTimed = async (tx: Tx, marketTime: string, at: number): Promise<readonly bigint[]> =>
  journalEnds(
    tx,
    await tx.query<{ id: bigint }>(
      'orders.timed_to_expire',
      `SELECT o.id FROM trading."order" o
       WHERE o.valid_minutes IS NOT NULL AND o.state IN ${OPEN_STATES_SQL}
         AND greatest(left(o.market_time, 19)::timestamp, o.market_date + time '09:00') + o.valid_minutes * interval '1 minute'
           <= left($1, 19)::timestamp`,
      [marketTime],
    ),
    { reason: 'minutes_over', at },
  );

/** Whether there is anything to square off: cheap, since it is asked often. */
export const hasIntradayToClose = async (db: Queryable, marketDate: string): Promise<boolean> =>
  ownPositions(
    db,
    await db.query<SignedPosition>(
      'orders.has_intraday',
      `SELECT p.* FROM trading.position p WHERE p.product = 'intraday' AND p.state = 'in_position'
         AND (p.market_date < $1 OR EXISTS (SELECT FROM trading.square_off s WHERE s.market_date = $1))`,
      [marketDate],
    ),
  ).length > 0;

/**
 * Intraday positions, with open orders that could still change them. Without `codes`: those that an earlier day left.
 */
export const positionsToClose = async (
  tx: Queryable,
  marketDate: string,
  codes: readonly string[] | undefined,
): Promise<readonly (PositionToClose & OpenBehind)[]> => {
  const rows = await tx.query<PositionToClose & OpenBehind & SignedPosition>(
    'orders.positions_to_close',
    `SELECT p.*, ${HELD_BEHIND} AS held_paise,
       ${OPEN_BEHIND}
     FROM trading.position p
     WHERE p.product = 'intraday' AND p.state = 'in_position'
       AND CASE WHEN $2::text[] IS NULL THEN p.market_date < $1 ELSE p.code = ANY ($2::text[]) END
     ORDER BY p.id`,
    [marketDate, codes],
  );
  return ownOf(tx, SIGNED_POSITIONS, rows);
};
