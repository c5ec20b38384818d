import { max } from '@khara/money';
import { taxYearStart } from '@khara/rules';
import { makeLots } from '#modules/portfolio/index.ts';
import {
  type FillRow,
  type LineSaid,
  NOTE_TAGS_SQL,
  type NotedShort,
  type NoteSaid,
  notesOf,
  ownFills,
  ownOf,
  SIGNED_NOTES,
  SIGNED_SHORTS,
  withLines,
} from '#modules/orders/index.ts';
import { readOwnRows } from '#src/kernel/page.ts';
import type { Signed } from '#src/security/row-mac.ts';
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
export const fillsOfDay = async (
  db: Queryable,
  page: { readonly userId: string; readonly marketDate: string; readonly limit: number },
): Promise<readonly FillLine[]> =>
  readOwnRows(
    page.limit,
    (from, most) =>
      db.query<FillRow & FillLine>(
        'documents.fills_of_day',
        `SELECT f.*, ${BY}, o.program_tag AS tag
     FROM trading.fill f LEFT JOIN trading."order" o ON o.id = f.order_id
     WHERE f.user_id = $1 AND f.market_date = $2::date AND f.id >= $4 ORDER BY f.id LIMIT $3`,
        [page.userId, page.marketDate, most, from ?? 0n],
      ),
    (rows) => ownFills(db.ownKeys(), rows),
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
export const tradesBetween = async (
  db: Queryable,
  page: { readonly userId: string; readonly from: string; readonly to: string; readonly limit: number },
): Promise<readonly TradeLine[]> =>
  readOwnRows(
    page.limit,
    (from, most) =>
      db.query<FillRow & TradeLine>(
        'documents.trades_between',
        `SELECT f.*, ${BY},
            EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = f.market_date::date AND t.code = f.code) AS trade_for_trade,
            n.reason, n.stop_paise, n.target_paise, ${NOTE_TAGS_SQL} AS tags, n.text AS note
     FROM trading.fill f LEFT JOIN trading."order" o ON o.id = f.order_id
     LEFT JOIN trading.order_note n ON n.order_id = o.id
     WHERE f.user_id = $1 AND f.market_date BETWEEN $2::date AND $3::date AND f.id >= $5 ORDER BY f.id LIMIT $4`,
        [page.userId, page.from, page.to, most, from ?? 0n],
      ),
    (rows) => ownFills(db.ownKeys(), rows),
  );

/** What a contract note says; undefined while its day runs, and where nothing was traded. */
export async function noteOfDay(
  db: Queryable,
  { userId, marketDate }: { readonly userId: string; readonly marketDate: string },
): Promise<{ readonly note: NoteSaid; readonly lines: readonly LineSaid[] } | undefined> {
  const notes = await db.query<Signed<NoteSaid>>(
    'documents.note',
    'SELECT n.* FROM trading.contract_note n WHERE n.user_id = $1 AND n.market_date = $2::date ORDER BY n.number',
    [userId, marketDate],
  );
  return (await withLines(db, notes)).at(0);
}

/** What the notice of a day's contract note is about. */
export const noteName = (marketDate: string): string => `contract note:${marketDate}`;

/** Members with a contract note of a market date and no notice of it, up to a limit. */
export async function tradersToNotify(db: Queryable, marketDate: string, limit: number): Promise<readonly string[]> {
  const rows = await readOwnRows(
    limit,
    (from, most) =>
      db.query<Signed<NoteSaid> & { readonly id: bigint }>(
        'documents.traders_to_notify',
        `SELECT c.*, c.number AS id FROM trading.contract_note c
         WHERE c.market_date = $1::date AND c.number >= $4
           AND NOT EXISTS (SELECT FROM notices.notice n WHERE n.member_id = c.user_id AND n.about = $2) ORDER BY c.number LIMIT $3`,
        [marketDate, noteName(marketDate), most, from ?? 0n],
      ),
    (notes) => ownOf(db, SIGNED_NOTES, notes),
  );
  return [...new Set(rows.map(({ userId }) => userId))];
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

/** All that a member's market dates brought that was settled without delivery (docs/sources.md F10, F13). */
async function settledInMoney(db: Queryable, userId: string): Promise<readonly SameDayTrade[]> {
  const [notes, shorts, adjustments] = await Promise.all([
    notesOf(db, userId),
    shortsOf(db, userId),
    db.query<{ code: string; tradedOn: string; quantity: number; paise: bigint }>(
      'documents.adjustments',
      `SELECT c.code, to_char(c.ex_date, 'YYYY-MM-DD') AS traded_on, abs(a.quantity) AS quantity, a.paise
       FROM trading.position_adjustment a JOIN market.corporate_action c ON c.id = a.action_id
       WHERE a.user_id = $1 AND a.paise <> 0`,
      [userId],
    ),
  ]);
  return [
    ...notes.flatMap(({ note, lines }) =>
      lines
        .filter(({ sameDayBoughtPaise, sameDaySoldPaise }) => sameDayBoughtPaise + sameDaySoldPaise > 0n)
        .map((line) => ({
          code: line.code,
          tradedOn: note.marketDate,
          quantity: line.sameDayQuantity,
          boughtPaise: line.sameDayBoughtPaise,
          soldPaise: line.sameDaySoldPaise,
          chargesPaise: line.sameDayChargesPaise,
        })),
    ),
    ...shorts
      .filter(({ closedOut }) => closedOut > 0)
      .map(({ code, settlesOn, closedOut, lotPaise, closedPaise, lotChargesPaise }) => ({
        code,
        tradedOn: settlesOn,
        quantity: BigInt(closedOut),
        boughtPaise: lotPaise,
        soldPaise: closedPaise,
        chargesPaise: lotChargesPaise,
      })),
    ...adjustments.map(({ code, tradedOn, quantity, paise }) => ({
      code,
      tradedOn,
      quantity: BigInt(quantity),
      boughtPaise: max(0n, -paise),
      soldPaise: max(0n, paise),
      chargesPaise: 0n,
    })),
  ];
}

/** What a member's market dates brought that was settled without delivery. */
export async function sameDayTrades(
  db: Queryable,
  { userId, from, to, limit }: Years,
): Promise<readonly SameDayTrade[]> {
  const keyOf = ({ tradedOn, code }: SameDayTrade) => `${tradedOn} ${code}`;
  return (await settledInMoney(db, userId))
    .filter(({ tradedOn }) => tradedOn >= from && tradedOn <= to)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, limit);
}

/** What a member's years before a market date brought that was settled without delivery, after charges. */
export async function speculationBefore(
  db: Queryable,
  { userId, from }: Pick<Years, 'userId' | 'from'>,
): Promise<readonly SpeculativeResult[]> {
  const before = (await settledInMoney(db, userId)).filter(({ tradedOn }) => tradedOn < from);
  const byYear = Map.groupBy(before, ({ tradedOn }) => Number(taxYearStart(tradedOn).slice(0, 4)));
  return [...byYear]
    .map(([year, some]) => ({
      year,
      paise: some.reduce((sum, one) => sum + one.soldPaise - one.boughtPaise - one.chargesPaise, 0n),
    }))
    .toSorted((a, b) => a.year - b.year);
}

type Short = NotedShort &
  Readonly<Record<'closedPaise' | 'lotPaise' | 'lotChargesPaise', bigint>> & {
    readonly closedOut: number;
    readonly lossPaise: bigint | undefined;
    readonly absorbedPaise: bigint | undefined;
  };

/** What was not delivered to a member, or by one. */
const shortsOf = async (db: Queryable, userId: string): Promise<readonly Short[]> =>
  ownOf(
    db,
    SIGNED_SHORTS,
    await db.query<Signed<Short>>('documents.shorts', 'SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1', [
      userId,
    ]),
  );

/** What sales of a member that were not delivered cost over what they brought, as far as the member paid it. */
export const auctionLosses = async (db: Queryable, { userId, from, to }: Omit<Years, 'limit'>): Promise<bigint> =>
  (await shortsOf(db, userId))
    .filter(({ settlesOn }) => settlesOn >= from && settlesOn <= to)
    .reduce((sum, { lossPaise = 0n, absorbedPaise = 0n }) => sum + lossPaise - absorbedPaise, 0n);

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
