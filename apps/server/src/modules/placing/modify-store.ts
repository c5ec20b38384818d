import { asPrice } from '@khara/money';
import { asKind, type ChangingOrder, pickKind, type Order } from '@khara/broker';
import type { JournalledCommand, KindOfOrder } from '@khara/market-day';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { columnNames } from '#src/kernel/sql-rows.ts';
import {
  CHANGING_TERMS,
  KIND_COLUMNS,
  isOwnWaiting,
  macOfOrder,
  OPEN_STATES_SQL,
  ordersNotPlaced,
  readCommands,
  readPositionsOfDay,
  signCommands,
  strangeCommands,
  TERM_COLUMNS,
  toOrder,
  type OrderRow,
} from '#modules/orders/index.ts';
import type { RequestKey } from './new-order.ts';
import { MAY_WAIT } from './waiting-store.ts';

/* SQL of changes to orders. */

/** Undefined also for one that waits and that no server wrote. */
export async function lockOrder(tx: Tx, userId: string, id: bigint): Promise<ChangingOrder | undefined> {
  const [row] = await tx.query<OrderRow & { readonly mayWait: boolean }>(
    'orders.lock_order',
    `SELECT o.*, ${MAY_WAIT} AS may_wait FROM trading."order" o WHERE o.id = $2 AND o.user_id = $1 FOR NO KEY UPDATE`,
    [userId, id],
  );
  if (!row) return undefined;
  const order = toOrder(row);
  const waits = row.mayWait && (await ordersNotPlaced(tx, [row])).length > 0;
  // What another hand wrote would be right once it is changed.
  return waits && !isOwnWaiting(tx.ownKeys(), order, row.mac) ? undefined : { ...order, waits };
}

/** Whether a change of it is journalled whose outcome is unknown yet. */
export const isChanging = async (tx: Tx, orderId: bigint): Promise<boolean> =>
  (
    await tx.query(
      'orders.is_changing',
      `SELECT 1 AS one FROM trading.journal_command c WHERE c.order_id = $1 AND c.kind = 'modify' AND c.applied_step IS NULL
         AND c.seq <> ALL ($2::bigint[]) LIMIT 1`,
      [orderId, await strangeCommands(tx, ['modify'], [orderId])],
    )
  ).length > 0;

export type ChangeTo = {
  readonly quantity: number;
  readonly pricePaise: bigint;
  readonly triggerPaise: bigint | undefined;
  /** Absent keeps what it shows; 0 shows all. */
  readonly disclosedQuantity: number | undefined;
  readonly becomes: KindOfOrder | undefined;
  readonly at: number;
};

const KIND = Object.values(KIND_COLUMNS).map(([, of]) => of);

/**
 * Journals the change, with a number of before if it has one; the order keeps its terms until the exchange has made it.
 */
export async function journalChange(
  tx: Tx,
  orderId: bigint,
  to: ChangeTo,
  before: bigint | undefined,
): Promise<JournalledCommand> {
  const { becomes } = to;
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.journal_change',
    `WITH counted AS (UPDATE trading."order" SET modifications = modifications + 1, disclosed_quantity = nullif(coalesce($6, disclosed_quantity), 0) WHERE id = $1)
     INSERT INTO trading.journal_command (seq, kind, order_id, accepted_ms, price_paise, quantity, trigger_paise, disclosed_quantity,
       ${columnNames(KIND_COLUMNS)})
     VALUES (coalesce($7, trading.next_journal_number()), 'modify', $1, $2, $3, $4, $5, $6, ${KIND.map((_of, at) => `$${at + 8}`).join(', ')}) RETURNING seq`,
    [
      orderId,
      to.at,
      to.pricePaise,
      to.quantity,
      to.triggerPaise,
      to.disclosedQuantity,
      before,
      ...KIND.map((of) => becomes && of(becomes)),
    ],
  );
  const [command] = row ? await readCommands(tx, await signCommands(tx, [row])) : [];
  if (!command) throw new Error(`the change of order ${orderId} was not journalled`);
  return command;
}

/** An after-market order that waits has its new terms at once. */
export const changeWaiting = (tx: Tx, order: Order, to: ChangeTo, marketTime: string): Promise<unknown> => {
  const { quantity, pricePaise, becomes } = to;
  const changed = { ...order, quantity, pricePaise, ...(becomes && asKind(becomes)) };
  return tx.query(
    'orders.change_waiting',
    `WITH changed AS (
       UPDATE trading."order" SET modifications = modifications + 1, updated_ms = $2, timeline_length = timeline_length + 1, mac = $5,
         ${CHANGING_TERMS.map((name, at) => `${name} = $${at + 6}`).join(', ')}
       WHERE id = $1 RETURNING timeline_length, quantity, price_paise
     )
     INSERT INTO trading.order_step (order_id, no, step, state, at_ms, market_time, quantity, price_paise, details)
     SELECT $1, c.timeline_length, 'modified', 'pending', $2, $3, c.quantity, c.price_paise, $4 FROM changed c`,
    [
      order.id,
      to.at,
      marketTime,
      JSON.stringify({
        becomes,
        was: { ...pickKind(order), quantity: order.quantity, price: asPrice(order.pricePaise) },
      }),
      macOfOrder(tx.ownKeys(), changed, []),
      ...CHANGING_TERMS.map((name) => TERM_COLUMNS[name]![1](changed)),
    ],
  );
};

/** What a change that was refused would have shown at a time is not shown. */
export const keepDisclosed = (db: Queryable, orderId: bigint, seq: bigint): Promise<unknown> =>
  db.query(
    'orders.keep_disclosed',
    `UPDATE trading."order" o SET disclosed_quantity = nullif((SELECT c.disclosed_quantity FROM trading.command c
       WHERE c.order_id = o.id AND c.kind IN ('place', 'modify') AND c.seq < $2 AND c.disclosed_quantity IS NOT NULL AND NOT EXISTS (
         SELECT FROM trading.order_event e WHERE e.order_id = o.id AND e.step = 'modify_refused' AND (e.details ->> 'seq')::bigint = c.seq)
       ORDER BY c.seq DESC LIMIT 1), 0)
     WHERE o.id = $1 AND EXISTS (SELECT FROM trading.command c WHERE c.seq = $2 AND c.disclosed_quantity IS NOT NULL)`,
    [orderId, seq],
  );

export const noteChange = (
  tx: Tx,
  request: RequestKey,
  orderId: bigint,
  seq: bigint | undefined,
  at: number,
): Promise<unknown> =>
  tx.query(
    'orders.note_change',
    'INSERT INTO trading.answered_request (user_id, call, request_id, req, order_id, seq, at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [request.userId, request.call, request.requestId, request.hash, orderId, seq, at],
  );

/** Why the exchange did not make a change; undefined when it did, or has not answered yet. */
export async function refusalOfChange(db: Queryable, orderId: bigint, seq: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ reason: string }>(
    'orders.refusal_of_change',
    `SELECT reason FROM trading.order_event WHERE order_id = $1 AND step = 'modify_refused' AND (details ->> 'seq')::bigint = $2`,
    [orderId, seq],
  );
  return row?.reason;
}

/** An intraday position in a share, and what open orders of a side beside one may add; below zero a short one. */
export async function readIntraday(
  db: Queryable,
  { userId, asset, side, marketDate }: Pick<Order, 'userId' | 'asset' | 'side' | 'marketDate'>,
  but?: bigint,
): Promise<{ readonly held: number; readonly others: readonly Pick<Order, 'side' | 'quantity' | 'filled'>[] }> {
  const [[row], positions] = await Promise.all([
    db.query<{ resting: number }>(
      'orders.resting_beside',
      `SELECT coalesce(sum(o.quantity - o.filled), 0)::int AS resting FROM trading."order" o
       WHERE o.user_id = $1 AND o.asset = $2 AND o.product = 'intraday' AND o.side = $3 AND o.state IN ${OPEN_STATES_SQL} AND o.id <> $4`,
      [userId, asset, side, but ?? 0n],
    ),
    readPositionsOfDay(db, [userId], marketDate),
  ]);
  const open = positions.find((one) => one.product === 'intraday' && one.asset === asset && one.quantity !== 0);
  return { held: open?.quantity ?? 0, others: [{ side, quantity: row?.resting ?? 0, filled: 0 }] };
}
