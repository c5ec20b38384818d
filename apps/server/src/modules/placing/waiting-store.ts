import type { Order } from '@khara/broker';
import { refuse, type Refused } from '#src/kernel/result.ts';
import { columnNames } from '#src/kernel/sql-rows.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import type { Keys } from '#src/security/keys.ts';
import {
  KIND_COLUMNS,
  isOwnWaiting,
  lockOrderUsers,
  ordersNotPlaced,
  signCommands,
  toOrder,
  type OrderRow,
} from '#modules/orders/index.ts';
import { saleMoneyKept } from '#modules/portfolio/index.ts';

/* SQL of after-market orders, which wait for a pre-open. */

/** Orders `o` that wait for a pre-open, and those that have entered and have no answer yet: see `ordersNotPlaced`. */
export const MAY_WAIT = `o.after_market AND o.state = 'pending'`;

/**
 * After-market orders that wait for the pre-open of a market date, in the order in which they came, locked
 * after their users, of those after the one with id `after`. Those that came since are for the next one: the event may
 * come again when the server starts. `last`: after which there may be more.
 */
export async function lockWaiting(
  tx: Queryable,
  marketDate: string,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<{
  readonly orders: readonly (Order & { readonly isOwn: boolean })[];
  readonly last: bigint | undefined;
}> {
  const ids = await tx.query<{ id: bigint }>(
    'orders.waiting',
    `SELECT o.id FROM trading."order" o WHERE ${MAY_WAIT} AND o.market_time < $2 AND o.id > $3 ORDER BY o.id LIMIT $1`,
    [most, `${marketDate}T09:00:00`, after],
  );
  if (ids.length === 0) return { orders: [], last: undefined };
  const found = ids.map(({ id }) => id);
  await lockOrderUsers(tx, found);
  const rows = await tx.query<OrderRow>(
    'orders.waiting_locked',
    `SELECT o.* FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) AND ${MAY_WAIT} ORDER BY o.id FOR NO KEY UPDATE`,
    [found],
  );
  return { orders: await thoseThatWait(tx, rows), last: ids.length < most ? undefined : found.at(-1) };
}

/** Orders that wait, each with whether it is as a server took it, or changed it last: no server acts by another. */
const thoseThatWait = async (
  db: Queryable,
  rows: readonly OrderRow[],
): Promise<readonly (Order & { readonly isOwn: boolean })[]> =>
  (await ordersNotPlaced(db, rows)).map((row) => {
    const order = toOrder(row);
    return { ...order, isOwn: isOwnWaiting(db.ownKeys(), order, row.mac) };
  });

/** Orders that wait for a pre-open, and that no server wrote. */
export async function strangeWaiting(db: Queryable, keys: Pick<Keys, 'installSecret'>): Promise<readonly bigint[]> {
  const rows = await db.query<OrderRow>(
    'orders.all_waiting',
    `SELECT o.* FROM trading."order" o WHERE ${MAY_WAIT} ORDER BY o.id`,
  );
  return (await ordersNotPlaced(db, rows, keys)).flatMap((row) =>
    isOwnWaiting(keys, toOrder(row), row.mac) ? [] : row.id,
  );
}

/** After-market orders of a member to sell a share that a server took, locked. The member is locked. */
export async function waitingSales(tx: Queryable, userId: string, asset: string): Promise<readonly Order[]> {
  const rows = await tx.query<OrderRow>(
    'orders.waiting_sales',
    `SELECT o.* FROM trading."order" o WHERE o.user_id = $1 AND o.asset = $2 AND o.side = 'sell' AND o.product = 'delivery' AND ${MAY_WAIT}
     ORDER BY o.id FOR NO KEY UPDATE`,
    [userId, asset],
  );
  return (await thoseThatWait(tx, rows)).filter(({ isOwn }) => isOwn);
}

export const rejectWaiting = async (
  tx: Queryable,
  id: bigint,
  reason: string,
  { marketDate, marketTime }: Pick<ScheduledEvent, 'marketDate' | 'marketTime'>,
  at: number,
): Promise<void> => {
  await tx.query(
    'orders.reject_waiting',
    `SELECT trading.end_waiting_order(o, 'rejected', $2, $3, $4, $5) FROM trading."order" o WHERE o.id = $1`,
    [id, reason, marketDate, marketTime, at],
  );
};

type HoldRefusal = 'insufficient_funds' | 'insufficient_holdings' | 'shares_locked_in';

/** Has an order hold so much instead; a refusal when that is not there. */
export async function holdAnew(
  tx: Queryable,
  { id, userId }: Pick<Order, 'id' | 'userId'>,
  amount: bigint,
  marketDate: string,
): Promise<Refused<HoldRefusal> | undefined> {
  const { paise: kept } = await saleMoneyKept(tx, userId, marketDate);
  const [row] = await tx.query<{ refusal: HoldRefusal | undefined }>(
    'orders.hold_anew',
    'SELECT trading.hold_anew($1, $2, $3, $4) AS refusal',
    [id, amount, marketDate, kept],
  );
  return row?.refusal && refuse(row.refusal);
}

/** A waiting order becomes one of this day, and its command is journalled. Answers the command's number. */
export async function enterWaiting(
  tx: Queryable,
  id: bigint,
  pricePaise: bigint,
  marketDate: string,
  at: number,
): Promise<bigint> {
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.enter_waiting',
    `WITH entered AS (
       UPDATE trading."order" o SET market_date = $3, price_paise = $2, updated_ms = $4 WHERE o.id = $1
       RETURNING o.*
     )
     INSERT INTO trading.journal_command (kind, order_id, accepted_ms, price_paise, quantity, ${columnNames(KIND_COLUMNS)})
     SELECT 'place', e.id, $4, $2, e.quantity, ${columnNames(KIND_COLUMNS)} FROM entered e RETURNING seq`,
    [id, pricePaise, marketDate, at],
  );
  if (!row) throw new Error(`order ${id} waits no more`);
  await signCommands(tx, [row]);
  return row.seq;
}
