import { asRecorded, isRecorded, recordRow, recordRows, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { RegularPurchase } from './basket.ts';

/* SQL of regular purchases. */

/** What is bought, for how much, when and by what authority, and how far it has come: the log answers for it. */
export const REGULAR_PURCHASES: RecordedTable = {
  type: 'intent.regular',
  table: 'trading.regular_purchase',
  id: 'id',
  member: 'user_id',
  columns: [
    't.account_key',
    't.request_id',
    "encode(t.req, 'hex')",
    't.basket_id',
    't.basket_version',
    't.code',
    't.amount_paise',
    't.unit',
    't.every',
    't.first_on',
    't.times',
    't.made',
    't.next_on',
    't.state',
    't.created_ms',
    't.authority',
  ],
};

const REGULAR = `SELECT r.id, r.user_id, r.account_key, r.basket_id, r.basket_version, r.code, coalesce(b.name, r.code) AS name, r.amount_paise,
    r.unit, r.every, r.first_on, r.times, r.made, r.next_on, r.state, r.authority, r.created_ms, r.changed_ms,
    (SELECT json_strip_nulls(json_build_object('on', x.due, 'state', x.state, 'reason', x.reason)) FROM trading.order_run x
     WHERE x.regular_id = r.id ORDER BY x.due DESC LIMIT 1) AS last
  FROM trading.regular_purchase r LEFT JOIN trading.basket b ON b.id = r.basket_id`;

const regularBy = (
  db: Queryable,
  name: string,
  rest: string,
  params: readonly (string | number | bigint | null)[],
): Promise<readonly RegularPurchase[]> => db.query(name, `${REGULAR} ${rest}`, params);

export async function findRegular(db: Queryable, userId: string, id: bigint): Promise<RegularPurchase | undefined> {
  const [found] = await regularBy(db, 'orders.regular', 'WHERE r.user_id = $1 AND r.id = $2', [userId, id]);
  return found;
}

/** The same, and it stays as it is until the transaction ends. One that is not as the log has it is none. */
export async function lockRegular(tx: Tx, userId: string, id: bigint): Promise<RegularPurchase | undefined> {
  await tx.query(
    'orders.lock_regular',
    'SELECT FROM trading.regular_purchase r WHERE r.user_id = $1 AND r.id = $2 FOR NO KEY UPDATE',
    [userId, id],
  );
  return (await isRecorded(tx, REGULAR_PURCHASES, id)) ? findRegular(tx, userId, id) : undefined;
}

export const regularPage = (
  db: Queryable,
  page: { readonly userId: string; readonly before: bigint | undefined; readonly limit: number },
): Promise<readonly RegularPurchase[]> =>
  regularBy(
    db,
    'orders.regular_page',
    'WHERE r.user_id = $1 AND ($2::bigint IS NULL OR r.id < $2) ORDER BY r.id DESC LIMIT $3',
    [page.userId, page.before ?? null, page.limit],
  );

/** Those whose next date has come: a market date, or one of the real calendar. */
export const dueRegular = (
  db: Queryable,
  { marketDate, today }: { readonly marketDate: string; readonly today: string },
): Promise<readonly RegularPurchase[]> =>
  regularBy(
    db,
    'orders.regular_due',
    `WHERE r.state = 'active' AND r.next_on <= CASE r.unit WHEN 'market_days' THEN $1::date ELSE $2::date END ORDER BY r.id`,
    [marketDate, today],
  );

/** Those that are as their member began them, and have come as far as the log says. */
export async function recordedOnes(
  db: Queryable,
  found: readonly RegularPurchase[],
): Promise<readonly RegularPurchase[]> {
  if (found.length === 0) return found;
  const recorded = await asRecorded(
    db,
    REGULAR_PURCHASES,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => recorded.has(id));
}

export async function regularByRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<{ readonly id: bigint; readonly req: Uint8Array } | undefined> {
  const [row] = await db.query<{ id: bigint; req: Uint8Array }>(
    'orders.regular_request',
    'SELECT r.id, r.req FROM trading.regular_purchase r WHERE r.user_id = $1 AND r.request_id = $2',
    [userId, requestId],
  );
  return row;
}

type NewRegular = Pick<
  RegularPurchase,
  | 'userId'
  | 'accountKey'
  | 'basketId'
  | 'basketVersion'
  | 'code'
  | 'amountPaise'
  | 'unit'
  | 'every'
  | 'firstOn'
  | 'times'
  | 'nextOn'
  | 'authority'
> & { readonly requestId: string; readonly req: Uint8Array; readonly at: number };

/** Undefined when the member has as many as there may be. To be called under the member's lock. */
export async function insertRegular(tx: Tx, one: NewRegular, most: number): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    'orders.insert_regular',
    `INSERT INTO trading.regular_purchase (user_id, account_key, request_id, req, basket_id, code, amount_paise, unit, every, first_on,
       times, next_on, created_ms, changed_ms, basket_version, authority)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $15, $16
     WHERE (SELECT count(*) FROM trading.regular_purchase WHERE user_id = $1 AND state <> 'ended') < $14 RETURNING id`,
    [
      one.userId,
      one.accountKey,
      one.requestId,
      one.req,
      one.basketId,
      one.code,
      one.amountPaise,
      one.unit,
      one.every,
      one.firstOn,
      one.times,
      one.nextOn,
      one.at,
      most,
      one.basketVersion,
      one.authority,
    ],
  );
  if (row) await recordRow(tx, REGULAR_PURCHASES, row.id, 'begun');
  return row?.id;
}

/** Lets one that is locked and has not ended rest, go on, or end. To go on takes an authority. */
export async function changeRegular(
  tx: Tx,
  id: bigint,
  to: Pick<RegularPurchase, 'state' | 'nextOn'> & { readonly at: number; readonly authority?: string | undefined },
): Promise<void> {
  const rows = await tx.query(
    'orders.change_regular',
    `UPDATE trading.regular_purchase SET state = $2, next_on = $3, changed_ms = $4, authority = coalesce($5, authority)
     WHERE id = $1 AND state <> 'ended' RETURNING id`,
    [id, to.state, to.nextOn, to.at, to.authority ?? null],
  );
  if (rows.length > 0) await recordRow(tx, REGULAR_PURCHASES, id, to.state);
}

/** Regular purchases of a basket buy what it is now: it was changed by their member's authority, or by an action. */
export async function buyVersion(tx: Tx, basketId: bigint, authority: string | null, at: number): Promise<void> {
  const found = await regularBy(
    tx,
    'orders.regular_of_basket',
    `WHERE r.basket_id = $1 AND r.state <> 'ended' ORDER BY r.id FOR NO KEY UPDATE OF r`,
    [basketId],
  );
  const ids = (await recordedOnes(tx, found)).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.query(
    'orders.buy_version',
    `UPDATE trading.regular_purchase r SET basket_version = b.version, authority = coalesce($2, r.authority), changed_ms = $3
     FROM trading.basket b WHERE b.id = r.basket_id AND r.id = ANY ($1)`,
    [ids, authority, at],
  );
  await recordRows(tx, REGULAR_PURCHASES, ids, 'basket changed');
}

/** Counts a date of a regular purchase that goes on, as it was read. False when another has, or it rests by now. */
export async function countDate(
  tx: Tx,
  { id, nextOn, made }: Pick<RegularPurchase, 'id' | 'nextOn' | 'made'>,
  to: { readonly nextOn: string | undefined; readonly at: number },
): Promise<boolean> {
  const rows = await tx.query(
    'orders.count_regular',
    `UPDATE trading.regular_purchase SET made = made + 1, next_on = $4, changed_ms = $5,
       state = CASE WHEN $4::date IS NULL THEN 'ended' ELSE state END
     WHERE id = $1 AND state = 'active' AND next_on = $2 AND made = $3 RETURNING id`,
    [id, nextOn, made, to.nextOn, to.at],
  );
  if (rows.length > 0) await recordRow(tx, REGULAR_PURCHASES, id, 'made');
  return rows.length > 0;
}
