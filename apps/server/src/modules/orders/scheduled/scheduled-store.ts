import type { OfferCommand } from '@khara/market-day';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import type { Keys } from '#src/security/keys.ts';
import { isOwnWaiting, signCommands, strangeCommands } from '../journal/signed-commands.ts';
import { orderOf, type OrderRow } from '../rows.ts';
import { OPEN_STATES_SQL, type Order, type OrderType, type Side } from '../order.ts';
import { lockUsersOf } from '../user-locks.ts';

/* SQL of what the system journals at its times of the day. */

export const WAITS = `o.after_market AND o.state = 'pending' AND NOT EXISTS (SELECT FROM trading.command c WHERE c.order_id = o.id AND c.kind = 'place')`;

/**
 * After-market orders that wait for the pre-open of a market date, in the order in which they came, locked
 * after their users, of those after the one with id `after`. Those that came since are for the next one: the event may
 * come again when the server starts.
 */
export async function lockWaiting(
  tx: Queryable,
  marketDate: string,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<readonly (Order & { readonly isOwn: boolean })[]> {
  const ids = await tx.query<{ id: bigint }>(
    'orders.waiting',
    `SELECT o.id FROM trading."order" o WHERE ${WAITS} AND o.market_time < $2 AND o.id > $3 ORDER BY o.id LIMIT $1`,
    [most, `${marketDate}T09:00:00`, after],
  );
  if (ids.length === 0) return [];
  const found = ids.map(({ id }) => id);
  await lockUsersOf(tx, found);
  const rows = await tx.query<OrderRow>(
    'orders.waiting_locked',
    `SELECT o.* FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) AND ${WAITS} ORDER BY o.id FOR NO KEY UPDATE`,
    [found],
  );
  return rows.map((row) => withOrigin(row));
}

/** With whether it is as a server took it, or changed it last: no server acts by another. */
function withOrigin(row: OrderRow): Order & { readonly isOwn: boolean } {
  const order = orderOf(row);
  return { ...order, isOwn: isOwnWaiting(order, row.mac) };
}

/** Orders that wait for a pre-open, and that no server wrote. */
export async function strangeWaiting(db: Queryable, keys: Pick<Keys, 'installSecret'>): Promise<readonly bigint[]> {
  const rows = await db.query<OrderRow>(
    'orders.all_waiting',
    `SELECT o.* FROM trading."order" o WHERE ${WAITS} ORDER BY o.id`,
  );
  return rows.flatMap((row) => (isOwnWaiting(orderOf(row), row.mac, keys) ? [] : row.id));
}

/** After-market orders of a member to sell a share, locked. The member is locked. */
export const waitingSales = async (tx: Queryable, userId: string, asset: string): Promise<readonly Order[]> =>
  (
    await tx.query<OrderRow>(
      'orders.waiting_sales',
      `SELECT o.* FROM trading."order" o WHERE o.user_id = $1 AND o.asset = $2 AND o.side = 'sell' AND o.product = 'delivery' AND ${WAITS}
       ORDER BY o.id FOR NO KEY UPDATE`,
      [userId, asset],
    )
  ).map(orderOf);

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

/** Has an order hold so much instead; a refusal when that is not there. */
export async function holdAnew(tx: Queryable, id: bigint, amount: bigint, marketDate: string): Promise<string | null> {
  const [row] = await tx.query<{ refusal: string | null }>(
    'orders.hold_anew',
    'SELECT trading.hold_anew($1, $2, $3) AS refusal',
    [id, amount, marketDate],
  );
  return row?.refusal ?? null;
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
       RETURNING o.id, o.quantity, o.type, o.validity
     )
     INSERT INTO trading.journal_command (kind, order_id, accepted_ms, price_paise, quantity, type, validity)
     SELECT 'place', e.id, $4, $2, e.quantity, e.type, e.validity FROM entered e RETURNING seq`,
    [id, pricePaise, marketDate, at],
  );
  if (!row) throw new Error(`order ${id} waits no more`);
  await signCommands(tx, [row]);
  return row.seq;
}

/** Waits for every intraday order that is being placed, and lets none be placed before the transaction ends. */
export const lockSquareOff = (tx: Queryable): Promise<unknown> =>
  tx.query('orders.lock_square_off', 'SELECT pg_advisory_xact_lock(7366, 0)');

/** False when it had begun before. */
export const noteSquareOff = async (tx: Queryable, marketDate: string, shares: string): Promise<boolean> =>
  (
    await tx.query(
      'orders.note_square_off',
      'INSERT INTO trading.square_off (market_date, shares) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING shares',
      [marketDate, shares],
    )
  ).length > 0;

export const squareOffsOf = async (db: Queryable, marketDate: string): Promise<readonly string[]> =>
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

export type PositionToClose = {
  readonly user_id: string;
  readonly account_key: bigint;
  readonly code: string;
  readonly asset: string;
  readonly quantity: number;
  readonly cost_paise: bigint;
  /** Behind it, in orders and product changes. */
  readonly held_paise: bigint;
};

/** What is held behind a position `p`, as SQL. */
export const HELD_BEHIND = `coalesce((SELECT sum(m.margin_paise) FROM trading.margin m WHERE m.user_id = p.user_id AND m.asset = p.asset), 0)::bigint`;

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

/** Ends a member's own orders that may rest in the book against an order of the system on a side. */
export const endOpposite = async (
  tx: Queryable,
  { user_id: userId, asset }: Pick<PositionToClose, 'user_id' | 'asset'>,
  side: Side,
  at: number,
): Promise<readonly bigint[]> =>
  signCommands(
    tx,
    await tx.query<{ seq: bigint }>(
      'orders.end_opposite',
      `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, reason)
       SELECT 'expire', o.id, $4, 'self_trade' FROM trading."order" o
       WHERE o.user_id = $1 AND o.asset = $2 AND o.side <> $3 AND o.state IN ('pending', 'open') AND NOT o.by_system AND NOT (${WAITS})
         AND NOT EXISTS (SELECT FROM trading.journal_command k WHERE k.order_id = o.id AND k.kind = 'expire' AND k.seq <> ALL ($5::bigint[]))
       ORDER BY o.id RETURNING seq`,
      [userId, asset, side, at, await strangeCommands(tx, ['expire'])],
    ),
  );

/**
 * An order of the system that closes a position: it holds nothing, the position's margin stands behind it.
 * Answers its command.
 */
export async function insertSystemOrder(
  tx: Queryable,
  order: {
    readonly position: PositionToClose;
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
      position.user_id,
      position.account_key,
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
  if (!row) throw new Error(`no order could be written for the position of ${position.user_id} in ${position.code}`);
  await signCommands(tx, [row]);
  return row.seq;
}

/** Journals that participants hear news; undefined when it is journalled already. */
export async function journalNews(
  tx: Tx,
  news: {
    readonly articleId: string;
    readonly code: string;
    readonly about: string;
    readonly bps: number;
    readonly at: number;
  },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.journal_news',
    `INSERT INTO trading.journal_command (kind, accepted_ms, code, article_id, about, bps) VALUES ('news', $1, $2, $3, $4, $5)
     ON CONFLICT (article_id) WHERE kind = 'news' DO NOTHING RETURNING seq`,
    [news.at, news.code, news.articleId, news.about, news.bps],
  );
  if (row) await signCommands(tx, [row]);
  return row?.seq;
}

/** Whether news is in the journal. */
export const isNewsHeard = async (tx: Queryable, articleId: string): Promise<boolean> =>
  (
    await tx.query(
      'orders.is_news_heard',
      `SELECT 1 AS one FROM trading.command WHERE kind = 'news' AND article_id = $1`,
      [articleId],
    )
  ).length > 0;

/** Journals that an offer pulls a value; undefined when it is journalled already. */
export async function journalOffer(
  tx: Tx,
  offer: Omit<OfferCommand, 'seq' | 'kind'> & { readonly marketDate: string; readonly at: number },
): Promise<OfferCommand | undefined> {
  const { offeringId, about, code, bps, marketDate, at } = offer;
  const [row] = await tx.query<{ seq: bigint }>(
    'orders.journal_offer',
    `INSERT INTO trading.journal_command (kind, accepted_ms, code, offering_id, about, bps, on_date) VALUES ('offer', $1, $2, $3, $4, $5, $6)
     ON CONFLICT (offering_id, about, on_date) WHERE kind = 'offer' DO NOTHING RETURNING seq`,
    [at, code, offeringId, about, bps, marketDate],
  );
  if (row) await signCommands(tx, [row]);
  return row && { seq: Number(row.seq), kind: 'offer', offeringId, about, code, bps };
}

/**
 * Nothing that was settled is beyond the step that the market has reached: only a day that begins again
 * leaves such news and offers behind.
 */
/** Answers the articles of the news that is forgotten. */
export const forgetNews = async (tx: Queryable, marketDay: number, beyondStep: number): Promise<readonly string[]> => {
  const gone = await tx.query<{ article_id: string | null }>(
    'orders.forget_news',
    `DELETE FROM trading.journal_command WHERE kind IN ('news', 'offer') AND market_day = $1 AND applied_step > $2 RETURNING article_id`,
    [marketDay, beyondStep],
  );
  // A trigger that fired has fired: its command gets another place.
  await tx.query(
    'orders.replace_fires',
    `UPDATE trading.journal_command SET market_day = NULL, applied_step = NULL, applied_index = NULL
     WHERE kind = 'fire' AND market_day = $1 AND applied_step > $2`,
    [marketDay, beyondStep],
  );
  return gone.flatMap(({ article_id: id }) => id ?? []);
};
