import type { DpOfDay, Fill, Order, TimelineEntry } from '@khara/broker';
import { readPositionsOfDay } from './position-store.ts';
import { ownOfPositions } from './left-over-store.ts';
import {
  type NotedShort,
  type NoteSaid,
  ownFills,
  ownOf,
  SIGNED_DPS,
  SIGNED_NOTES,
  SIGNED_SHORTS,
} from './signed-row-store.ts';
import type { Signed } from '#src/security/row-mac.ts';
import { idIn, NEWEST, type PageOf, readOwnRows } from '#src/kernel/page.ts';
import { columnNames } from '#src/kernel/sql-rows.ts';
import { KIND_COLUMNS } from './journal/journal.ts';
import type { AskedTerms } from './past-terms.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { OPEN_STATES_SQL } from './order.ts';
import { toFill, toOrder, type FillRow, type OrderRow } from './rows.ts';

/*
 * SQL that reads orders, fills and positions for their owner. Lists are paged by key, newest first; a page
 * asks for one row more than it shows, to know whether there is another.
 */

/** An order of this user. With their id in every WHERE, a foreign id is the same as an unknown one. */
export async function findOrder(db: Queryable, userId: string, id: bigint): Promise<Order | undefined> {
  const [row] = await db.query<OrderRow>(
    'orders.find',
    'SELECT * FROM trading."order" WHERE id = $2 AND user_id = $1',
    [userId, id],
  );
  return row && toOrder(row);
}

/** By the id that travels. */
export async function orderById(db: Queryable, userId: string, text: string): Promise<Order | undefined> {
  const id = idIn(text);
  return id === undefined ? undefined : findOrder(db, userId, id);
}

export const fillsOfOrder = (db: Queryable, orderId: bigint): Promise<readonly Fill[]> =>
  fillsBy(db, 'orders.fills_of_order', 'SELECT * FROM trading.fill WHERE order_id = $1 ORDER BY id', [orderId]);

export const ordersById = (db: Queryable, ids: readonly bigint[]): Promise<readonly Order[]> =>
  ordersBy(db, 'orders.by_ids', 'SELECT * FROM trading."order" WHERE id = ANY ($1::bigint[]) ORDER BY id', [ids]);

/** An order of a member, and when the exchange took it as it was placed. */
export type TakenOrder = { readonly order: Order; readonly matchedAt: number | undefined };

/**
 * A member's own orders since the last whose notice was made, the oldest first. Numbers of these ascend in the order in
 * which they are committed, so none comes later with a lower one; those of the system's orders do not.
 */
export async function placedSinceNotices(db: Queryable, userId: string, limit: number): Promise<readonly TakenOrder[]> {
  const rows = await db.query<OrderRow & { readonly matchedAt: number | undefined }>(
    'orders.placed_since_notices',
    `SELECT * FROM trading."order" WHERE user_id = $1 AND NOT by_system
       AND id > coalesce((SELECT m.order_id FROM trading.notices_made m WHERE m.user_id = $1), 0)
     ORDER BY id LIMIT $2`,
    [userId, limit],
  );
  return rows.map((row) => ({
    order: toOrder(row),
    matchedAt: row.matchedAt,
  }));
}

/** Notices are made up to this order. False when they already were. */
export async function moveNoticesMade(tx: Tx, userId: string, orderId: bigint): Promise<boolean> {
  const moved = await tx.query(
    'orders.move_notices_made',
    `INSERT INTO trading.notices_made (user_id, order_id) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET order_id = excluded.order_id WHERE notices_made.order_id < excluded.order_id
     RETURNING order_id`,
    [userId, orderId],
  );
  return moved.length > 0;
}

export const readTimeline = (db: Queryable, orderId: bigint): Promise<readonly TimelineEntry[]> =>
  db.query(
    'orders.timeline',
    `SELECT order_id, no, step, state, at_ms, market_time, quantity, price_paise, reason, details
     FROM trading.order_event WHERE order_id = $1 ORDER BY no`,
    [orderId],
  );

/** What an order asked for when it was given to the exchange, and what each change of it asked for. */
export const readAskedTerms = (db: Queryable, orderId: bigint): Promise<readonly AskedTerms[]> =>
  db.query(
    'orders.asked_terms',
    `SELECT seq, kind, price_paise, quantity, trigger_paise, disclosed_quantity, ${columnNames(KIND_COLUMNS)}
     FROM trading.command WHERE order_id = $1 AND kind IN ('place', 'modify')`,
    [orderId],
  );

type Params = readonly unknown[];

const ordersBy = async (db: Queryable, name: string, sql: string, params: Params): Promise<readonly Order[]> =>
  (await db.query<OrderRow>(name, sql, params)).map(toOrder);

const fillsBy = async (db: Queryable, name: string, sql: string, params: Params): Promise<readonly Fill[]> =>
  ownFills(db.ownKeys(), await db.query<FillRow>(name, sql, params)).map(toFill);

export function ordersPage(
  db: Queryable,
  {
    userId,
    before,
    limit,
    ...of
  }: PageOf & {
    readonly which: 'open' | 'done' | undefined;
    readonly code: string | undefined;
    readonly product: string | undefined;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<readonly Order[]> {
  const { which } = of;
  const state =
    which === 'open'
      ? `AND state IN ${OPEN_STATES_SQL}`
      : which === 'done'
        ? `AND state NOT IN ${OPEN_STATES_SQL}`
        : '';
  return ordersBy(
    db,
    `orders.page_${which ?? 'all'}`,
    `SELECT * FROM trading."order" WHERE user_id = $1 AND id < $2 ${state}
       AND ($4::text IS NULL OR code = $4) AND ($5::text IS NULL OR product = $5)
       AND ($6::date IS NULL OR market_date >= $6) AND ($7::date IS NULL OR market_date <= $7)
     ORDER BY id DESC LIMIT $3`,
    [userId, before ?? NEWEST, limit, of.code, of.product, of.from, of.to],
  );
}

export const fillsPage = async (
  db: Queryable,
  page: PageOf & {
    readonly positionId: bigint | undefined;
    readonly code: string | undefined;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<readonly Fill[]> => {
  const ofPosition = (fill: string) =>
    page.positionId === undefined ? '$4::bigint IS NULL' : `${fill}.position_id = $4`;
  const read = (from: bigint | undefined, most: number) =>
    db.query<FillRow>(
      page.positionId === undefined ? 'orders.fills_page' : 'orders.fills_page_of_position',
      // An order has the number of its fills, or a lower one: each half is read by its own key, newest first. One order
      // more, since that of the newest fill before this page may have no other.
      `SELECT f.* FROM (
       (SELECT o.id FROM trading."order" o
        WHERE o.user_id = $1 AND o.id <= $2::bigint >> 16 AND o.fill_trade IS NOT NULL AND ${ofPosition('o')}
          AND ($5::text IS NULL OR o.code = $5) AND ($6::date IS NULL OR o.market_date >= $6) AND ($7::date IS NULL OR o.market_date <= $7)
        ORDER BY o.id DESC LIMIT $3 + 1)
       UNION
       (SELECT r.order_id FROM trading.resting_fill r
        WHERE r.user_id = $1 AND r.id < $2 AND ${ofPosition('r')}
          AND ($5::text IS NULL OR r.code = $5) AND ($6::date IS NULL OR r.market_date >= $6) AND ($7::date IS NULL OR r.market_date <= $7)
        ORDER BY r.id DESC LIMIT $3)
     ) o
     CROSS JOIN LATERAL (
       SELECT * FROM trading.fill f WHERE f.order_id = o.id AND f.id < $2 AND ${ofPosition('f')}
         AND ($6::date IS NULL OR f.market_date >= $6) AND ($7::date IS NULL OR f.market_date <= $7) OFFSET 0
     ) f ORDER BY f.id DESC LIMIT $3`,
      [
        page.userId,
        from === undefined ? (page.before ?? NEWEST) : from + 1n,
        most,
        page.positionId,
        page.code,
        page.from,
        page.to,
      ],
    );
  return (await readOwnRows(page.limit, read, (rows) => ownFills(db.ownKeys(), rows))).map(toFill);
};

/** Shares of delivery orders that an account bought on a market date over those that it sold; below zero: sold. */
export async function boughtOverSold(
  db: Queryable,
  userId: string,
  asset: string,
  marketDate: string,
): Promise<number> {
  const traded = (await readPositionsOfDay(db, [userId], marketDate)).filter(
    (position) => position.asset === asset && position.product === 'delivery' && position.marketDate === marketDate,
  );
  return traded.reduce((sum, { dayBoughtQuantity, daySoldQuantity }) => sum + dayBoughtQuantity - daySoldQuantity, 0);
}

/** Delivery sales of a share so far on a market date, and the DP charge taken for them. */
export async function dpOfDay(
  db: Queryable,
  userId: string,
  asset: string,
  marketDate: string,
): Promise<{ readonly soldPaise: bigint; readonly dpPaise: bigint }> {
  const rows = await db.query<Signed<DpOfDay & { readonly marketDate: string }>>(
    'orders.dp_of_day',
    'SELECT user_id, asset, market_date, sold_paise, dp_paise, mac FROM trading.dp_charged WHERE user_id = $1 AND asset = $2 AND market_date = $3',
    [userId, asset, marketDate],
  );
  return ownOf(db, SIGNED_DPS, rows).at(0) ?? { soldPaise: 0n, dpPaise: 0n };
}

/** Own fills that these orders had as they were placed: what their own entries of the ledger are of. */
export const fillsAtOnce = (db: Queryable, userId: string, orderIds: readonly bigint[]): Promise<readonly Fill[]> =>
  fillsBy(
    db,
    'orders.fills_at_once',
    `SELECT * FROM trading.fill WHERE order_id = ANY ($2::bigint[]) AND user_id = $1 AND id >> 16 = order_id ORDER BY id`,
    [userId, orderIds],
  );

/**
 * Own fills behind entries of the ledger, whose refs are `<market day>-<trade number>`; of an intraday fill the order
 * follows.
 */
export const fillsOfTrades = (db: Queryable, userId: string, refs: readonly string[]): Promise<readonly Fill[]> =>
  fillsBy(
    db,
    'orders.fills_of_trades',
    `SELECT f.* FROM (
       SELECT split_part(r.ref, '-', 1)::int AS market_day, split_part(r.ref, '-', 2)::bigint AS trade_no,
         CASE WHEN split_part(r.ref, '-', 3) ~ '^[0-9]{1,18}$' THEN split_part(r.ref, '-', 3)::bigint END AS order_id
       FROM unnest($2::text[]) AS r (ref)
     ) n
     CROSS JOIN LATERAL ( -- by the trade, never through all that the user has ever traded
       SELECT coalesce(n.order_id, (SELECT f.order_id FROM trading.resting_fill f
         WHERE f.market_day = n.market_day AND f.trade_no = n.trade_no AND f.user_id = $1 LIMIT 1)) AS id OFFSET 0
     ) o
     CROSS JOIN LATERAL (
       SELECT * FROM trading.fill f
       WHERE f.order_id = o.id AND f.user_id = $1 AND f.market_day = n.market_day AND f.trade_no = n.trade_no OFFSET 0
     ) f`,
    [userId, refs],
  );

/** Shares that fills of intraday orders closed, by the ids of the fills: of those that their position had before. */
export async function closedShares(db: Queryable, fills: readonly Fill[]): Promise<ReadonlyMap<bigint, number>> {
  if (fills.length === 0) return new Map();
  const positions = [...new Set(fills.map(({ positionId }) => positionId))];
  const { own, moved } = await ownOfPositions(db, positions);
  const held = ({ id, positionId, marketDay, tradeNo, at }: Fill): number => {
    const isBefore = (fill: Fill) =>
      (fill.marketDay - marketDay || fill.tradeNo - tradeNo || (fill.id < id ? -1 : 1)) < 0 && fill.id !== id;
    const traded = own
      .filter((fill) => fill.positionId === positionId && isBefore(fill))
      .reduce((sum, { side, quantity }) => sum + (side === 'buy' ? quantity : -quantity), 0);
    return moved
      .filter((change) => change.at <= at && [change.toPosition, change.fromPosition].includes(positionId))
      .reduce((sum, { toPosition, quantity }) => sum + (toPosition === positionId ? quantity : -quantity), traded);
  };
  return new Map(fills.map((fill) => [fill.id, Math.min(fill.quantity, Math.abs(held(fill)) || fill.quantity)]));
}

/** A short delivery as the orders of its member read it. */
export type ShortOfOrder = {
  readonly settlesOn: string;
  readonly arrivesOn: string;
  readonly waits: number;
  readonly sold: number;
  readonly found: boolean;
  readonly notedAt: number;
  readonly undelivered: number | undefined;
  readonly pricePaise: bigint | undefined;
  readonly lossPaise: bigint | undefined;
  readonly endedAt: number | undefined;
  readonly closedOut: number;
  readonly closedPaise: bigint;
};

/**
 * What was not delivered of a delivery order's fills: of a purchase, the holding that its contract note delivers; of a
 * sale, shares that were due on its market date.
 */
export async function shortsOfOrder(db: Queryable, orderId: bigint): Promise<readonly ShortOfOrder[]> {
  const fill = (await fillsOfOrder(db, orderId)).find(({ product }) => product === 'delivery');
  if (!fill) return [];
  const dates = await deliveryDates(db, fill);
  const shorts = await db.query<Signed<NotedShort> & ShortOfOrder>(
    'orders.shorts_of_order',
    `SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1 AND s.asset = $2 AND s.settles_on = ANY ($3::date[])
     ORDER BY s.settles_on`,
    [fill.userId, fill.asset, dates],
  );
  return ownOf(db, SIGNED_SHORTS, shorts);
}

/** Market dates on which the shares of a fill were, or are, due: of a sale its own. */
async function deliveryDates(db: Queryable, { userId, side, marketDate }: Fill): Promise<readonly string[]> {
  if (side === 'sell') return [marketDate];
  const notes = await db.query<Signed<NoteSaid>>(
    'orders.notes_of_fill',
    'SELECT n.* FROM trading.contract_note n WHERE n.user_id = $1 AND n.market_date = $2',
    [userId, marketDate],
  );
  return ownOf(db, SIGNED_NOTES, notes).map(({ settlesOn }) => settlesOn);
}
