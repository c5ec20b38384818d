import type { OrderType, Side } from '@khara/broker';
import type { Queryable } from '#src/ports/database.ts';
import { journalEnds, OPEN_STATES_SQL, signCommands } from '#modules/orders/index.ts';
import { MAY_WAIT } from './waiting-store.ts';

/* SQL of orders of the system that close intraday positions. */

/** Waits for every intraday order that is being placed, and lets none be placed before the transaction ends. */
export const lockSquareOff = (tx: Queryable): Promise<unknown> =>
  tx.query('orders.lock_square_off', 'SELECT pg_advisory_xact_lock(7366, 0)');

export type PositionToClose = {
  readonly userId: string;
  readonly code: string;
  readonly asset: string;
  readonly quantity: number;
  readonly costPaise: bigint;
  /** Behind it, in orders and product changes. */
  readonly heldPaise: bigint;
};

/** What is held behind a position `p`, as SQL. */
export const HELD_BEHIND = `coalesce((SELECT sum(m.margin_paise) FROM trading.margin m WHERE m.user_id = p.user_id AND m.asset = p.asset), 0)::bigint`;

/** Of a position `p`, as SQL: open orders that can still change it, and those of them that wait for no pre-open. */
export const OPEN_BEHIND = ((open: string) =>
  `ARRAY(${open}) AS open_orders, ARRAY(${open} AND NOT (${MAY_WAIT})) AS not_waiting`)(
  `SELECT o.id FROM trading."order" o WHERE o.user_id = p.user_id AND o.asset = p.asset
    AND o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL}`,
);

/** What `OPEN_BEHIND` answers. */
export type OpenBehind = { readonly openOrders: readonly bigint[]; readonly notWaiting: readonly bigint[] };

/** Ends a member's own orders that may rest in the book against an order of the system on a side. */
export const endOpposite = async (
  tx: Queryable,
  { userId, asset }: Pick<PositionToClose, 'userId' | 'asset'>,
  side: Side,
  at: number,
): Promise<readonly bigint[]> =>
  journalEnds(
    tx,
    await tx.query<{ id: bigint }>(
      'orders.opposite',
      `SELECT o.id FROM trading."order" o
       WHERE o.user_id = $1 AND o.asset = $2 AND o.side <> $3 AND o.state IN ('pending', 'open') AND NOT o.by_system`,
      [userId, asset, side],
    ),
    { reason: 'self_trade', at },
  );

/**
 * An order of the system that closes a position: it holds nothing, the position's margin stands behind it.
 * Answers its command.
 */
export async function insertSystemOrder(
  tx: Queryable,
  order: {
    readonly position: PositionToClose & { readonly accountKey: number };
    /** Says why, as `SQUARE_OFF` does. */
    readonly requestId: string;
    readonly side: Side;
    readonly type: OrderType;
    readonly pricePaise: bigint;
    readonly marketDate: string;
    readonly marketTime: string;
    readonly at: number;
  },
): Promise<bigint> {
  const { position } = order;
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.insert_system_order',
    `WITH placed AS (
       INSERT INTO trading."order" (user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
         by_system, market_date, market_time, accepted_ms, updated_ms, frozen_paise)
       VALUES ($1, $2, $12, $3, $4, $5, $6, 'intraday', 'day', $7, $8, true, $9, $10, $11, $11, 0) RETURNING *
     )
     INSERT INTO trading.journal_command (kind, order_id, accepted_ms, price_paise, quantity, type, validity)
     SELECT 'place', p.id, $11, p.price_paise, p.quantity, p.type, p.validity FROM placed p RETURNING seq`,
    [
      position.userId,
      position.accountKey,
      position.code,
      position.asset,
      order.side,
      order.type,
      Math.abs(position.quantity),
      order.pricePaise,
      order.marketDate,
      order.marketTime,
      order.at,
      order.requestId,
    ],
  );
  if (!row) throw new Error(`no order could be written for the position of ${position.userId} in ${position.code}`);
  await signCommands(tx, [row]);
  return row.seq;
}
