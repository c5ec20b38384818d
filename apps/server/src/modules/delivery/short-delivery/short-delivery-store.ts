import type { LiquidityGroup, ShortDelivery } from '@khara/rules';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { LotCost } from '#modules/portfolio/index.ts';

/* SQL of short deliveries (decision 15). */

/** A holding as its contract notes delivered it, and what of it has not been sold. */
export type DueHolding = {
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly delivered: number;
  readonly outstanding: number;
  /** By which the exchange knows its owner. */
  readonly accountKey: number;
};

/**
 * Holdings that the notes of these trade dates deliver on a market date. One whose share was split, or got a
 * bonus, since then is left out.
 */
export const holdingsDue = (
  db: Queryable,
  marketDate: string,
  tradeDates: readonly string[],
): Promise<readonly DueHolding[]> =>
  db.query<DueHolding>(
    'orders.holdings_due',
    `SELECT n.user_id, l.asset, l.code, sum(l.delivered_quantity)::int AS delivered,
       coalesce((SELECT (d.bought - d.sold - d.settled) FROM trading.settlement_due d
         WHERE d.user_id = n.user_id AND d.asset = l.asset AND d.settles_on = $1), 0) AS outstanding,
       (SELECT o.account_key FROM trading."order" o WHERE o.user_id = n.user_id ORDER BY o.id DESC LIMIT 1) AS account_key
     FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
     WHERE n.market_date = ANY ($2::date[]) AND n.settles_on = $1 AND l.product = 'delivery' AND l.delivered_quantity > 0
       AND NOT EXISTS (SELECT FROM trading.entitlement e
         WHERE e.user_id = n.user_id AND e.asset = l.asset AND e.on_date > n.market_date AND e.on_date <= $1 AND e.kind <> 'dividend')
       AND NOT EXISTS (SELECT FROM trading.demerged_holding h JOIN trading.entitlement e ON e.action_id = h.action_id AND e.user_id = h.user_id
         WHERE h.user_id = n.user_id AND h.held_asset = l.asset AND e.on_date > n.market_date AND e.on_date <= $1)
     GROUP BY n.user_id, l.asset, l.code ORDER BY n.user_id, l.asset`,
    [marketDate, tradeDates],
  );

export type NotDelivered = ShortDelivery & {
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly settlesOn: string;
  readonly arrivesOn: string;
  readonly waits: number;
  readonly sold: number;
  readonly group: LiquidityGroup;
};

/** False when it was noted before. */
export const noteShort = async (tx: Tx, short: NotDelivered, at: number): Promise<boolean> =>
  (
    await tx.query(
      'orders.note_short',
      `INSERT INTO trading.short_delivery (user_id, asset, code, settles_on, arrives_on, waits, sold, liquidity_group, found, auction_bps, noted_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING code`,
      [
        short.userId,
        short.asset,
        short.code,
        short.settlesOn,
        short.arrivesOn,
        short.waits,
        short.sold,
        short.group,
        short.isFound,
        short.auctionBps,
        at,
      ],
    )
  ).length > 0;

/** Sales of a member that could not be delivered, and purchases that never came, of ended days. Rare. */
export const undeliveredShares = (
  db: Queryable,
  userId: string,
): Promise<
  readonly {
    readonly asset: string;
    readonly code: string;
    readonly settlesOn: string;
    readonly found: boolean;
    readonly undelivered: number;
    readonly closedOut: number;
    readonly pricePaise: bigint;
  }[]
> =>
  db.query(
    'orders.undelivered_shares',
    `SELECT s.asset, s.code, s.settles_on, s.found, s.undelivered, s.closed_out, s.price_paise FROM trading.short_delivery s
     WHERE s.user_id = $1 AND s.undelivered + s.closed_out > 0`,
    [userId],
  );

/**
 * What was not delivered on a market date and has not ended, with what its member has sold of it since the purchase.
 */
export type OpenShort = {
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly arrivesOn: string;
  readonly due: number;
  /** Of it, and of what was bought on the day, shares that were not sold; these settle on `arrives_on`. */
  readonly kept: number;
  readonly boughtKept: number;
  readonly found: boolean;
  readonly auctionBps: number;
  readonly soldQuantity: number;
  readonly soldPaise: bigint;
  readonly available: bigint;
};

export const listOpenShorts = (tx: Tx, marketDate: string): Promise<readonly OpenShort[]> =>
  tx.query<OpenShort>(
    'orders.open_shorts',
    `SELECT s.user_id, s.asset, s.code, s.arrives_on, s.waits + s.sold AS due, s.found, s.auction_bps,
       coalesce((SELECT d.bought - d.sold - d.settled FROM trading.settlement_due d
         WHERE d.user_id = s.user_id AND d.asset = s.asset AND d.settles_on = s.settles_on), 0) AS kept,
       coalesce((SELECT d.bought - d.sold - d.settled FROM trading.settlement_due d
         WHERE d.user_id = s.user_id AND d.asset = s.asset AND d.settles_on = s.arrives_on), 0) AS bought_kept,
       coalesce(f.sold, 0)::int AS sold_quantity, coalesce(f.paise, 0)::bigint AS sold_paise,
       coalesce((SELECT a.balance FROM ledger.account a
         WHERE a.owner = 'u:' || s.user_id AND a.asset = 'INR' AND a.code = 101), 0)::bigint AS available
     FROM trading.short_delivery s
     LEFT JOIN LATERAL (
       SELECT sum(x.quantity) AS sold, sum(x.value_paise) AS paise
       FROM trading.fill x WHERE x.user_id = s.user_id AND x.asset = s.asset AND x.product = 'delivery' AND x.side = 'sell'
         AND x.market_date <= $1 AND x.market_date > (SELECT min(n.market_date)
           FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
           WHERE n.user_id = s.user_id AND n.settles_on = $1 AND l.asset = s.asset AND l.product = 'delivery' AND l.delivered_quantity > 0)
     ) f ON true
     WHERE s.settles_on = $1 AND s.ended_ms IS NULL ORDER BY s.user_id, s.asset`,
    [marketDate],
  );

export const readOwners = async (db: Queryable, marketDate: string): Promise<readonly string[]> =>
  (
    await db.query<{ userId: string }>(
      'orders.short_owners',
      'SELECT DISTINCT s.user_id FROM trading.short_delivery s WHERE s.settles_on = $1 AND s.ended_ms IS NULL',
      [marketDate],
    )
  ).map(({ userId }) => userId);

/** Shares that were kept and never come. */
export type ClosedOut = {
  readonly quantity: number;
  readonly paidPaise: bigint;
  readonly positionId: bigint;
  readonly lots: LotCost;
};

export const endShort = (
  tx: Tx,
  { userId, asset }: Pick<OpenShort, 'userId' | 'asset'>,
  marketDate: string,
  end: {
    readonly undelivered: number;
    readonly salePaise: bigint;
    readonly pricePaise: bigint;
    readonly lossPaise: bigint;
    readonly absorbedPaise: bigint;
    readonly at: number;
    readonly closed?: ClosedOut | undefined;
  },
): Promise<unknown> =>
  tx.query(
    'orders.end_short',
    `UPDATE trading.short_delivery SET undelivered = $4, sale_paise = $5, price_paise = $6, loss_paise = $7, absorbed_paise = $8, ended_ms = $9,
       closed_out = $10, closed_paise = $11, position_id = $12, lot_paise = $13, lot_charges_paise = $14, lot_stt_paise = $15
     WHERE user_id = $1 AND asset = $2 AND settles_on = $3`,
    [
      userId,
      asset,
      marketDate,
      end.undelivered,
      end.salePaise,
      end.pricePaise,
      end.lossPaise,
      end.absorbedPaise,
      end.at,
      end.closed?.quantity ?? 0,
      end.closed?.paidPaise ?? 0n,
      end.closed?.positionId ?? null,
      end.closed?.lots.cost ?? 0n,
      end.closed?.lots.charges ?? 0n,
      end.closed?.lots.stt ?? 0n,
    ],
  );

/** Unsettled shares of a member that no order keeps. */
export async function unsettledShares(tx: Tx, userId: string, asset: string): Promise<number> {
  const [row] = await tx.query<{ balance: bigint }>(
    'orders.unsettled_shares',
    `SELECT a.balance FROM ledger.account a WHERE a.owner = 'u:' || $1 AND a.asset = $2 AND a.code = 122`,
    [userId, asset],
  );
  return Number(row?.balance ?? 0n);
}

/** Takes shares out of what is due on some dates. */
export const leaveDues = (
  tx: Tx,
  { userId, asset }: Pick<OpenShort, 'userId' | 'asset'>,
  dates: readonly string[],
  shares: readonly number[],
): Promise<unknown> =>
  tx.query(
    'orders.leave_dues',
    `UPDATE trading.settlement_due d SET sold = d.sold + n.shares, outstanding = d.sold + n.shares + d.settled < d.bought
     FROM unnest($3::date[], $4::int[]) AS n (settles_on, shares)
     WHERE d.user_id = $1 AND d.asset = $2 AND d.settles_on = n.settles_on AND n.shares > 0`,
    [userId, asset, dates, shares],
  );

/** The contract notes of a member that delivered a share on a market date. */
export const readNotes = async (
  tx: Tx,
  { userId, asset }: Pick<OpenShort, 'userId' | 'asset'>,
  settlesOn: string,
): Promise<readonly bigint[]> =>
  (
    await tx.query<{ number: bigint }>(
      'orders.delivering_notes',
      `SELECT n.number FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
       WHERE n.user_id = $1 AND n.settles_on = $3 AND l.asset = $2 AND l.product = 'delivery' AND l.delivered_quantity > 0`,
      [userId, asset, settlesOn],
    )
  ).map(({ number }) => number);

/** Highest price of a share over dates, and its closes by date, of finished days. */
export async function readPrices(
  db: Queryable,
  code: string,
  from: string,
  to: string,
): Promise<{ readonly highest: bigint; readonly closes: ReadonlyMap<string, bigint> }> {
  const rows = await db.query<{ marketDate: string; high: bigint; close: bigint }>(
    'orders.short_prices',
    `SELECT c.market_date, coalesce(c.high_paise, c.close_paise) AS high, c.close_paise AS close FROM market.candle_day c
     WHERE c.code = $1 AND c.market_date BETWEEN $2 AND $3 ORDER BY c.market_date`,
    [code, from, to],
  );
  return {
    highest: rows.reduce((most, { high }) => (high > most ? high : most), 0n),
    closes: new Map(rows.map(({ marketDate: date, close }) => [date, close])),
  };
}
