import { asRecorded, isRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { OrderType, Product, Side, Validity } from '#modules/orders/index.ts';
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
    '(SELECT json_agg(o ORDER BY o.no) FROM trading.basket_order o WHERE o.basket_id = t.id)',
  ],
};

/** An order as json of its row in a basket, or in a run, where bigint is text. */
export type TermsRow = {
  readonly code: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly product: Product;
  readonly validity: Validity;
  readonly quantity: number;
  readonly price_paise: string | null;
  readonly trigger_paise: string | null;
  readonly disclosed_quantity: number | null;
  readonly valid_minutes: number | null;
};

const inPaise = (text: string | null): bigint | undefined => (text === null ? undefined : BigInt(text));

export const termsOfRow = (row: TermsRow): BasketOrder => ({
  code: row.code,
  side: row.side,
  type: row.type,
  product: row.product,
  validity: row.validity,
  quantity: row.quantity,
  pricePaise: inPaise(row.price_paise),
  triggerPaise: inPaise(row.trigger_paise),
  disclosedQuantity: row.disclosed_quantity ?? undefined,
  validMinutes: row.valid_minutes ?? undefined,
});

/** The columns of an order's terms, and their arrays as parameters from number `from` on. */
export const TERMS_COLUMNS =
  'code, side, type, product, validity, quantity, price_paise, trigger_paise, disclosed_quantity, valid_minutes';
export const termsArrays = (from: number): string =>
  ['text', 'text', 'text', 'text', 'text', 'integer', 'bigint', 'bigint', 'integer', 'integer']
    .map((type, at) => `$${from + at}::${type}[]`)
    .join(', ');
export const termsParams = (orders: readonly BasketOrder[]) => [
  orders.map(({ code }) => code),
  orders.map(({ side }) => side),
  orders.map(({ type }) => type),
  orders.map(({ product }) => product),
  orders.map(({ validity }) => validity),
  orders.map(({ quantity }) => quantity),
  orders.map(({ pricePaise }) => pricePaise ?? null),
  orders.map(({ triggerPaise }) => triggerPaise ?? null),
  orders.map(({ disclosedQuantity }) => disclosedQuantity ?? null),
  orders.map(({ validMinutes }) => validMinutes ?? null),
];

type BasketRow = {
  readonly id: bigint;
  readonly userId: string;
  readonly name: string;
  readonly version: number;
  readonly marketDate: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly regular: boolean;
  readonly orders: readonly TermsRow[] | undefined;
};

const basketOf = (row: BasketRow): Basket => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  version: row.version,
  orders: (row.orders ?? []).map(termsOfRow),
  isRegular: row.regular,
  marketDate: row.marketDate,
  createdAt: row.createdAt,
  changedAt: row.changedAt,
});

/** Terms as json has them, of a table's alias. */
export const termsJson = (alias: string): string =>
  TERMS_COLUMNS.split(', ')
    .map((column) => `${alias}.${column}${column.endsWith('_paise') ? '::text' : ''}`)
    .join(', ');

const READ = `SELECT b.id, b.user_id, b.name, b.version, b.market_date, b.created_ms, b.changed_ms,
    EXISTS (SELECT FROM trading.regular_purchase r WHERE r.basket_id = b.id AND r.state <> 'ended') AS regular,
    (SELECT json_agg(x ORDER BY x.no) FROM (SELECT o.no, ${termsJson('o')} FROM trading.basket_order o
      WHERE o.basket_id = b.id) x) AS orders
  FROM trading.basket b`;

const basketsBy = async (
  db: Queryable,
  name: string,
  rest: string,
  params: readonly (string | bigint)[],
): Promise<readonly Basket[]> => (await db.query<BasketRow>(name, `${READ} ${rest}`, [...params])).map(basketOf);

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

const insertOrders = (tx: Tx, id: bigint, orders: readonly BasketOrder[]): Promise<unknown> =>
  tx.query(
    'orders.insert_basket_orders',
    `INSERT INTO trading.basket_order (basket_id, no, ${TERMS_COLUMNS})
     SELECT $1, o.no, o.code, o.side, o.type, o.product, o.validity, o.quantity, o.price_paise, o.trigger_paise, o.disclosed_quantity,
       o.valid_minutes FROM unnest(${termsArrays(2)}) WITH ORDINALITY AS o (${TERMS_COLUMNS}, no)`,
    [id, ...termsParams(orders)],
  );

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
