import { CHARGE_ITEMS, type ChargeItem } from '@khara/charges';
import { makeLots } from '#modules/portfolio/index.ts';
import { NOTE_TAGS_SQL } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/** What documents read of the orders' tables; nothing is written from here. */

export type FillLine = {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly tradeNo: bigint;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly pricePaise: bigint;
  readonly valuePaise: bigint;
  readonly brokeragePaise: bigint;
  readonly sttPaise: bigint;
  readonly exchangePaise: bigint;
  readonly sebiPaise: bigint;
  readonly stampPaise: bigint;
  readonly gstPaise: bigint;
  readonly dpPaise: bigint;
  readonly marketTime: string;
  readonly by: SentBy | undefined;
  readonly tag: string | undefined;
};
/** What placed an order for its member. */
type SentBy = 'program' | 'trigger' | 'basket' | 'regular';

/** What placed the order of a fill: null, its member did, or the system. */
const BY = `CASE WHEN o.program_key IS NOT NULL THEN 'program' WHEN o.request_id LIKE 'gtt:%' THEN 'trigger'
       WHEN o.request_id LIKE 'basket:%' THEN 'basket' WHEN o.request_id LIKE 'sip:%' THEN 'regular' END AS by`;

/** A member's fills of a market date, oldest first, up to a limit. */
export const fillsOfDay = (
  db: Queryable,
  page: { readonly userId: string; readonly marketDate: string; readonly limit: number },
): Promise<readonly FillLine[]> =>
  db.query(
    'documents.fills_of_day',
    `SELECT f.id, f.order_id, f.trade_no, f.code, f.side, f.quantity, f.price_paise, f.value_paise, f.brokerage_paise, f.stt_paise, f.exchange_paise,
       f.sebi_paise, f.stamp_paise, f.gst_paise, f.dp_paise, f.market_time, ${BY}, o.program_tag AS tag
     FROM trading.fill f LEFT JOIN trading."order" o ON o.id = f.order_id
     WHERE f.user_id = $1 AND f.market_date = $2::date ORDER BY f.id LIMIT $3`,
    [page.userId, page.marketDate, page.limit],
  );

export type TradeLine = Pick<
  FillLine,
  'orderId' | 'tradeNo' | 'code' | 'side' | 'quantity' | 'pricePaise' | 'marketTime' | 'by'
> & {
  readonly asset: string;
  readonly marketDate: string;
  /** Whether the share traded trade-for-trade on that date, when it is over. */
  readonly tradeForTrade: boolean;
  // What the member has written about the order.
  readonly reason: string | undefined;
  readonly stopPaise: bigint | undefined;
  readonly targetPaise: bigint | undefined;
  readonly tags: readonly string[];
  readonly note: string | undefined;
};

/** A member's fills from one market date to another, oldest first, up to a limit. */
export const tradesBetween = (
  db: Queryable,
  page: { readonly userId: string; readonly from: string; readonly to: string; readonly limit: number },
): Promise<readonly TradeLine[]> =>
  db.query(
    'documents.trades_between',
    `SELECT f.order_id, f.trade_no, f.code, f.asset, f.side, f.quantity, f.price_paise, f.market_date, f.market_time, ${BY},
            EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = f.market_date::date AND t.code = f.code) AS trade_for_trade,
            n.reason, n.stop_paise, n.target_paise, ${NOTE_TAGS_SQL} AS tags, n.text AS note
     FROM trading.fill f LEFT JOIN trading."order" o ON o.id = f.order_id
     LEFT JOIN trading.order_note n ON n.order_id = o.id
     WHERE f.user_id = $1 AND f.market_date BETWEEN $2::date AND $3::date ORDER BY f.id LIMIT $4`,
    [page.userId, page.from, page.to, page.limit],
  );

/** What a contract note says; undefined while its day runs, and where nothing was traded. */
export type IssuedNote = {
  readonly number: bigint;
  readonly settlesOn: string;
  readonly estimatedPaise: bigint;
} & Readonly<Record<`${ChargeItem}Paise`, bigint>>;

export type IssuedLine = {
  readonly code: string;
  readonly boughtQuantity: bigint;
  readonly soldQuantity: bigint;
  readonly sameDayQuantity: bigint;
  readonly deliveredQuantity: bigint;
  readonly boughtPaise: bigint;
  readonly soldPaise: bigint;
};

export async function noteOfDay(
  db: Queryable,
  { userId, marketDate }: { readonly userId: string; readonly marketDate: string },
): Promise<{ readonly note: IssuedNote; readonly lines: readonly IssuedLine[] } | undefined> {
  const [note] = await db.query<IssuedNote>(
    'documents.note',
    `SELECT number, settles_on, estimated_paise, ${CHARGE_ITEMS.map((item) => `${item}_paise`).join(', ')}
     FROM trading.contract_note WHERE user_id = $1 AND market_date = $2::date`,
    [userId, marketDate],
  );
  if (!note) return undefined;
  const lines = await db.query<IssuedLine>(
    'documents.note_lines',
    `SELECT code, bought_quantity, sold_quantity, same_day_quantity, delivered_quantity, bought_paise, sold_paise
     FROM trading.contract_note_line WHERE note = $1 ORDER BY code, product`,
    [note.number],
  );
  return { note, lines };
}

/** What the notice of a day's contract note is about. */
export const noteName = (marketDate: string): string => `contract note:${marketDate}`;

/** Members with a contract note of a market date and no notice of it, up to a limit. */
export async function tradersToNotify(db: Queryable, marketDate: string, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ userId: string }>(
    'documents.traders_to_notify',
    `SELECT c.user_id FROM trading.contract_note c
     WHERE c.market_date = $1::date
       AND NOT EXISTS (SELECT FROM notices.notice n WHERE n.member_id = c.user_id AND n.about = $2) LIMIT $3`,
    [marketDate, noteName(marketDate), limit],
  );
  return rows.map(({ userId }) => userId);
}

export type LotSale = {
  readonly asset: string;
  readonly code: string;
  readonly quantity: bigint;
  /** Undefined for shares that no lot tells of. */
  readonly acquiredOn: string | undefined;
  readonly soldOn: string;
  /** Held for more than twelve months: long-term (docs/sources.md F9). */
  readonly isLong: boolean;
  readonly costPaise: bigint;
  readonly buyChargesPaise: bigint;
  readonly buySttPaise: bigint;
  readonly proceedsPaise: bigint;
  readonly saleChargesPaise: bigint;
  readonly saleSttPaise: bigint;
};

/** What a member's sales between two market dates took of which lots, first in first out, up to a limit. */
export async function lotSales(db: Queryable, page: Years): Promise<readonly LotSale[]> {
  await makeLots(db, [page.userId]);
  return db.query(
    'documents.lot_sales',
    `SELECT asset, code, quantity, to_char(acquired_on, 'YYYY-MM-DD') AS acquired_on, to_char(sold_on, 'YYYY-MM-DD') AS sold_on,
            coalesce(sold_on > acquired_on + interval '12 months', false) AS is_long,
            cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise
     FROM trading.lot_sale WHERE user_id = $1 AND sold_on BETWEEN $2::date AND $3::date ORDER BY sold_on, id LIMIT $4`,
    [page.userId, page.from, page.to, page.limit],
  );
}

/** Sums of a member's sales before a market date, by financial year, asset and term. Lots are made before. */
export const salesOfYearsBefore = (
  db: Queryable,
  { userId, from }: Pick<Years, 'userId' | 'from'>,
): Promise<readonly LotSale[]> =>
  db.query(
    'documents.sales_of_years_before',
    `SELECT asset, code, quantity::bigint, NULL AS acquired_on, to_char(sold_on, 'YYYY-MM-DD') AS sold_on, is_long, cost_paise::bigint,
       buy_charges_paise::bigint, buy_stt_paise::bigint, proceeds_paise::bigint, sale_charges_paise::bigint, sale_stt_paise::bigint
     FROM (
       SELECT asset, max(code) AS code, max(sold_on) AS sold_on, coalesce(sold_on > acquired_on + interval '12 months', false) AS is_long,
         sum(quantity) AS quantity, sum(cost_paise) AS cost_paise, sum(buy_charges_paise) AS buy_charges_paise, sum(buy_stt_paise) AS buy_stt_paise,
         sum(proceeds_paise) AS proceeds_paise, sum(sale_charges_paise) AS sale_charges_paise, sum(sale_stt_paise) AS sale_stt_paise
       FROM trading.lot_sale WHERE user_id = $1 AND sold_on < $2::date
       GROUP BY asset, date_part('year', sold_on - interval '3 months'), coalesce(sold_on > acquired_on + interval '12 months', false)
     ) sums ORDER BY sold_on, asset`,
    [userId, from],
  );

/**
 * What was bought and sold of a share within one day; or bought, and closed out in money; or what a corporate action
 * paid to a position that a day left open, as sold, or took of it, as bought.
 */
export type SameDayTrade = {
  readonly code: string;
  readonly tradedOn: string;
  readonly quantity: bigint;
  readonly boughtPaise: bigint;
  readonly soldPaise: bigint;
  readonly chargesPaise: bigint;
};

/** Of a financial year, by the year in which it begins. */
export type SpeculativeResult = { readonly year: number; readonly paise: bigint };

type Years = { readonly userId: string; readonly from: string; readonly to: string; readonly limit: number };

/** What a member's market dates brought that was settled without delivery (docs/sources.md F10, F13). */
export const sameDayTrades = (db: Queryable, page: Years): Promise<readonly SameDayTrade[]> =>
  db.query(
    'documents.same_day_trades',
    `SELECT l.code, to_char(n.market_date, 'YYYY-MM-DD') AS traded_on, l.same_day_quantity AS quantity, l.same_day_bought_paise AS bought_paise,
       l.same_day_sold_paise AS sold_paise, l.same_day_charges_paise AS charges_paise
     FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
     WHERE n.user_id = $1 AND n.market_date BETWEEN $2::date AND $3::date AND l.same_day_bought_paise + l.same_day_sold_paise > 0
     UNION ALL
     SELECT s.code, to_char(s.settles_on, 'YYYY-MM-DD'), s.closed_out, s.lot_paise, s.closed_paise, s.lot_charges_paise
     FROM trading.short_delivery s WHERE s.user_id = $1 AND s.settles_on BETWEEN $2::date AND $3::date AND s.closed_out > 0
     UNION ALL
     SELECT c.code, to_char(c.ex_date, 'YYYY-MM-DD'), abs(a.quantity), greatest(0, -a.paise), greatest(0, a.paise), 0
     FROM trading.position_adjustment a JOIN market.corporate_action c ON c.id = a.action_id
     WHERE a.user_id = $1 AND c.ex_date BETWEEN $2::date AND $3::date AND a.paise <> 0
     ORDER BY traded_on, code LIMIT $4`,
    [page.userId, page.from, page.to, page.limit],
  );

/** What a member's years before a market date brought that was settled without delivery, after charges. */
export const speculationBefore = (
  db: Queryable,
  { userId, from }: Pick<Years, 'userId' | 'from'>,
): Promise<readonly SpeculativeResult[]> =>
  db.query(
    'documents.speculation_before',
    `SELECT date_part('year', on_date - interval '3 months')::int AS year, sum(paise)::bigint AS paise FROM (
       SELECT n.market_date AS on_date, l.same_day_sold_paise - l.same_day_bought_paise - l.same_day_charges_paise AS paise
       FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
       WHERE n.user_id = $1 AND n.market_date < $2::date AND l.same_day_bought_paise + l.same_day_sold_paise > 0
       UNION ALL
       SELECT s.settles_on, s.closed_paise - s.lot_paise - s.lot_charges_paise FROM trading.short_delivery s
       WHERE s.user_id = $1 AND s.settles_on < $2::date AND s.closed_out > 0
       UNION ALL
       SELECT c.ex_date, a.paise FROM trading.position_adjustment a JOIN market.corporate_action c ON c.id = a.action_id
       WHERE a.user_id = $1 AND c.ex_date < $2::date
     ) results GROUP BY 1 ORDER BY 1`,
    [userId, from],
  );

/** What sales of a member that were not delivered cost over what they brought, as far as the member paid it. */
export async function auctionLosses(db: Queryable, { userId, from, to }: Omit<Years, 'limit'>): Promise<bigint> {
  const [row] = await db.query<{ paise: bigint }>(
    'documents.auction_losses',
    `SELECT coalesce(sum(s.loss_paise - s.absorbed_paise), 0)::bigint AS paise FROM trading.short_delivery s
     WHERE s.user_id = $1 AND s.settles_on BETWEEN $2::date AND $3::date`,
    [userId, from, to],
  );
  return row?.paise ?? 0n;
}

export type Dividend = {
  readonly code: string;
  readonly paidOn: string;
  readonly held: bigint;
  readonly grossPaise: bigint;
  readonly tdsPaise: bigint;
};

/** Dividends that were due between two market dates and are paid. */
export const dividendsBetween = (db: Queryable, page: Years): Promise<readonly Dividend[]> =>
  db.query(
    'documents.dividends',
    `SELECT code, to_char(pays_on, 'YYYY-MM-DD') AS paid_on, held, gross_paise, tds_paise FROM trading.entitlement
     WHERE user_id = $1 AND paid_ms IS NOT NULL AND pays_on BETWEEN $2::date AND $3::date ORDER BY pays_on, code LIMIT $4`,
    [page.userId, page.from, page.to, page.limit],
  );
