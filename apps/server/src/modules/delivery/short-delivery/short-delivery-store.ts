import { type Due, outstandingShares } from '@khara/broker';
import type { LiquidityGroup, ShortDelivery } from '@khara/rules';
import {
  deliveredLines,
  type FillRow,
  type NotedShort,
  ownFills,
  ownOf,
  readDues,
  SIGNED_SHORTS,
  signedBy,
} from '#modules/orders/index.ts';
import { writeDues } from '#modules/settlement/index.ts';
import type { Signed } from '#src/security/row-mac.ts';
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
 * Holdings that contract notes deliver on a market date. One whose share was split, or got a bonus, since then is left
 * out.
 */
export async function holdingsDue(db: Queryable, marketDate: string): Promise<readonly DueHolding[]> {
  const all = await deliveredLines(db, marketDate);
  const [rows, dues] = await Promise.all([
    db.query<{ readonly accountKey: number; readonly changed: boolean }>(
      'orders.holdings_due',
      `SELECT (SELECT o.account_key FROM trading."order" o WHERE o.user_id = h.user_id ORDER BY o.id DESC LIMIT 1) AS account_key,
         EXISTS (SELECT FROM trading.entitlement e
           WHERE e.user_id = h.user_id AND e.asset = h.asset AND e.on_date > h.traded_on AND e.on_date <= $1 AND e.kind <> 'dividend')
         OR EXISTS (SELECT FROM trading.demerged_holding d JOIN trading.entitlement e ON e.action_id = d.action_id AND e.user_id = d.user_id
           WHERE d.user_id = h.user_id AND d.held_asset = h.asset AND e.on_date > h.traded_on AND e.on_date <= $1) AS changed
       FROM unnest($2::text[], $3::text[], $4::date[]) WITH ORDINALITY AS h (user_id, asset, traded_on, n) ORDER BY h.n`,
      [marketDate, all.map(({ userId }) => userId), all.map(({ asset }) => asset), all.map((line) => line.marketDate)],
    ),
    readDues(db, all),
  ]);
  const outstanding = outstandingOf(dues);
  const lines = all.flatMap((line, at) => {
    const { accountKey, changed } = rows[at]!; // one for each
    return changed ? [] : { ...line, accountKey };
  });
  return [...Map.groupBy(lines, ({ userId, asset, code }) => `${userId} ${asset} ${code}`).values()].map((same) => {
    const { userId, asset, code, accountKey } = same[0]!; // a group has one at least
    const delivered = same.reduce((sum, { deliveredQuantity }) => sum + Number(deliveredQuantity), 0);
    return { userId, asset, code, delivered, accountKey, outstanding: outstanding({ userId, asset }, marketDate) };
  });
}

/** How many shares of a holding are due on a date and were neither sold nor settled. */
function outstandingOf(dues: readonly Due[]) {
  const left = new Map(dues.map((due) => [`${due.userId} ${due.asset} ${due.settlesOn}`, due]));
  return ({ userId, asset }: Pick<Due, 'userId' | 'asset'>, settlesOn: string): number => {
    const due = left.get(`${userId} ${asset} ${settlesOn}`);
    return due ? outstandingShares(due) : 0;
  };
}

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

/** False when it was noted before. What another hand has noted is none. */
export async function noteShort(tx: Tx, short: NotDelivered, at: number): Promise<boolean> {
  const before = await tx.query<Signed<NotedShort>>(
    'orders.short_noted',
    'SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1 AND s.asset = $2 AND s.settles_on = $3',
    [short.userId, short.asset, short.settlesOn],
  );
  if (ownOf(tx, SIGNED_SHORTS, before).length > 0) return false;
  const [row] = signedBy(tx, SIGNED_SHORTS, [{ ...short, liquidityGroup: short.group, found: short.isFound }]);
  const rows = await tx.query(
    'orders.note_short',
    `INSERT INTO trading.short_delivery (user_id, asset, code, settles_on, arrives_on, waits, sold, liquidity_group, found, auction_bps, noted_ms, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING code`,
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
      row!.mac, // of the one above
    ],
  );
  return rows.length > 0;
}

/** Sales of a member that could not be delivered, and purchases that never came, of ended days. Rare. */
export const undeliveredShares = async (db: Queryable, userId: string) =>
  ownOf(
    db,
    SIGNED_SHORTS,
    await db.query<
      Signed<NotedShort> & {
        readonly undelivered: number;
        readonly closedOut: number;
        readonly pricePaise: bigint;
      }
    >(
      'orders.undelivered_shares',
      'SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1 AND s.undelivered + s.closed_out > 0',
      [userId],
    ),
  );

/**
 * What was not delivered on a market date and has not ended, with what its member has sold of it since the purchase.
 */
export type OpenShort = {
  readonly mac: Uint8Array;
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

export async function listOpenShorts(tx: Tx, marketDate: string): Promise<readonly OpenShort[]> {
  const shorts = await openShorts(tx, marketDate);
  if (shorts.length === 0) return [];
  const tradedOn = new Map<string, string>();
  for (const line of await deliveredLines(tx, marketDate)) {
    const key = `${line.userId} ${line.asset}`;
    const before = tradedOn.get(key);
    if (before === undefined || line.marketDate < before) tradedOn.set(key, line.marketDate);
  }
  const [fills, accounts, dues] = await Promise.all([
    tx.query<FillRow & { readonly short: bigint }>(
      'orders.sold_of_shorts',
      `SELECT f.*, s.n AS short FROM unnest($2::text[], $3::text[], $4::date[]) WITH ORDINALITY AS s (user_id, asset, traded_on, n)
       CROSS JOIN LATERAL (
         SELECT * FROM trading.fill x WHERE x.user_id = s.user_id AND x.asset = s.asset AND x.product = 'delivery' AND x.side = 'sell'
           AND x.market_date <= $1 AND x.market_date > s.traded_on
       ) f`,
      [
        marketDate,
        shorts.map(({ userId }) => userId),
        shorts.map(({ asset }) => asset),
        shorts.map(({ userId, asset }) => tradedOn.get(`${userId} ${asset}`) ?? null),
      ],
    ),
    tx.query<Pick<OpenShort, 'userId' | 'available'>>(
      'orders.available_of_shorts',
      `SELECT substr(a.owner, 3) AS user_id, a.balance::bigint AS available FROM ledger.account a
       WHERE a.owner = ANY ($1::text[]) AND a.asset = 'INR' AND a.code = 101`,
      [shorts.map(({ userId }) => `u:${userId}`)],
    ),
    readDues(tx, shorts),
  ]);
  const outstanding = outstandingOf(dues);
  const sales = Map.groupBy(fills, ({ short }) => Number(short) - 1);
  const available = new Map(accounts.map((account) => [account.userId, account.available]));
  return shorts.map((short, at) => {
    const sold = ownFills(tx.ownKeys(), sales.get(at) ?? []);
    return {
      ...short,
      soldQuantity: sold.reduce((sum, { quantity }) => sum + quantity, 0),
      soldPaise: sold.reduce((sum, { valuePaise }) => sum + valuePaise, 0n),
      available: available.get(short.userId) ?? 0n,
      due: short.waits + short.sold,
      kept: outstanding(short, marketDate),
      boughtKept: outstanding(short, short.arrivesOn),
    };
  });
}

/** What was noted of a market date and has not ended. */
const openShorts = async (db: Queryable, marketDate: string): Promise<readonly Signed<NotedShort>[]> =>
  ownOf(
    db,
    SIGNED_SHORTS,
    await db.query<Signed<NotedShort>>(
      'orders.open_shorts',
      'SELECT s.* FROM trading.short_delivery s WHERE s.settles_on = $1 AND s.ended_ms IS NULL ORDER BY s.user_id, s.asset',
      [marketDate],
    ),
  );

export const readOwners = async (db: Queryable, marketDate: string): Promise<readonly string[]> => [
  ...new Set((await openShorts(db, marketDate)).map(({ userId }) => userId)),
];

/** Shares that were kept and never come. */
export type ClosedOut = {
  readonly quantity: number;
  readonly paidPaise: bigint;
  readonly positionId: bigint;
  readonly lots: LotCost;
};

export const endShort = (
  tx: Tx,
  { userId, asset, mac }: Pick<OpenShort, 'userId' | 'asset' | 'mac'>,
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
     WHERE user_id = $1 AND asset = $2 AND settles_on = $3 AND mac = $16`,
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
      mac,
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
export async function leaveDues(
  tx: Tx,
  holding: Pick<OpenShort, 'userId' | 'asset'>,
  shares: ReadonlyMap<string, number>,
): Promise<void> {
  const dues = await readDues(tx, [holding]);
  await writeDues(
    tx,
    dues.flatMap((due) => {
      const left = shares.get(due.settlesOn) ?? 0;
      return left > 0 ? { ...due, sold: due.sold + left, noted: due.noted - left } : [];
    }),
  );
}

/** The contract notes of a member that delivered a share on a market date. */
export const readNotes = async (
  tx: Tx,
  { userId, asset }: Pick<OpenShort, 'userId' | 'asset'>,
  settlesOn: string,
): Promise<readonly bigint[]> =>
  (await deliveredLines(tx, settlesOn, { userId })).flatMap((line) => (line.asset === asset ? line.note : []));

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
