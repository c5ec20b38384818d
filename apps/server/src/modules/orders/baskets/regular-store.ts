import type { Queryable, Tx } from '#src/ports/database.ts';
import type { RegularPurchase } from './basket.ts';

/* SQL of regular purchases. */

type RegularRow = {
  readonly id: bigint;
  readonly user_id: string;
  readonly account_key: bigint;
  readonly basket_id: bigint | null;
  readonly code: string | null;
  readonly name: string;
  readonly amount_paise: bigint;
  readonly unit: RegularPurchase['unit'];
  readonly every: number;
  readonly first_on: string;
  readonly times: number;
  readonly made: number;
  readonly next_on: string | null;
  readonly state: RegularPurchase['state'];
  readonly created_ms: bigint;
  readonly changed_ms: bigint;
  readonly last_on: string | null;
  readonly last_state: 'placing' | 'done' | 'skipped' | null;
  readonly last_reason: string | null;
};

const regularOf = (row: RegularRow): RegularPurchase => ({
  id: row.id,
  userId: row.user_id,
  accountKey: Number(row.account_key),
  basketId: row.basket_id ?? undefined,
  code: row.code ?? undefined,
  name: row.name,
  amountPaise: row.amount_paise,
  unit: row.unit,
  every: row.every,
  firstOn: row.first_on,
  times: row.times,
  made: row.made,
  nextOn: row.next_on ?? undefined,
  state: row.state,
  createdAt: Number(row.created_ms),
  changedAt: Number(row.changed_ms),
  last:
    row.last_on === null
      ? undefined
      : { on: row.last_on, state: row.last_state!, reason: row.last_reason ?? undefined }, // of the same row
});

const REGULAR = `SELECT r.*, coalesce(b.name, r.code) AS name, l.due AS last_on, l.state AS last_state, l.reason AS last_reason
  FROM trading.regular_purchase r LEFT JOIN trading.basket b ON b.id = r.basket_id
  LEFT JOIN LATERAL (SELECT x.due, x.state, x.reason FROM trading.order_run x WHERE x.regular_id = r.id
    ORDER BY x.due DESC LIMIT 1) l ON true`;

const regularBy = async (
  db: Queryable,
  name: string,
  rest: string,
  params: readonly (string | number | bigint | null)[],
): Promise<readonly RegularPurchase[]> =>
  (await db.query<RegularRow>(name, `${REGULAR} ${rest}`, [...params])).map(regularOf);

export async function findRegular(db: Queryable, userId: string, id: bigint): Promise<RegularPurchase | undefined> {
  const [found] = await regularBy(db, 'orders.regular', 'WHERE r.user_id = $1 AND r.id = $2', [userId, id]);
  return found;
}

/** The same, and it stays as it is until the transaction ends. */
export async function lockRegular(tx: Tx, userId: string, id: bigint): Promise<RegularPurchase | undefined> {
  await tx.query(
    'orders.lock_regular',
    'SELECT FROM trading.regular_purchase r WHERE r.user_id = $1 AND r.id = $2 FOR NO KEY UPDATE',
    [userId, id],
  );
  return findRegular(tx, userId, id);
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
  'userId' | 'accountKey' | 'basketId' | 'code' | 'amountPaise' | 'unit' | 'every' | 'firstOn' | 'times' | 'nextOn'
> & { readonly requestId: string; readonly req: Uint8Array; readonly at: number };

/** Undefined when the member has as many as there may be. To be called under the member's lock. */
export async function insertRegular(tx: Tx, one: NewRegular, most: number): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    'orders.insert_regular',
    `INSERT INTO trading.regular_purchase (user_id, account_key, request_id, req, basket_id, code, amount_paise, unit, every, first_on,
       times, next_on, created_ms, changed_ms)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13
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
    ],
  );
  return row?.id;
}

/** Lets one that has not ended rest, go on, or end. */
export const changeRegular = (
  tx: Tx,
  id: bigint,
  to: { readonly state: RegularPurchase['state']; readonly nextOn: string | undefined; readonly at: number },
): Promise<unknown> =>
  tx.query(
    'orders.change_regular',
    `UPDATE trading.regular_purchase SET state = $2, next_on = $3, changed_ms = $4 WHERE id = $1 AND state <> 'ended'`,
    [id, to.state, to.nextOn, to.at],
  );

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
  return rows.length > 0;
}
