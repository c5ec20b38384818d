import { IDLE_ORDER, type Order } from '@khara/broker';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/* SQL of orders of programs that were refused. */

/** What a program asked for and why it was refused: the log answers for it, as long as it is kept. */
export const REFUSED_ORDERS: RecordedTable = {
  type: 'order.refused',
  table: 'trading.refused_order',
  id: 'id',
  member: 'user_id',
  columns: [
    't.request_id',
    "encode(t.req, 'hex')",
    't.code',
    't.asset',
    't.side',
    't.type',
    't.product',
    't.validity',
    't.quantity',
    't.price_paise',
    't.trigger_paise',
    't.disclosed_quantity',
    't.market_date',
    't.market_time',
    't.at_ms',
    't.reason',
    't.details',
    't.program_key',
    't.program_tag',
  ],
};

type RefusedOrder = Pick<NewRefused, AskedField> & {
  readonly id: bigint;
  readonly acceptedAt: number;
  readonly reason: string;
  readonly ownLimit: Order['ownLimit'];
  readonly programKey: string;
  readonly programTag: string | undefined;
};

const REFUSED = `id, user_id, request_id, code, asset, side, type, product, validity, quantity, price_paise, trigger_paise,
  disclosed_quantity, market_date, market_time, at_ms AS accepted_ms, reason, details AS own_limit, program_key, program_tag`;

/** The same as an order: it ended as it came, and holds nothing. */
const toRefused = ({ programKey: keyId, programTag: tag, ownLimit, ...refused }: RefusedOrder): Order => ({
  ...IDLE_ORDER,
  ...refused,
  program: { keyId, tag },
  state: 'rejected',
  ...(ownLimit && { ownLimit }),
  timelineLength: 1,
  updatedAt: refused.acceptedAt,
});

type AskedField =
  | 'userId'
  | 'requestId'
  | 'code'
  | 'asset'
  | 'side'
  | 'type'
  | 'product'
  | 'validity'
  | 'quantity'
  | 'pricePaise'
  | 'triggerPaise'
  | 'disclosedQuantity'
  | 'marketDate'
  | 'marketTime';

export type NewRefused = Pick<Order, AskedField> & {
  readonly hash: Uint8Array;
  readonly at: number;
  readonly reason: string;
  readonly ownLimit: Order['ownLimit'];
  readonly keyId: string;
  readonly tag: string | undefined;
};

/** Keeps a refused order. Undefined: one of this request is kept already. */
export async function insertRefused(tx: Tx, order: NewRefused): Promise<Order | undefined> {
  const [row] = await tx.query<RefusedOrder>(
    'orders.insert_refused',
    `INSERT INTO trading.refused_order (user_id, request_id, req, code, asset, side, type, product, validity, quantity,
       price_paise, trigger_paise, disclosed_quantity, market_date, market_time, at_ms, reason, details, program_key, program_tag)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     ON CONFLICT (user_id, request_id, side) DO NOTHING RETURNING ${REFUSED}`,
    [
      order.userId,
      order.requestId,
      order.hash,
      order.code,
      order.asset,
      order.side,
      order.type,
      order.product,
      order.validity,
      order.quantity,
      order.pricePaise,
      order.triggerPaise ?? null,
      order.disclosedQuantity ?? null,
      order.marketDate,
      order.marketTime,
      order.at,
      order.reason,
      order.ownLimit ? JSON.stringify(order.ownLimit) : null,
      order.keyId,
      order.tag ?? null,
    ],
  );
  if (row) await recordRow(tx, REFUSED_ORDERS, row.id, 'refused');
  return row && toRefused(row);
}

/** The refused order of a request, and whether the request was this one. */
export async function findRefusedRequest(
  db: Queryable,
  { userId, requestId, side, hash }: Pick<NewRefused, 'userId' | 'requestId' | 'side' | 'hash'>,
): Promise<{ readonly id: bigint; readonly isSame: boolean } | undefined> {
  const [row] = await db.query<{ id: bigint; isSame: boolean }>(
    'orders.find_refused_request',
    'SELECT id, req = $4 AS is_same FROM trading.refused_order WHERE user_id = $1 AND request_id = $2 AND side = $3',
    [userId, requestId, side, hash],
  );
  return row && { id: row.id, isSame: row.isSame };
}

/** A refused order of this user. */
export async function findRefused(db: Queryable, userId: string, id: bigint): Promise<Order | undefined> {
  const [row] = await db.query<RefusedOrder>(
    'orders.find_refused',
    `SELECT ${REFUSED} FROM trading.refused_order WHERE id = $2 AND user_id = $1`,
    [userId, id],
  );
  return row && toRefused(row);
}

export async function refusedById(db: Queryable, ids: readonly bigint[]): Promise<readonly Order[]> {
  const rows = await db.query<RefusedOrder>(
    'orders.refused_by_ids',
    `SELECT ${REFUSED} FROM trading.refused_order WHERE id = ANY ($1::bigint[]) ORDER BY id`,
    [ids],
  );
  return rows.map(toRefused);
}

/** Refused orders of a page, newest first. */
export async function refusedPage(
  db: Queryable,
  page: {
    readonly userId: string;
    readonly before: bigint;
    readonly limit: number;
    readonly code: string | undefined;
    readonly product: string | undefined;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<readonly Order[]> {
  const rows = await db.query<RefusedOrder>(
    'orders.refused_page',
    `SELECT ${REFUSED} FROM trading.refused_order WHERE user_id = $1 AND id < $2
       AND ($4::text IS NULL OR code = $4) AND ($5::text IS NULL OR product = $5)
       AND ($6::date IS NULL OR market_date >= $6) AND ($7::date IS NULL OR market_date <= $7)
     ORDER BY id DESC LIMIT $3`,
    [page.userId, page.before, page.limit, page.code, page.product, page.from, page.to],
  );
  return rows.map(toRefused);
}

/** Forgets refused orders from before an instant. */
export const forgetRefused = (db: Queryable, before: number): Promise<unknown> =>
  db.query('orders.forget_refused', 'DELETE FROM trading.refused_order WHERE at_ms < $1', [before]);
