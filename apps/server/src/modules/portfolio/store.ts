import { type Due, outstandingShares, type PositionView, unusableSaleMoney } from '@khara/broker';
import { nextTradingDay, settlementDate } from '@khara/rules';
import {
  OPEN_STATES_SQL,
  ownOf,
  type CountedPosition,
  lockUsers,
  type PositionViewRow,
  readPositionsOfDay,
  SIGNED_DUES,
  SIGNED_POSITIONS,
  type SignedPosition,
  toPositionView,
} from '#modules/orders/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { NEWEST, type PageOf, readOwnRows } from '#src/kernel/page.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Signed } from '#src/security/row-mac.ts';
import { readBalances, CODES, userOwner } from '#modules/ledger/index.ts';
import { max } from '@khara/money';

/* SQL that reads positions for their owner. Lists are paged by key, newest first. */

type Row = PositionViewRow & SignedPosition & Pick<PositionView, 'id'>;

const read = (db: Queryable, name: string, sql: string, params: readonly unknown[]): Promise<readonly Row[]> =>
  db.query<Row>(name, sql, params);

/** Positions that a server wrote, with what of their shares has not settled on a market date. */
async function views(db: Queryable, rows: readonly Row[], on: string | undefined): Promise<readonly PositionView[]> {
  const own = ownOf(db, SIGNED_POSITIONS, rows);
  const held = own.filter(({ product, quantity }) => product === 'delivery' && quantity > 0);
  if (held.length === 0) return own.map(toPositionView);
  // One statement: a split or bonus that is given between two would be in one of them alone.
  const dues = await db.query<Signed<Due> & { readonly shares: number }>(
    'orders.unsettled_on',
    `SELECT d.user_id, d.asset, d.settles_on, d.bought, d.sold, d.settled, d.noted, d.mac,
       trading.shares_on(d.user_id, h.code, d.bought - d.sold - d.settled, $4::date) AS shares
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[], $3::text[]) AS n (user_id, asset, code)) h
     CROSS JOIN LATERAL (SELECT x.* FROM trading.settlement_due x
       WHERE x.user_id = h.user_id AND x.asset = h.asset AND x.outstanding OFFSET 0) d`,
    [held.map(({ userId }) => userId), held.map(({ asset }) => asset), held.map(({ code }) => code), on ?? null],
  );
  const shares = new Map<string, number>();
  for (const due of ownOf(db, SIGNED_DUES, dues)) {
    const key = holdingKey(due);
    shares.set(key, (shares.get(key) ?? 0) + due.shares);
  }
  return own.map((row) => {
    const view = toPositionView(row);
    return view.product === 'delivery' ? { ...view, unsettled: shares.get(holdingKey(row)) ?? 0 } : view;
  });
}

const holdingKey = ({ userId, asset }: Pick<Due, 'userId' | 'asset'>): string => `${userId} ${asset}`;

const positionsBy = async (
  db: Queryable,
  name: string,
  { sql, params, on }: { readonly sql: string; readonly params: readonly unknown[]; readonly on: string | undefined },
): Promise<readonly PositionView[]> => views(db, await read(db, name, sql, params), on);

/** Only delivery shares are given more. */
const sharesOn = (on: string): string =>
  `CASE WHEN p.product = 'delivery' THEN trading.shares_on(p.user_id, p.code, p.quantity, ${on}) ELSE p.quantity END`;

/**
 * What of a position's shares is frozen for sale; how many there are on a market date (`on`), in SQL. What has not
 * settled `views` adds.
 */
const viewOn = (on: string): string => `p.*, ${sharesOn(on)} AS shares_shown,
  coalesce((SELECT sum(CASE WHEN p.product = 'delivery' THEN o.frozen_shares ELSE o.quantity - o.filled END)::int FROM trading."order" o
    WHERE o.user_id = p.user_id AND o.state IN ${OPEN_STATES_SQL} AND o.asset = p.asset AND o.product = p.product
      AND (p.product = 'delivery' OR o.side = CASE WHEN p.quantity > 0 THEN 'sell' ELSE 'buy' END)), 0) AS selling,
  0 AS unsettled,
  CASE WHEN p.product = 'delivery' THEN trading.locked_shares(p.user_id, p.asset, trading.market_date())::int ELSE 0 END AS locked,
  CASE WHEN p.product = 'delivery' THEN (SELECT min(l.locked_until) FROM trading.lot l
    WHERE l.user_id = p.user_id AND l.asset = p.asset AND l.remaining > 0 AND l.locked_until > trading.market_date()) END AS locked_until,
  CASE WHEN p.product = 'delivery' THEN 0::bigint ELSE coalesce((SELECT sum(m.margin_paise)::bigint FROM trading.margin m
    WHERE m.user_id = p.user_id AND m.asset = p.asset), 0) END AS margin_paise`;

export const heldPage = async (
  db: Queryable,
  { userId, before, limit, product, on }: PageOf & { readonly product: string | undefined; readonly on: string },
): Promise<readonly PositionView[]> => {
  const rows = await readOwnRows(
    limit,
    (from, most) =>
      read(
        db,
        'orders.held_page',
        `SELECT ${viewOn('$5::date')} FROM trading.position_now p
         WHERE p.user_id = $1 AND p.state = 'in_position' AND p.id < $2 AND ($4::text IS NULL OR p.product = $4)
         ORDER BY p.id DESC LIMIT $3`,
        [userId, from === undefined ? (before ?? NEWEST) : from + 1n, most, product, on],
      ),
    (some) => ownOf(db, SIGNED_POSITIONS, some),
  );
  return views(db, rows, on);
};

export const closedPage = async (
  db: Queryable,
  page: PageOf & {
    readonly state: string | undefined;
    readonly product: string | undefined;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<readonly PositionView[]> => {
  const rows = await readOwnRows(
    page.limit,
    (from, most) =>
      read(
        db,
        'orders.closed_page',
        `SELECT p.*, p.quantity AS shares_shown, 0 AS selling, 0 AS unsettled, 0 AS locked, NULL::date AS locked_until, 0::bigint AS margin_paise FROM trading.position_now p
         WHERE p.user_id = $1 AND p.state <> 'in_position' AND p.sold_quantity > 0 AND ($4::text IS NULL OR p.state = $4)
           AND ($5::date IS NULL OR p.market_date >= $5) AND ($6::date IS NULL OR p.market_date <= $6) AND ($7::text IS NULL OR p.product = $7)
           AND ($2::bigint IS NULL OR (p.last_sell_ms, p.id) < (SELECT b.last_sell_ms, b.id + $8 FROM trading.position b WHERE b.id = $2 AND b.user_id = $1))
         ORDER BY p.last_sell_ms DESC, p.id DESC LIMIT $3`,
        [
          page.userId,
          from ?? page.before,
          most,
          page.state,
          page.from,
          page.to,
          page.product,
          from === undefined ? 0 : 1,
        ],
      ),
    (some) => ownOf(db, SIGNED_POSITIONS, some),
  );
  return views(db, rows, undefined);
};

/** Positions held, and those closed on this market date: what today's profit is made of. */
export const positionsOfToday = (db: Queryable, userId: string, marketDate: string): Promise<readonly PositionView[]> =>
  positionsBy(db, 'orders.positions_of_today', {
    on: marketDate,
    params: [userId, marketDate],
    sql: `SELECT p.*, ${sharesOn('$2::date')} AS shares_shown, 0 AS selling, 0 AS unsettled, 0 AS locked, NULL::date AS locked_until, 0::bigint AS margin_paise FROM trading.position_now p WHERE p.user_id = $1 AND p.state = 'in_position'
     UNION ALL
     SELECT p.*, p.quantity, 0, 0, 0, NULL::date, 0::bigint FROM trading.position_now p WHERE p.user_id = $1 AND p.state <> 'in_position' AND p.market_date = $2`,
  });

/** A position of this user: by its id, or the one held in a share. As it is written, or on a market date. */
export async function findPosition(
  db: Queryable,
  userId: string,
  by: { readonly id: bigint } | { readonly asset: string; readonly product: string },
  on?: string,
): Promise<PositionView | undefined> {
  const rows =
    'id' in by
      ? await positionsBy(db, 'orders.position_by_id', {
          on,
          params: [userId, by.id, on ?? null],
          sql: `SELECT ${viewOn('$3::date')} FROM trading.position_now p WHERE p.user_id = $1 AND p.id = $2`,
        })
      : await positionsBy(db, 'orders.position_held', {
          on,
          params: [userId, by.asset, by.product, on ?? null],
          sql: `SELECT ${viewOn('$4::date')} FROM trading.position_now p WHERE p.user_id = $1 AND p.asset = $2 AND p.product = $3 AND p.state = 'in_position'`,
        });
  return rows[0];
}

type Free = { readonly due: number; readonly unsettled: number; readonly selling: number };

/** By asset: what settles with today's purchases, what of all is in account 122, and what open intraday sales sell. */
export async function readFree(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  marketDate: string,
): Promise<ReadonlyMap<string, Free>> {
  const settlesOn = settlementDate(marketDate);
  const all = await db.query<Signed<Due>>(
    'orders.dues_of_day',
    'SELECT d.* FROM trading.settlement_due d WHERE d.user_id = $1 AND d.settles_on = $2 AND d.outstanding',
    [userId, settlesOn],
  );
  const dues = ownOf(db, SIGNED_DUES, all);
  const rows = await db.query<{ asset: string; due: number; unsettled: bigint; selling: number }>(
    'orders.free_of_day',
    `SELECT x.asset, sum(x.due)::int AS due, sum(x.unsettled)::bigint AS unsettled, sum(x.selling)::int AS selling FROM (
       SELECT d.asset, d.shares AS due, 0::bigint AS unsettled, 0 AS selling FROM unnest($2::text[], $3::integer[]) AS d (asset, shares)
       UNION ALL SELECT a.asset, 0, a.balance, 0 FROM ledger.account a WHERE a.owner = 'u:' || $1 AND a.code = 122
       UNION ALL SELECT o.asset, 0, 0, o.quantity - o.filled FROM trading."order" o
       WHERE o.user_id = $1 AND o.state IN ${OPEN_STATES_SQL} AND o.product = 'intraday' AND o.side = 'sell'
     ) x GROUP BY x.asset`,
    [userId, dues.map(({ asset }) => asset), dues.map(outstandingShares)],
  );
  return new Map(rows.map(({ unsettled, ...row }) => [row.asset, { ...row, unsettled: Number(unsettled) }]));
}

/**
 * Money of the day's sales that buys nothing before the next trading day: see saleMoney of packages/rules;
 * withdrawable is another matter (ledger.saleProceeds).
 */
export type SaleMoneyKept = { readonly paise: bigint; readonly usableOn: string };

export async function saleMoneyKept(db: Queryable, userId: string, marketDate: string): Promise<SaleMoneyKept> {
  const positions = await readPositionsOfDay(db, [userId], marketDate);
  return { paise: keptOf(positions, marketDate), usableOn: nextTradingDay(marketDate) };
}

/** The same of the positions of a member. */
export function keptOf(positions: readonly CountedPosition[], marketDate: string): bigint {
  const alone = new Set(positions.flatMap(({ code, isTradeForTrade }) => (isTradeForTrade ? code : [])));
  return unusableSaleMoney(
    positions.filter((position) => position.marketDate === marketDate),
    (code) => alone.has(code),
  );
}

/** Rupees that are free, and what of them an order may use now; the rest of them from `usableOn` on. In paise. */
export type UsableMoney = {
  readonly availablePaise: bigint;
  readonly usablePaise: bigint;
  readonly usableOn: string;
};

export async function usableMoney(db: Queryable, userId: string, marketDate: string): Promise<UsableMoney> {
  const [balances, kept] = await Promise.all([
    readBalances(db, userOwner(userId)),
    saleMoneyKept(db, userId, marketDate),
  ]);
  const availablePaise = balances.find(({ asset, code }) => asset === 'INR' && code === CODES.available)?.amount ?? 0n;
  return { availablePaise, usablePaise: max(0n, availablePaise - kept.paise), usableOn: kept.usableOn };
}

/**
 * The same for what moves money without an order: it takes the lock under which all money of a member moves, so what it
 * says stays so until the transaction ends.
 */
export async function lockUsableMoney(tx: Tx, userId: string, marketDate: string): Promise<UsableMoney> {
  await lockUsers(tx, [userId]);
  return usableMoney(tx, userId, marketDate);
}
