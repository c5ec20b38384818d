import { makeLots } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/** What documents read of the orders' tables; nothing is written from here. */

export type FillLine = {
  readonly id: bigint;
  readonly order_id: bigint;
  readonly trade_no: bigint;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price_paise: bigint;
  readonly value_paise: bigint;
  readonly brokerage_paise: bigint;
  readonly stt_paise: bigint;
  readonly exchange_paise: bigint;
  readonly sebi_paise: bigint;
  readonly stamp_paise: bigint;
  readonly gst_paise: bigint;
  readonly dp_paise: bigint;
  readonly market_time: string;
};

/** A member's fills of a market date, oldest first, at most so many. */
export const fillsOfDay = (
  db: Queryable,
  page: { readonly userId: string; readonly marketDate: string; readonly limit: number },
): Promise<readonly FillLine[]> =>
  db.query(
    'documents.fills_of_day',
    `SELECT id, order_id, trade_no, code, side, quantity, price_paise, value_paise, brokerage_paise, stt_paise, exchange_paise, sebi_paise, stamp_paise,
            gst_paise, dp_paise, market_time
     FROM trading.fill WHERE user_id = $1 AND market_date = $2::date ORDER BY id LIMIT $3`,
    [page.userId, page.marketDate, page.limit],
  );

/** What the notice of a day's contract note is about. */
export const noteOf = (marketDate: string): string => `contract note:${marketDate}`;

/** Members who traded on a market date and have no notice of its contract note, at most so many. */
export async function tradersToNotify(db: Queryable, marketDate: string, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ user_id: string }>(
    'documents.traders_to_notify',
    `SELECT t.user_id FROM (
       SELECT o.user_id FROM trading."order" o
       WHERE o.market_day IN (SELECT d.market_day FROM market.day d WHERE d.market_date = $1::date) AND o.fill_trade IS NOT NULL
       UNION SELECT r.user_id FROM trading.resting_fill r WHERE r.market_date = $1::date
     ) t
     WHERE NOT EXISTS (SELECT FROM notices.notice n WHERE n.member_id = t.user_id AND n.about = $2) LIMIT $3`,
    [marketDate, noteOf(marketDate), limit],
  );
  return rows.map(({ user_id: userId }) => userId);
}

export type LotSale = {
  readonly code: string;
  readonly quantity: bigint;
  /** Null for shares that no lot tells of. */
  readonly acquired_on: string | null;
  readonly sold_on: string;
  /** Held for more than twelve months: long-term (docs/sources.md F9). */
  readonly is_long: boolean;
  readonly cost_paise: bigint;
  readonly buy_charges_paise: bigint;
  readonly buy_stt_paise: bigint;
  readonly proceeds_paise: bigint;
  readonly sale_charges_paise: bigint;
  readonly sale_stt_paise: bigint;
};

/** What a member's sales between two market dates took of which lots, first in first out; at most so many. */
export async function lotSales(
  db: Queryable,
  page: { readonly userId: string; readonly from: string; readonly to: string; readonly limit: number },
): Promise<readonly LotSale[]> {
  await makeLots(db, [page.userId]);
  return db.query(
    'documents.lot_sales',
    `SELECT code, quantity, to_char(acquired_on, 'YYYY-MM-DD') AS acquired_on, to_char(sold_on, 'YYYY-MM-DD') AS sold_on,
            coalesce(sold_on > acquired_on + interval '12 months', false) AS is_long,
            cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise
     FROM trading.lot_sale WHERE user_id = $1 AND sold_on BETWEEN $2::date AND $3::date ORDER BY sold_on, id LIMIT $4`,
    [page.userId, page.from, page.to, page.limit],
  );
}
