import type { OrderReason } from '@khara/contract';
import {
  type FillRow,
  type LeftOver,
  type MovedShares,
  NOTE_TAGS_SQL,
  type NotedShort,
  notesOf,
  ownFills,
  ownOf,
  ownPositions,
  SIGNED_CHANGES,
  SIGNED_SHORTS,
  type SignedPosition,
  toFill,
} from '#modules/orders/index.ts';
import type { Signed } from '#src/security/row-mac.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { NotedCharges } from './final-charges.ts';

/* What a record is made of, read by person: each statement goes through one member's rows by an index. */

export type MarketDay = {
  readonly marketDay: number;
  readonly marketDate: string;
  readonly isClosed: boolean;
  readonly index: bigint | undefined;
};

/** Market days from a date on, with the close of an index. The last one may still run. */
export const marketDays = (db: Queryable, from: string, index: string): Promise<readonly MarketDay[]> =>
  db.query(
    'performance.market_days',
    `SELECT d.market_day, d.market_date::text AS market_date, d.closed_ms IS NOT NULL AS is_closed,
            c.close_paise AS index
     FROM market.day d LEFT JOIN market.candle_day c ON c.code = $2 AND c.market_date = d.market_date
     WHERE d.market_date >= $1::date ORDER BY d.market_day`,
    [from, index],
  );

/**
 * What the shares of a member were worth at each close. A share without a close on a day counts at the one before, and
 * one that was never traded at what an issue asked for it (`issued`: asset to paise of one share).
 */
export async function shareValues(
  db: Queryable,
  userId: string,
  issued: Readonly<Record<string, string>>,
): Promise<readonly { readonly marketDate: string; readonly paise: bigint }[]> {
  const positions = await db.query<SignedPosition>(
    'performance.positions',
    'SELECT p.* FROM trading.position p WHERE p.user_id = $1',
    [userId],
  );
  const codes = new Map(ownPositions(db, positions).map(({ asset, code }) => [asset, code]));
  return db.query(
    'performance.share_values',
    `WITH moved AS (
       SELECT a.name AS asset, e.mdate::date AS on_date, sum(l.amount) AS shares
       FROM ledger.entry e
       CROSS JOIN LATERAL unnest(e.asset, e.code, e.amount) AS l (asset, code, amount)
       JOIN ledger.asset a ON a.id = l.asset
       WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = 'u:' || $1)
         AND e.kind IN ('buy', 'buy_fill', 'sell', 'sell_fill', 'to_delivery', 'to_intraday', 'share_credit', 'corporate_credit', 'entitlement_used',
           'entitlement_lapsed', 'rights_pay', 'buyback', 'close_out', 'reversal')
         AND l.code IN (120, 121, 122)
       GROUP BY a.name, e.mdate
     ), held AS (
       SELECT m.asset, m.on_date, sum(m.shares) OVER w AS shares, lead(m.on_date) OVER w AS until
       FROM moved m WINDOW w AS (PARTITION BY m.asset ORDER BY m.on_date)
     ), codes AS (
       SELECT * FROM unnest($3::text[], $4::text[]) AS k (asset, code)
     )
     SELECT d.market_date::text AS market_date, sum(h.shares * coalesce(c.close_paise,
              (SELECT x.close_paise FROM market.candle_day x WHERE x.code = k.code AND x.market_date < d.market_date
               ORDER BY x.market_date DESC LIMIT 1),
              ($2::jsonb ->> h.asset)::bigint, 0))::bigint AS paise
     FROM held h
     JOIN codes k ON k.asset = h.asset
     JOIN market.day d ON d.closed_ms IS NOT NULL AND d.market_date >= h.on_date
       AND (h.until IS NULL OR d.market_date < h.until)
     LEFT JOIN market.candle_day c ON c.code = k.code AND c.market_date = d.market_date
     WHERE h.shares > 0
     GROUP BY d.market_date`,
    [userId, JSON.stringify(issued), [...codes.keys()], [...codes.values()]],
  );
}

/** What intraday positions that were left over had gained at each close: their shares have no owner. */
export const leftOverValues = (
  db: Queryable,
  leftOver: readonly LeftOver[],
): Promise<readonly { readonly marketDate: string; readonly paise: bigint }[]> =>
  db.query(
    'performance.left_over_values',
    `SELECT d.market_date::text AS market_date, sum(l.quantity * c.close_paise - sign(l.quantity) * l.cost)::bigint AS paise
     FROM unnest($1::text[], $2::date[], $3::date[], $4::bigint[], $5::bigint[]) AS l (code, since, until, quantity, cost)
     JOIN market.day d ON d.closed_ms IS NOT NULL AND d.market_date >= l.since AND (l.until IS NULL OR d.market_date < l.until)
     CROSS JOIN LATERAL (SELECT x.close_paise FROM market.candle_day x WHERE x.code = l.code AND x.market_date <= d.market_date
       ORDER BY x.market_date DESC LIMIT 1) c
     GROUP BY d.market_date`,
    [
      leftOver.map(({ code }) => code),
      leftOver.map(({ from }) => from),
      leftOver.map(({ until }) => until ?? null),
      leftOver.map(({ quantity }) => quantity),
      leftOver.map(({ costPaise }) => costPaise),
    ],
  );

/** The newest close of each share up to a date. */
export const closesUpTo = (
  db: Queryable,
  codes: readonly string[],
  marketDate: string,
): Promise<readonly { readonly code: string; readonly paise: bigint }[]> =>
  db.query(
    'performance.closes_up_to',
    `SELECT k.code, c.close_paise AS paise FROM unnest($1::text[]) AS k (code)
     CROSS JOIN LATERAL (SELECT x.close_paise FROM market.candle_day x WHERE x.code = k.code AND x.market_date <= $2::date
       ORDER BY x.market_date DESC LIMIT 1) c`,
    [codes, marketDate],
  );

export type ChargedFill = {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  readonly type: 'market' | 'limit' | 'sl' | 'sl_m';
  readonly phase: 'continuous' | 'opening_auction' | 'closing_auction' | 'post_close';
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly marketDay: number;
  readonly at: number;
  readonly isTradeForTrade: boolean;
};

/** All fills of a member in the order in which they happened. */
export async function listFills(db: Queryable, userId: string): Promise<readonly ChargedFill[]> {
  const rows = await db.query<FillRow & Pick<ChargedFill, 'type' | 'isTradeForTrade'>>(
    'performance.fills',
    `SELECT f.*, o.type,
            EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = f.market_date AND t.code = f.code) AS is_trade_for_trade
     FROM trading.fill f JOIN trading."order" o ON o.id = f.order_id
     WHERE f.user_id = $1 ORDER BY f.market_day, f.trade_no, f.id`,
    [userId],
  );
  return ownFills(db.ownKeys(), rows).map(({ type, isTradeForTrade, ...row }) => {
    const fill = toFill(row);
    return { ...fill, chargesPaise: fill.charges.total, type, isTradeForTrade };
  });
}

/** Final charges of a member by market day and share, with what of the whole note the platform bears. */
export async function noteCharges(db: Queryable, userId: string): Promise<readonly NotedCharges[]> {
  const notes = await notesOf(db, userId);
  const days = await db.query<{ marketDay: number; marketDate: string }>(
    'performance.days_of_notes',
    'SELECT d.market_day, d.market_date FROM market.day d WHERE d.market_date = ANY ($1::date[]) ORDER BY d.market_day',
    [notes.map(({ note }) => note.marketDate)],
  );
  const byDate = new Map(notes.map((one) => [one.note.marketDate, one]));
  return days.flatMap(({ marketDay, marketDate }) => {
    const { note, lines } = byDate.get(marketDate)!; // asked for by these
    return [...Map.groupBy(lines, ({ code }) => code)].map(([code, some]) => ({
      marketDay,
      code,
      chargesPaise: some.reduce((sum, line) => sum + line.sameDayChargesPaise + line.deliveredChargesPaise, 0n),
      absorbedPaise: note.absorbedPaise,
    }));
  });
}

export type ChargedChange = {
  /** Above that of each fill that it found: fills are numbered by the same sequence. */
  readonly beforeFill: bigint;
  readonly code: string;
  readonly product: 'delivery' | 'intraday';
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly marketDay: number;
};

/** Shares that became the other product, in the order in which they did, with what that was charged. */
export async function productChanges(db: Queryable, userId: string): Promise<readonly ChargedChange[]> {
  const rows = await db.query<Signed<MovedShares & Pick<ChargedChange, 'marketDay'>>>(
    'performance.product_changes',
    'SELECT c.* FROM trading.product_change c WHERE c.user_id = $1 ORDER BY c.id',
    [userId],
  );
  return ownOf(db, SIGNED_CHANGES, rows).map((change) => ({
    ...change,
    beforeFill: change.id << 16n,
    chargesPaise: change.estimatedPaise,
  }));
}

/**
 * Shares that splits and bonuses added up to a market date, by the date on which they did; also before it is written.
 */
export const addedShares = async (
  db: Queryable,
  userId: string,
  marketDate: string,
): Promise<readonly { readonly code: string; readonly added: bigint; readonly onDate: string }[]> =>
  db.query(
    'performance.added_shares',
    `SELECT t.code, t.added, t.on_date::text FROM trading.entitlement t
     WHERE t.user_id = $1 AND t.added > 0 AND t.kind NOT IN ('rights', 'demerger') AND t.on_date <= $2::date
     UNION ALL
     SELECT p.code, s.shares - p.quantity, $2::date::text FROM trading.position p
     CROSS JOIN LATERAL trading.shares_on(p.user_id, p.code, p.quantity, $2::date) AS s (shares)
     WHERE p.id = ANY ($3::bigint[]) AND p.product = 'delivery' AND s.shares > p.quantity
     ORDER BY on_date, code`,
    [userId, marketDate, (await heldPositions(db, userId)).map(({ id }) => id)],
  );

/** What corporate actions added to intraday positions that were left over their ex-dates. */
export const adjustedPositions = (
  db: Queryable,
  userId: string,
): Promise<
  readonly { readonly code: string; readonly added: number; readonly paise: bigint; readonly onDate: string }[]
> =>
  db.query(
    'performance.adjusted_positions',
    `SELECT c.code, a.added, a.paise, c.ex_date::text AS on_date
     FROM trading.position_adjustment a JOIN market.corporate_action c ON c.id = a.action_id
     WHERE a.user_id = $1 ORDER BY c.ex_date, a.position_id`,
    [userId],
  );

/** Demergers of shares that the member held. */
export const demergers = (
  db: Queryable,
  userId: string,
): Promise<
  readonly {
    readonly code: string;
    readonly into: string;
    readonly a: number;
    readonly b: number;
    readonly costBps: number;
    readonly onDate: string;
  }[]
> =>
  db.query(
    'performance.demergers',
    `SELECT c.code, c.into_code AS into, c.first AS a, c.second AS b, c.cost_bps, t.on_date::text FROM trading.entitlement t
     JOIN market.corporate_action c ON c.id = t.action_id WHERE t.user_id = $1 AND t.kind = 'demerger' ORDER BY t.on_date, t.action_id`,
    [userId],
  );

export type TradeWithoutFill = {
  readonly ref: string;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly shares: bigint;
  readonly paise: bigint;
  readonly onDate: string;
  readonly at: number;
};

/**
 * Shares and entitlements that offers of companies to their holders gave and took, as trades: entitlements come for
 * nothing, and are given at what they had cost for new shares. What lapses is given for nothing.
 */
export const offerTrades = (db: Queryable, userId: string): Promise<readonly TradeWithoutFill[]> =>
  db.query(
    'performance.offer_trades',
    `SELECT x.ref, x.code, x.side, x.shares::bigint, x.paise::bigint, x.on_date, x.at FROM (
       SELECT t.action_id AS ref, t.code, 'buy' AS side, t.added AS shares, 0 AS paise, t.on_date::text AS on_date, t.at_ms AS at, 0 AS rank
       FROM trading.entitlement t WHERE t.user_id = $1 AND t.kind = 'rights' AND t.added > 0
       UNION ALL
       SELECT 'offer-' || a.id, a.code || '-RE', 'sell', a.shares, a.lot_paise + a.lot_charges_paise, e.mdate, a.ended_ms, 1
       FROM trading.offer_application a JOIN ledger.entry e ON e.kind = 'entitlement_used' AND e.ref = 'offer-' || a.id || '-used'
       WHERE a.user_id = $1
       UNION ALL
       SELECT 'offer-' || a.id, a.code, CASE a.kind WHEN 'rights' THEN 'buy' ELSE 'sell' END, a.got,
         a.paid_paise + a.lot_paise + a.lot_charges_paise, e.mdate, a.ended_ms, 2
       FROM trading.offer_application a JOIN ledger.entry e ON e.kind IN ('rights_pay', 'buyback') AND e.ref = 'offer-' || a.id
       WHERE a.user_id = $1
       UNION ALL
       SELECT l.action_id, l.code, 'sell', l.entitlements, 0, l.on_date::text, l.at_ms, 3 FROM trading.lapsed_entitlement l WHERE l.user_id = $1
     ) x ORDER BY x.at, x.rank`,
    [userId],
  );

/** Purchases that never came and were closed out in money, as sales. */
export async function closedOut(db: Queryable, userId: string): Promise<readonly TradeWithoutFill[]> {
  const rows = await db.query<Signed<NotedShort> & TradeWithoutFill>(
    'performance.closed_out',
    `SELECT s.*, 'close-out-' || s.settles_on || '-' || s.code AS ref, 'sell' AS side, s.closed_out::bigint AS shares, s.closed_paise AS paise,
       s.settles_on::text AS on_date, s.ended_ms AS at
     FROM trading.short_delivery s WHERE s.user_id = $1 AND s.closed_out > 0 ORDER BY s.ended_ms`,
    [userId],
  );
  return ownOf(db, SIGNED_SHORTS, rows);
}

export type NotedOrder = {
  readonly orderId: bigint;
  readonly side: 'buy' | 'sell';
  readonly filled: number;
  readonly filledPaise: bigint;
  readonly reason: OrderReason | undefined;
  readonly stopPaise: bigint | undefined;
  readonly targetPaise: bigint | undefined;
  readonly plannedAt: number | undefined;
  /** Of the note, and the mark of the program that placed it. */
  readonly tags: readonly string[];
};

/** Orders of a member of which something is written down, or one of them. */
export const notedOrders = (db: Queryable, userId: string, orderId?: bigint): Promise<readonly NotedOrder[]> =>
  db.query(
    'performance.noted_orders',
    `SELECT o.id AS order_id, o.side, o.filled, o.filled_paise, n.reason, n.stop_paise, n.target_paise, n.planned_ms,
            ${NOTE_TAGS_SQL} AS tags
     FROM trading."order" o LEFT JOIN trading.order_note n ON n.order_id = o.id
     WHERE o.user_id = $1 AND ($2::bigint IS NULL OR o.id = $2) AND (n.order_id IS NOT NULL OR o.program_tag IS NOT NULL)`,
    [userId, orderId ?? null],
  );

/** Positions that are held now, with their shares as they are on a market date. */
export const openPositions = async (
  db: Queryable,
  userId: string,
  marketDate: string,
): Promise<
  readonly { readonly code: string; readonly product: string; readonly quantity: number; readonly costPaise: bigint }[]
> =>
  db.query(
    'performance.open_positions',
    `SELECT p.code, p.product, p.cost_paise,
       CASE WHEN p.product = 'delivery' THEN trading.shares_on(p.user_id, p.code, p.quantity, $2::date) ELSE p.quantity END AS quantity
     FROM trading.position p WHERE p.id = ANY ($1::bigint[])`,
    [(await heldPositions(db, userId)).map(({ id }) => id), marketDate],
  );

const heldPositions = async (db: Queryable, userId: string) =>
  ownPositions(
    db,
    await db.query<SignedPosition>(
      'performance.held',
      `SELECT p.* FROM trading.position p WHERE p.user_id = $1 AND p.state = 'in_position'`,
      [userId],
    ),
  );
