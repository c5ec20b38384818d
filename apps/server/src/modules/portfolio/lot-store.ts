import { asJson, type NoteSaid, withLines } from '#modules/orders/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Signed } from '#src/security/row-mac.ts';

/*
 * FIFO lots: which shares of a holding were acquired when and for how much. They follow from what contract
 * notes deliver (database/functions/trading/make-lots.sql), and are made up to the newest note before they
 * are read or changed. Other changes of a holding come through here. A report of tax reads `listLotSales`.
 */

/** Makes and uses the lots of these members' contract notes up to now. */
export async function makeLots(db: Queryable, userIds: readonly string[]): Promise<void> {
  const notes = await db.query<Signed<NoteSaid>>(
    'orders.notes_for_lots',
    `SELECT n.* FROM unnest($1::text[]) AS u (id) LEFT JOIN trading.lots_made m ON m.user_id = u.id
     CROSS JOIN LATERAL (SELECT x.* FROM trading.contract_note x WHERE x.user_id = u.id AND x.number > coalesce(m.note, 0) OFFSET 0) n
     ORDER BY n.number`,
    [userIds],
  );
  const made = Map.groupBy(await withLines(db, notes), ({ note }) => note.userId);
  if (made.size === 0) return;
  await db.query(
    'orders.make_lots',
    'SELECT trading.make_lots(u.id, u.lines) FROM unnest($1::text[], $2::jsonb[]) AS u (id, lines) ORDER BY u.id',
    [[...made.keys()], [...made.values()].map((some) => asJson(some.flatMap(deliveries)))],
  );
}

/** What a note delivers, as trading.make_lots reads it. */
function deliveries({ note, lines }: Awaited<ReturnType<typeof withLines>>[number]) {
  const of = { note: note.number, market_date: note.marketDate, issued_ms: note.issuedAt };
  const delivered = lines.filter(({ deliveredQuantity }) => deliveredQuantity !== 0n);
  if (delivered.length === 0) return [of];
  return delivered.map((line) => ({
    ...of,
    asset: line.asset,
    code: line.code,
    quantity: line.deliveredQuantity,
    paise: line.deliveredPaise,
    charges: line.deliveredChargesPaise,
    stt: line.deliveredSttPaise,
  }));
}

/**
 * Shares that were neither bought in the market nor given: allotted by an offering, whose transaction this
 * is. `costPaise` was paid for them, the charges beside it.
 */
export const addPaidLot = async (
  tx: Tx,
  lot: {
    /** Of a rights issue `source` is the action; each allotment has a number of its own. */
    readonly origin: 'allotment' | 'rights';
    readonly source?: string | undefined;
    readonly userId: string;
    readonly asset: string;
    readonly code: string;
    readonly acquiredOn: string;
    readonly at: number;
    readonly quantity: number;
    readonly costPaise: bigint;
    readonly chargesPaise: bigint;
    readonly sttPaise: bigint;
    /** The first market date on which they may be sold; without it at once. */
    readonly lockedUntil?: string | undefined;
  },
): Promise<void> => {
  await makeLots(tx, [lot.userId]);
  await tx.query(
    'orders.lot_paid',
    `INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining, cost_paise, charges_paise, stt_paise,
       locked_until)
     VALUES ($1, $2, $3, $11, coalesce($12, (nextval('trading.journal_number') << 16)::text), $4, $5, $6, $6, $7, $9, $10, $8)`,
    [
      lot.userId,
      lot.asset,
      lot.code,
      lot.acquiredOn,
      lot.at,
      lot.quantity,
      lot.costPaise,
      lot.lockedUntil ?? null,
      lot.chargesPaise,
      lot.sttPaise,
      lot.origin,
      lot.source ?? null,
    ],
  );
};

/**
 * What of a member's shares is locked in on a market date, what they could sell of them now, and when the
 * next may be sold.
 */
export async function readLockIn(
  db: Queryable,
  userId: string,
  asset: string,
  marketDate: string,
): Promise<{ readonly locked: number; readonly sellable: number; readonly until: string | null }> {
  const [row] = await db.query<{ locked: bigint; until: string | undefined; free: bigint }>(
    'orders.lock_in',
    `SELECT trading.locked_shares($1, $2, $3) AS locked,
       (SELECT min(l.locked_until) FROM trading.lot l
        WHERE l.user_id = $1 AND l.asset = $2 AND l.remaining > 0 AND l.locked_until > $3::date) AS until,
       (SELECT coalesce(sum(a.balance), 0)::bigint FROM ledger.account a
        WHERE a.owner = 'u:' || $1 AND a.asset = $2 AND a.code IN (120, 122)) AS free`,
    [userId, asset, marketDate],
  );
  const locked = Number(row?.locked ?? 0n);
  return { locked, sellable: Math.max(0, Number(row?.free ?? 0n) - locked), until: row?.until ?? null };
}

/** Every share becomes `times` shares: what a lot cost and when it was acquired stays. */
export const splitLots = async (tx: Tx, asset: string, userIds: readonly string[], times: number): Promise<void> => {
  await makeLots(tx, userIds);
  await tx.query(
    'orders.lots_split',
    `UPDATE trading.lot SET quantity = quantity * $3, remaining = remaining * $3
     WHERE asset = $1 AND user_id = ANY ($2::text[]) AND remaining > 0`,
    [asset, userIds, times],
  );
};

/** Bonus shares and entitlements: acquired on the ex-date, at no cost. */
export const addGivenLots = async (
  tx: Tx,
  lots: {
    readonly origin: 'bonus' | 'entitlement';
    readonly asset: string;
    readonly code: string;
    /** The action. */
    readonly source: string;
    readonly acquiredOn: string;
    readonly at: number;
    readonly userIds: readonly string[];
    readonly quantities: readonly number[];
  },
): Promise<void> => {
  await makeLots(tx, lots.userIds);
  await tx.query(
    'orders.lots_given',
    `INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining, cost_paise, charges_paise, stt_paise)
     SELECT u.user_id, $1, $2, $8, $3, $4, $5, u.quantity, u.quantity, 0, 0, 0
     FROM unnest($6::text[], $7::bigint[]) AS u (user_id, quantity) ON CONFLICT (origin, source, user_id, asset) DO NOTHING`,
    [lots.asset, lots.code, lots.source, lots.acquiredOn, lots.at, lots.userIds, lots.quantities, lots.origin],
  );
};

/** What a sale took of one lot. Money in paise; STT is a part of the charges. */
export type LotSale = {
  readonly code: string;
  readonly quantity: number;
  /** Market date; undefined for shares that no lot tells of. */
  readonly acquiredOn: string | undefined;
  readonly origin: 'buy' | 'bonus' | 'allotment' | 'entitlement' | 'rights' | 'demerger' | undefined;
  readonly soldOn: string;
  readonly costPaise: bigint;
  readonly buyChargesPaise: bigint;
  readonly buySttPaise: bigint;
  readonly proceedsPaise: bigint;
  readonly saleChargesPaise: bigint;
  readonly saleSttPaise: bigint;
};

/** Sales of a member between two market dates, both included, oldest first. */
export async function listLotSales(
  db: Queryable,
  userId: string,
  from: string,
  to: string,
): Promise<readonly LotSale[]> {
  await makeLots(db, [userId]);
  const rows = await db.query<{
    code: string;
    quantity: bigint;
    acquiredOn: string | undefined;
    origin: LotSale['origin'];
    soldOn: string;
    costPaise: bigint;
    buyChargesPaise: bigint;
    buySttPaise: bigint;
    proceedsPaise: bigint;
    saleChargesPaise: bigint;
    saleSttPaise: bigint;
  }>(
    'orders.lot_sales',
    `SELECT s.code, s.quantity, s.acquired_on, l.origin, s.sold_on, s.cost_paise, s.buy_charges_paise, s.buy_stt_paise, s.proceeds_paise,
       s.sale_charges_paise, s.sale_stt_paise
     FROM trading.lot_sale s LEFT JOIN trading.lot l ON l.id = s.lot_id
     WHERE s.user_id = $1 AND s.sold_on BETWEEN $2 AND $3 ORDER BY s.id`,
    [userId, from, to],
  );
  return rows.map((row) => ({
    code: row.code,
    quantity: Number(row.quantity),
    acquiredOn: row.acquiredOn,
    origin: row.origin,
    soldOn: row.soldOn,
    costPaise: row.costPaise,
    buyChargesPaise: row.buyChargesPaise,
    buySttPaise: row.buySttPaise,
    proceedsPaise: row.proceedsPaise,
    saleChargesPaise: row.saleChargesPaise,
    saleSttPaise: row.saleSttPaise,
  }));
}
