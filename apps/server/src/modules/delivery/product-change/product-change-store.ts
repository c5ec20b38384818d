import assert from 'node:assert/strict';
import { outstandingShares, type Product } from '@khara/broker';
import { settlementDate } from '@khara/rules';
import { CODES } from '#modules/ledger/index.ts';
import { type MovedShares, ownOf, readDues, SIGNED_CHANGES, signedBy } from '#modules/orders/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Signed } from '#src/security/row-mac.ts';
import type { ChangePlan, ChangeFacts } from './plan.ts';

/* SQL of changes of product. */

export type ProductChange = {
  readonly id: bigint;
  readonly code: string;
  readonly product: Product;
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly estimatedPaise: bigint;
  readonly toPosition: bigint;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
  readonly req: Uint8Array;
  /** What its entries gave back, and what its hold was opened with. */
  readonly releasedPaise: bigint;
  readonly heldPaise: bigint;
};

/** The change that a request made, with what it moved by the ledger. */
export async function findByRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<ProductChange | undefined> {
  const [row] = await db.query<ProductChange>(
    'orders.product_change_by_request',
    `SELECT c.id, c.code, c.product, c.quantity, c.value_paise, c.estimated_paise, c.to_position, c.market_date, c.market_time, c.at_ms, c.req,
       coalesce((SELECT sum(p.amount) FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
         WHERE e.kind = 'margin_release' AND e.ref LIKE '%:product-' || c.id AND p.code = 101
           AND e.person = (SELECT x.id FROM ledger.person x WHERE x.owner = 'u:' || c.user_id)), 0)::bigint AS released_paise,
       coalesce((SELECT h.amount FROM ledger.hold h WHERE h.id = 'product-' || c.id), 0)::bigint AS held_paise
     FROM trading.product_change c WHERE c.user_id = $1 AND c.request_id = $2`,
    [userId, requestId],
  );
  return row;
}

/** Own changes of these numbers. */
export const changesById = async (
  db: Queryable,
  userId: string,
  ids: readonly bigint[],
): Promise<readonly Pick<ProductChange, 'id' | 'code' | 'quantity'>[]> =>
  ownOf(
    db,
    SIGNED_CHANGES,
    await db.query<Signed<MovedShares>>(
      'orders.product_changes_by_id',
      'SELECT c.* FROM trading.product_change c WHERE c.id = ANY ($2::bigint[]) AND c.user_id = $1',
      [userId, ids],
    ),
  );

/**
 * Waits for a square-off that begins, and says whether that of these shares has. What is changed before it is seen by
 * it. The lock is that of new intraday orders (trading.begin_orders).
 */
export async function isCutOff(tx: Tx, marketDate: string, shares: 'auctioned' | 'others'): Promise<boolean> {
  await tx.query('orders.wait_square_off', 'SELECT pg_advisory_xact_lock_shared(7366, 0)');
  const rows = await tx.query(
    'orders.is_cut_off',
    'SELECT 1 AS one FROM trading.square_off s WHERE s.market_date = $1 AND s.shares = $2',
    [marketDate, shares],
  );
  return rows.length > 0;
}

/** Of an account's share: what settles with the purchases of a market date, and all in account 122. */
export async function readUnsettled(
  db: Queryable,
  { userId, asset, marketDate }: { readonly userId: string; readonly asset: string; readonly marketDate: string },
): Promise<Pick<ChangeFacts, 'dueToday' | 'unsettled'>> {
  const [row] = await db.query<{ balance: bigint }>(
    'orders.unsettled_of',
    `SELECT coalesce((SELECT a.balance FROM ledger.account a WHERE a.owner = 'u:' || $1 AND a.asset = $2 AND a.code = $3), 0)::bigint AS balance`,
    [userId, asset, CODES.unsettledShares],
  );
  const settlesOn = settlementDate(marketDate);
  const due = (await readDues(db, [{ userId, asset }])).find((one) => one.settlesOn === settlesOn);
  return { dueToday: due ? outstandingShares(due) : 0, unsettled: Number(row?.balance ?? 0n) };
}

export type NewProductChange = {
  readonly id: bigint;
  readonly userId: string;
  readonly requestId: string;
  readonly req: Uint8Array;
  readonly code: string;
  readonly asset: string;
  readonly product: Product;
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly estimatedPaise: bigint;
  readonly fromPosition: bigint;
  readonly toPosition: bigint;
  readonly marginPaise: bigint;
  readonly marketDay: number;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
  readonly programKey: string | undefined;
};

export async function insertChange(tx: Tx, asked: NewProductChange): Promise<void> {
  const [change] = signedBy(tx, SIGNED_CHANGES, [asked]);
  assert(change);
  await tx.query(
    'orders.insert_product_change',
    `INSERT INTO trading.product_change (id, user_id, request_id, req, code, asset, product, quantity, value_paise, charges_paise, estimated_paise,
       from_position, to_position, margin_paise, market_day, market_date, market_time, at_ms, program_key, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      change.id,
      change.userId,
      change.requestId,
      change.req,
      change.code,
      change.asset,
      change.product,
      change.quantity,
      change.valuePaise,
      change.chargesPaise,
      change.estimatedPaise,
      change.fromPosition,
      change.toPosition,
      change.marginPaise,
      change.marketDay,
      change.marketDate,
      change.marketTime,
      change.at,
      change.programKey,
      change.mac,
    ],
  );
}

export async function nextNumber(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    'orders.product_change_number',
    'SELECT trading.next_later_number() AS id',
  );
  return row!.id; // one row
}

/** Margin that is not needed any more leaves what held it. */
export async function releaseMargin(tx: Tx, { releases }: ChangePlan): Promise<void> {
  if (releases.length === 0) return;
  const pieces = [releases.map(({ order }) => order.id), releases.map(({ paise }) => paise)];
  for (const [name, table] of [
    ['orders', 'trading."order"'],
    ['product_changes', 'trading.product_change'],
  ] as const)
    await tx.query(
      `orders.release_margin_of_${name}`,
      `UPDATE ${table} o SET margin_paise = o.margin_paise - n.paise
       FROM unnest($1::bigint[], $2::bigint[]) AS n (id, paise) WHERE o.id = n.id`,
      pieces,
    );
}
