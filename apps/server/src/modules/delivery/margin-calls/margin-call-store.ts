import type { MarginPosition } from '@khara/rules';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { journalEnds, OPEN_STATES_SQL } from '#modules/orders/index.ts';
import { HELD_BEHIND } from '#modules/placing/index.ts';

/* SQL of margin calls (decision 14). */

type Row = {
  readonly id: bigint;
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly heldPaise: bigint;
  readonly isCalled: boolean;
  readonly isClosing: boolean;
};

/** An intraday position that is open, with what is held behind it, and what was said of it already. */
export type OpenPosition = Omit<MarginPosition, 'rateBps'> & {
  readonly id: bigint;
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly isCalled: boolean;
  readonly isClosing: boolean;
};

const openOf = (row: Row): OpenPosition => ({
  id: row.id,
  userId: row.userId,
  asset: row.asset,
  code: row.code,
  quantity: row.quantity,
  costPaise: row.costPaise,
  heldPaise: row.heldPaise,
  isCalled: row.isCalled,
  isClosing: row.isClosing,
});

/** Corporate actions can leave one that cost less than nothing: no rate measures it, and the day closes it at once. */
const POSITIONS = `SELECT p.id, p.user_id, p.asset, p.code, p.quantity, p.cost_paise,
    ${HELD_BEHIND} AS held_paise,
    EXISTS (SELECT FROM trading.margin_call c WHERE c.position_id = p.id AND c.kind = 'call') AS is_called,
    EXISTS (SELECT FROM trading.margin_call c WHERE c.position_id = p.id AND c.kind = 'square_off') AS is_closing
  FROM trading.position p WHERE p.product = 'intraday' AND p.state = 'in_position' AND p.cost_paise > 0`;

export const openPositions = async (db: Queryable): Promise<readonly OpenPosition[]> =>
  (await db.query<Row>('orders.margin_positions', `${POSITIONS} ORDER BY p.id`)).map(openOf);

export const readOpenPositions = async (tx: Tx, ids: readonly bigint[]): Promise<readonly OpenPosition[]> =>
  (
    await tx.query<Row>('orders.margin_positions_of', `${POSITIONS} AND p.id = ANY ($1::bigint[]) ORDER BY p.id`, [ids])
  ).map(openOf);

/** Owners of these positions, and of those that are to be closed and have no order yet. */
export const readOwners = async (tx: Tx, ids: readonly bigint[]): Promise<readonly string[]> =>
  (
    await tx.query<{ userId: string }>(
      'orders.margin_owners',
      `SELECT p.user_id FROM trading.position p WHERE p.id = ANY ($1::bigint[])
       UNION SELECT c.user_id FROM trading.margin_call c WHERE c.kind = 'square_off' AND c.order_id IS NULL`,
      [ids],
    )
  ).map(({ userId }) => userId);

/** Where the market stands as a position is called or closed. */
export type CallMoment = {
  readonly marketDay: number;
  readonly step: number;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

/** Notes that a position is called, or is to be closed; false when that was noted before. */
export const noteCall = async (
  tx: Tx,
  kind: 'call' | 'square_off',
  position: OpenPosition & MarginPosition & { readonly lastPaise: bigint; readonly marginPaise: bigint },
  now: CallMoment,
): Promise<boolean> =>
  (
    await tx.query(
      'orders.note_margin_call',
      `INSERT INTO trading.margin_call (position_id, kind, user_id, asset, code, quantity, cost_paise, rate_bps, margin_paise, held_paise,
         last_paise, market_day, step, market_date, market_time, at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       ON CONFLICT DO NOTHING RETURNING position_id`,
      [
        position.id,
        kind,
        position.userId,
        position.asset,
        position.code,
        position.quantity,
        position.costPaise,
        position.rateBps,
        position.marginPaise,
        position.heldPaise,
        position.lastPaise,
        now.marketDay,
        now.step,
        now.marketDate,
        now.marketTime,
        now.at,
      ],
    )
  ).length > 0;

const TO_CLOSE = `trading.margin_call c JOIN trading.position p ON p.id = c.position_id AND p.state = 'in_position'
  WHERE c.kind = 'square_off' AND c.order_id IS NULL`;

/** Ends the members' own open orders of positions that are to be closed, each once. */
export const endOrders = async (tx: Tx, at: number): Promise<readonly bigint[]> =>
  journalEnds(
    tx,
    await tx.query<{ id: bigint }>(
      'orders.margin_orders_to_end',
      `SELECT o.id FROM trading."order" o
       WHERE (o.user_id, o.asset) IN (SELECT c.user_id, c.asset FROM ${TO_CLOSE})
         AND o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL} AND NOT o.by_system`,
    ),
    { reason: 'margin_square_off', at },
  );

const OPEN_ORDERS = `SELECT o.id FROM trading."order" o WHERE o.user_id = p.user_id AND o.asset = p.asset
  AND o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL}`;

export type PositionToSquareOff = {
  readonly id: bigint;
  readonly userId: string;
  readonly accountKey: number;
  readonly code: string;
  readonly asset: string;
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly heldPaise: bigint;
  /** Open ones of it: a member's can still change it. */
  readonly openOrders: readonly bigint[];
  /** Of these, those of the system. */
  readonly closingOrders: readonly bigint[];
};

/** Positions that are to be closed and for which no order of the system was noted. */
export const positionsToSquareOff = (db: Queryable): Promise<readonly PositionToSquareOff[]> =>
  db.query<PositionToSquareOff>(
    'orders.margin_to_close',
    `SELECT p.id, p.user_id, p.code, p.asset, p.quantity, p.cost_paise, ${HELD_BEHIND} AS held_paise,
       (SELECT o.account_key FROM trading."order" o WHERE o.user_id = p.user_id ORDER BY o.id DESC LIMIT 1) AS account_key,
       ARRAY(${OPEN_ORDERS}) AS open_orders, ARRAY(${OPEN_ORDERS} AND o.by_system) AS closing_orders
     FROM ${TO_CLOSE} ORDER BY p.id`,
  );

/** The order by which the system closes a position, as the command `seq` places it. */
export const noteSquareOffOrder = (tx: Tx, positionId: bigint, seq: bigint): Promise<unknown> =>
  tx.query(
    'orders.margin_note_order',
    `UPDATE trading.margin_call c SET order_id = k.order_id FROM trading.journal_command k
     WHERE c.position_id = $1 AND c.kind = 'square_off' AND k.seq = $2`,
    [positionId, seq],
  );
