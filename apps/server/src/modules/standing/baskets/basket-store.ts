import { asRecorded, isRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { TERM_COLUMNS } from '#modules/orders/index.ts';
import { columnNames, columnValues, jsonOf, unnested, type SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Basket, BasketOrder } from './basket.ts';
import { buyVersion } from './regular-store.ts';

/* SQL of baskets. */

/** A basket with its orders, as its member wrote it last: the log answers for it. */
export const BASKETS: RecordedTable = {
  type: 'intent.basket',
  table: 'trading.basket',
  id: 'id',
  member: 'user_id',
  columns: [
    't.request_id',
    "encode(t.req, 'hex')",
    't.name',
    't.version',
    't.market_date',
    't.created_ms',
    't.removed_ms',
    't.authority',
    // Named one by one: a column that is added later must not change what the log has of older baskets.
    `(SELECT json_agg(o ORDER BY o.no) FROM (SELECT basket_id, no, code, side, type, product, validity, quantity,
       price_paise, trigger_paise, disclosed_quantity, valid_minutes FROM trading.basket_order) o WHERE o.basket_id = t.id)`,
  ],
};

const { protection_bps: _protection, ...LIMITED } = TERM_COLUMNS;

/** The terms of an order in a basket, or in a run: without a protection of its own. */
export const TERMS: SqlColumns<BasketOrder> = { code: ['text', ({ code }) => code], ...LIMITED };

/** Terms as json has them. */
export type TermsJson = Omit<BasketOrder, 'pricePaise' | 'triggerPaise'> & {
  readonly pricePaise?: string;
  readonly triggerPaise?: string;
};

export const readTerms = <T extends TermsJson>({ pricePaise: price, triggerPaise: trigger, ...terms }: T) => ({
  ...terms,
  pricePaise: price === undefined ? undefined : BigInt(price),
  triggerPaise: trigger === undefined ? undefined : BigInt(trigger),
});

/** With its place in a list. */
export const LISTED_TERMS: SqlColumns<BasketOrder & { readonly no: number }> = {
  no: ['integer', ({ no }) => no],
  ...TERMS,
};

const READ = `SELECT b.id, b.user_id, b.name, b.version, b.market_date, b.created_ms, b.changed_ms,
    EXISTS (SELECT FROM trading.regular_purchase r WHERE r.basket_id = b.id AND r.state <> 'ended') AS is_regular,
    (SELECT json_agg(${jsonOf(TERMS, 'o')} ORDER BY o.no) FROM trading.basket_order o WHERE o.basket_id = b.id) AS orders
  FROM trading.basket b`;

async function basketsBy(
  db: Queryable,
  name: string,
  rest: string,
  params: readonly (string | bigint)[],
): Promise<readonly Basket[]> {
  const found = await db.query<Omit<Basket, 'orders'> & { readonly orders: readonly TermsJson[] | undefined }>(
    name,
    `${READ} ${rest}`,
    params,
  );
  return found.map((basket) => ({ ...basket, orders: (basket.orders ?? []).map(readTerms) }));
}

export const listBaskets = (db: Queryable, userId: string): Promise<readonly Basket[]> =>
  basketsBy(db, 'orders.baskets', 'WHERE b.user_id = $1 AND b.removed_ms IS NULL ORDER BY b.id DESC', [userId]);

export async function findBasket(db: Queryable, userId: string, id: bigint): Promise<Basket | undefined> {
  const [found] = await basketsBy(db, 'orders.basket', 'WHERE b.user_id = $1 AND b.id = $2 AND b.removed_ms IS NULL', [
    userId,
    id,
  ]);
  return found;
}

/** One that is as the log has it: any other is none that anything is bought by. */
export async function recordedBasket(db: Queryable, userId: string, id: bigint): Promise<Basket | undefined> {
  const found = await findBasket(db, userId, id);
  return found && (await isRecorded(db, BASKETS, id)) ? found : undefined;
}

/** The same, and it stays as it is until the transaction ends. */
export async function lockBasket(tx: Tx, userId: string, id: bigint): Promise<Basket | undefined> {
  await tx.query(
    'orders.lock_basket',
    'SELECT FROM trading.basket b WHERE b.user_id = $1 AND b.id = $2 FOR NO KEY UPDATE',
    [userId, id],
  );
  return recordedBasket(tx, userId, id);
}

/** Baskets with a share that were written before a split or a bonus of a date, locked, and as the log has them. */
export async function basketsBefore(tx: Tx, code: string, exDate: string): Promise<readonly Basket[]> {
  const before = `WHERE b.removed_ms IS NULL AND b.market_date < $2
    AND EXISTS (SELECT FROM trading.basket_order o WHERE o.basket_id = b.id AND o.code = $1) ORDER BY b.id`;
  await tx.query('orders.lock_baskets', `SELECT b.id FROM trading.basket b ${before} FOR NO KEY UPDATE`, [
    code,
    exDate,
  ]);
  const found = await basketsBy(tx, 'orders.baskets_before', before, [code, exDate]);
  if (found.length === 0) return found;
  const recorded = await asRecorded(
    tx,
    BASKETS,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => recorded.has(id));
}

/** What an earlier request made; `req` says whether it was the same. */
export async function basketByRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<{ readonly id: bigint; readonly req: Uint8Array } | undefined> {
  const [row] = await db.query<{ id: bigint; req: Uint8Array }>(
    'orders.basket_request',
    'SELECT b.id, b.req FROM trading.basket b WHERE b.user_id = $1 AND b.request_id = $2',
    [userId, requestId],
  );
  return row;
}

type NewBasket = Pick<Basket, 'userId' | 'name' | 'orders' | 'marketDate'> & {
  readonly requestId: string;
  readonly req: Uint8Array;
  readonly at: number;
  readonly authority: string;
};

/** Undefined when the member has as many as there may be. To be called under the member's lock. */
export async function insertBasket(tx: Tx, one: NewBasket, most: number): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    'orders.insert_basket',
    `INSERT INTO trading.basket (user_id, request_id, req, name, market_date, created_ms, changed_ms, authority)
     SELECT $1, $2, $3, $4, $5, $6, $6, $8
     WHERE (SELECT count(*) FROM trading.basket WHERE user_id = $1 AND removed_ms IS NULL) < $7 RETURNING id`,
    [one.userId, one.requestId, one.req, one.name, one.marketDate, one.at, most, one.authority],
  );
  if (!row) return undefined;
  await insertOrders(tx, row.id, one.orders);
  await recordRow(tx, BASKETS, row.id, 'made');
  return row.id;
}

/**
 * Puts other orders in the place of those of a basket that is locked: by its member's authority, or by a split or a
 * bonus. Regular purchases buy what it is by now.
 */
export async function changeBasket(
  tx: Tx,
  id: bigint,
  to: Pick<NewBasket, 'name' | 'orders' | 'marketDate' | 'at'> & { readonly authority?: string },
): Promise<void> {
  const authority = to.authority ?? null;
  await tx.query(
    'orders.change_basket',
    `UPDATE trading.basket SET name = $2, market_date = $3, changed_ms = $4, version = version + 1,
       authority = coalesce($5, authority) WHERE id = $1`,
    [id, to.name, to.marketDate, to.at, authority],
  );
  await tx.query('orders.drop_basket_orders', 'DELETE FROM trading.basket_order WHERE basket_id = $1', [id]);
  await insertOrders(tx, id, to.orders);
  await recordRow(tx, BASKETS, id, authority === null ? 'adjusted' : 'changed');
  await buyVersion(tx, id, authority, to.at);
}

const insertOrders = (tx: Tx, id: bigint, orders: readonly BasketOrder[]): Promise<unknown> => {
  const values = columnValues(
    LISTED_TERMS,
    orders.map((order, at) => ({ ...order, no: at + 1 })),
  );
  return tx.query(
    'orders.insert_basket_orders',
    `INSERT INTO trading.basket_order (${columnNames(LISTED_TERMS)}, basket_id) SELECT ${unnested(LISTED_TERMS)}, $${values.length + 1}::bigint`,
    [...values, id],
  );
};

export async function wasRemoved(tx: Tx, userId: string, id: bigint): Promise<boolean> {
  const rows = await tx.query(
    'orders.basket_removed',
    'SELECT b.id FROM trading.basket b WHERE b.user_id = $1 AND b.id = $2 AND b.removed_ms IS NOT NULL',
    [userId, id],
  );
  return rows.length > 0;
}

/** Deletes a basket that no regular purchase buys: false when one does. Its orders stay, for its runs. */
export async function removeBasket(tx: Tx, id: bigint, at: number): Promise<boolean> {
  const rows = await tx.query(
    'orders.remove_basket',
    `UPDATE trading.basket b SET removed_ms = $2, changed_ms = $2 WHERE b.id = $1
       AND NOT EXISTS (SELECT FROM trading.regular_purchase r WHERE r.basket_id = b.id AND r.state <> 'ended') RETURNING b.id`,
    [id, at],
  );
  if (rows.length > 0) await recordRow(tx, BASKETS, id, 'removed');
  return rows.length > 0;
}
