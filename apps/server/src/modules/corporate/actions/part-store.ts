import type { Queryable, Tx } from '#src/ports/database.ts';
import { lockUsers } from '#modules/orders/index.ts';

/** A part of a share that a holder has, and what it cost. */
export type HeldPart = {
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly parts: number;
  readonly partPaise: bigint;
  readonly partChargesPaise: bigint;
  readonly partSttPaise: bigint;
  readonly acquiredOn: string;
  readonly paidAt: number | undefined;
};

const PART = `h.user_id, h.asset, h.code, h.parts, h.part_paise, h.part_charges_paise, h.part_stt_paise, h.acquired_on, h.paid_ms`;

/** All parts of shares of a demerger, paid for or not. */
export const listParts = (db: Queryable, actionId: string): Promise<readonly HeldPart[]> =>
  db.query(
    'orders.demerged_parts',
    `SELECT ${PART} FROM trading.demerged_holding h WHERE h.action_id = $1 AND h.parts > 0 ORDER BY h.user_id`,
    [actionId],
  );

/** Of these members those who are not paid yet, with their users locked. */
export async function unpaidParts(tx: Tx, actionId: string, userIds: readonly string[]): Promise<readonly HeldPart[]> {
  await lockUsers(tx, userIds);
  return tx.query(
    'orders.unpaid_parts',
    `SELECT ${PART} FROM trading.demerged_holding h
     WHERE h.action_id = $1 AND h.user_id = ANY ($2::text[]) AND h.parts > 0 AND h.paid_ms IS NULL ORDER BY h.user_id FOR UPDATE`,
    [actionId, userIds],
  );
}

/** What was paid for a part of a share, and what that had cost, with the charges of buying it and the STT of these. */
export type PartSale = {
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly acquiredOn: string;
  readonly cost: bigint;
  readonly charges: bigint;
  readonly stt: bigint;
  readonly cash: bigint;
};

type PaidOn = { readonly marketDate: string; readonly at: number };

/** Parts of shares are sold: their gains are those of the tax report. */
export const notePartSales = (
  tx: Tx,
  actionId: string,
  sales: readonly PartSale[],
  { marketDate, at }: PaidOn,
): Promise<unknown> =>
  tx.query(
    'orders.part_sales',
    `INSERT INTO trading.lot_sale (user_id, asset, code, action_id, quantity, acquired_on, sold_on, sold_ms, cost_paise, buy_charges_paise, buy_stt_paise,
       proceeds_paise, sale_charges_paise, sale_stt_paise)
     SELECT u.user_id, u.asset, u.code, $1, 0, u.acquired_on, $2, $3, u.cost, u.charges, u.stt, u.cash, 0, 0
     FROM unnest($4::text[], $5::text[], $6::text[], $7::date[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
       AS u (user_id, asset, code, acquired_on, cost, charges, stt, cash)`,
    [
      actionId,
      marketDate,
      at,
      sales.map(({ userId }) => userId),
      sales.map(({ asset }) => asset),
      sales.map(({ code }) => code),
      sales.map(({ acquiredOn }) => acquiredOn),
      sales.map(({ cost }) => cost),
      sales.map(({ charges }) => charges),
      sales.map(({ stt }) => stt),
      sales.map(({ cash }) => cash),
    ],
  );

/** Of a demerger, whose holders are paid. */
export async function sellParts(
  tx: Tx,
  actionId: string,
  paid: readonly { readonly of: HeldPart; readonly cash: bigint }[],
  { marketDate, at }: PaidOn,
): Promise<void> {
  const sales = paid.map(({ of, cash }): PartSale => ({
    userId: of.userId,
    asset: of.asset,
    code: of.code,
    acquiredOn: of.acquiredOn,
    cost: of.partPaise,
    charges: of.partChargesPaise,
    stt: of.partSttPaise,
    cash,
  }));
  await notePartSales(tx, actionId, sales, { marketDate, at });
  await tx.query(
    'orders.parts_paid',
    `UPDATE trading.demerged_holding h SET cash_paise = u.cash, paid_ms = $2 FROM unnest($3::text[], $4::bigint[]) AS u (user_id, cash)
     WHERE h.action_id = $1 AND h.user_id = u.user_id`,
    [actionId, at, paid.map(({ of }) => of.userId), paid.map(({ cash }) => cash)],
  );
}

/** The close of the first market day on which a new share traded, before a date; undefined until there is one. */
export async function firstClose(
  db: Queryable,
  { code, from, before }: { readonly code: string; readonly from: string; readonly before: string },
): Promise<bigint | undefined> {
  const [row] = await db.query<{ closePaise: bigint }>(
    'orders.first_close',
    `SELECT c.close_paise FROM market.candle_day c WHERE c.code = $1 AND c.market_date >= $2 AND c.market_date < $3
     ORDER BY c.market_date LIMIT 1`,
    [code, from, before],
  );
  return row?.closePaise;
}
