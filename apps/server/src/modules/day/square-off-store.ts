import { type PositionToClose, HELD_BEHIND, WAITS } from '#modules/placing/index.ts';
import { signCommands, strangeCommands, OPEN_STATES_SQL } from '#modules/orders/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/* SQL of the square-off, and of orders whose minutes are over. */

/** False when it had begun before. */
export const noteSquareOff = async (tx: Queryable, marketDate: string, shares: string): Promise<boolean> =>
  (
    await tx.query(
      'orders.note_square_off',
      'INSERT INTO trading.square_off (market_date, shares) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING shares',
      [marketDate, shares],
    )
  ).length > 0;

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
  signCommands(
    tx,
    await tx.query<{ seq: bigint }>(
      'orders.expire_intraday',
      `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, reason)
       SELECT 'expire', o.id, $2, 'square_off' FROM trading."order" o
       WHERE o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL} AND o.code = ANY ($1::text[]) AND NOT o.by_system AND NOT (${WAITS})
       ORDER BY o.id RETURNING seq`,
      [codes, at],
    ),
  );

/**
 * Ends orders whose market minutes are over: counted from when they came, or from the pre-open that they waited for.
 * Each once.
 */
export const expireTimed = async (tx: Tx, marketTime: string, at: number): Promise<readonly bigint[]> =>
  signCommands(
    tx,
    await tx.query<{ seq: bigint }>(
      'orders.expire_timed',
      `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, reason)
       SELECT 'expire', o.id, $2, 'minutes_over' FROM trading."order" o
       WHERE o.valid_minutes IS NOT NULL AND o.state IN ${OPEN_STATES_SQL} AND NOT (${WAITS})
         AND greatest(left(o.market_time, 19)::timestamp, o.market_date + time '09:00') + o.valid_minutes * interval '1 minute'
           <= left($1, 19)::timestamp
         AND NOT EXISTS (SELECT FROM trading.journal_command c WHERE c.order_id = o.id AND c.kind = 'expire' AND c.seq <> ALL ($3::bigint[]))
       ORDER BY o.id RETURNING seq`,
      [marketTime, at, await strangeCommands(tx, ['expire'])],
    ),
  );

/** Whether there is anything to square off: cheap, since it is asked often. */
export const hasIntradayToClose = async (db: Queryable, marketDate: string): Promise<boolean> =>
  (
    await db.query(
      'orders.has_intraday',
      `SELECT 1 AS one FROM trading.position p WHERE p.product = 'intraday' AND p.state = 'in_position'
         AND (p.market_date < $1 OR EXISTS (SELECT FROM trading.square_off s WHERE s.market_date = $1)) LIMIT 1`,
      [marketDate],
    )
  ).length > 0;

/**
 * Intraday positions without an order that could still change them. Without `codes`: those that an earlier day left.
 */
export const positionsToClose = (
  tx: Queryable,
  marketDate: string,
  codes: readonly string[] | undefined,
): Promise<readonly PositionToClose[]> =>
  tx.query<PositionToClose>(
    'orders.positions_to_close',
    `SELECT p.user_id, p.code, p.asset, p.quantity, p.cost_paise, ${HELD_BEHIND} AS held_paise,
       (SELECT o.account_key FROM trading."order" o WHERE o.user_id = p.user_id ORDER BY o.id DESC LIMIT 1) AS account_key
     FROM trading.position p
     WHERE p.product = 'intraday' AND p.state = 'in_position'
       AND CASE WHEN $2::text[] IS NULL THEN p.market_date < $1 ELSE p.code = ANY ($2::text[]) END
       AND NOT EXISTS (SELECT FROM trading."order" o WHERE o.user_id = p.user_id AND o.asset = p.asset AND o.product = 'intraday'
         AND o.state IN ${OPEN_STATES_SQL} AND NOT (${WAITS}))
     ORDER BY p.id`,
    [marketDate, codes],
  );
