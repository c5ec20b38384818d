import type { Queryable } from '#src/db.ts';
import type { Terms } from './rules.ts';

/** A request by its account, call and id, with the hash of what it asks. */
export type RequestKey = {
  readonly userId: string;
  readonly call: string;
  readonly requestId: string;
  readonly hash: Uint8Array;
};

export type Placed = {
  readonly order_id: bigint | null;
  /** The command to hand to the venue; an after-market order has none yet. */
  readonly seq: bigint | null;
  readonly refusal: string | null;
  readonly repeated: boolean;
};

/** One round trip: the request is noted, money or shares are held, the order and its command are written. */
export async function placeInDatabase(
  db: Queryable,
  order: RequestKey & {
    readonly accountKey: number;
    readonly code: string;
    readonly asset: string;
    readonly terms: Terms;
    readonly pricePaise: bigint;
    /** Of a delivery buy all it can cost; of an intraday order the margin of all of it, without its charges. */
    readonly freezePaise: bigint;
    readonly chargesPaise: bigint;
    readonly afterMarket: boolean;
    /** With which shares its intraday positions are squared off. */
    readonly shares: 'auctioned' | 'others';
    readonly marketDate: string;
    readonly marketTime: string;
    readonly at: number;
  },
): Promise<Placed> {
  const { terms } = order;
  const [placed] = await db.query<Placed>(
    'orders.place',
    'SELECT * FROM trading.place_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)',
    [
      order.userId,
      order.accountKey,
      order.call,
      order.requestId,
      order.hash,
      order.code,
      order.asset,
      terms.side,
      terms.type,
      terms.product,
      terms.validity,
      terms.quantity,
      order.pricePaise,
      terms.triggerPaise,
      terms.disclosedQuantity,
      order.afterMarket,
      order.shares,
      order.freezePaise,
      order.chargesPaise,
      order.marketDate,
      order.marketTime,
      order.at,
    ],
  );
  if (!placed) throw new Error('trading.place_order gave no row');
  return placed;
}

/** How a request was answered before; undefined when it is new. */
export async function findEarlier(db: Queryable, request: RequestKey): Promise<Placed | undefined> {
  const [earlier] = await db.query<Placed>(
    'orders.find_earlier',
    `SELECT r.order_id, c.seq, CASE WHEN r.req = $4 THEN r.refusal ELSE 'request_id_reused' END AS refusal, true AS repeated
     FROM trading.request r LEFT JOIN trading.command c ON c.order_id = r.order_id AND c.kind = 'place'
     WHERE r.user_id = $1 AND r.call = $2 AND r.request_id = $3`,
    [request.userId, request.call, request.requestId, request.hash],
  );
  return earlier;
}

/** Keeps how an order stands now as what its request is answered with, unless that is settled already. */
export const keepFirstAnswer = (db: Queryable, orderId: bigint): Promise<unknown> =>
  db.query(
    'orders.keep_first_answer',
    `UPDATE trading."order" SET first_answer = jsonb_build_object('state', state, 'reason', reason, 'filled', filled,
       'filledPaise', filled_paise::text, 'updatedMs', updated_ms, 'charges', jsonb_build_array(brokerage_paise::text, stt_paise::text,
         exchange_paise::text, sebi_paise::text, stamp_paise::text, gst_paise::text, dp_paise::text))
     WHERE id = $1 AND first_answer IS NULL`,
    [orderId],
  );

export type Cancelled = { readonly state: string; readonly seq: bigint | null; readonly fresh: boolean };

/** Journals a cancel; undefined when there is no such order of this user, without a seq when it is not open, or waited and is cancelled now. */
export async function cancelInDatabase(
  db: Queryable,
  userId: string,
  orderId: bigint,
  now: { readonly marketDate: string; readonly marketTime: string; readonly at: number },
): Promise<Cancelled | undefined> {
  const [row] = await db.query<Cancelled>('orders.cancel', 'SELECT * FROM trading.cancel_order($1, $2, $3, $4, $5)', [
    userId,
    orderId,
    now.marketDate,
    now.marketTime,
    now.at,
  ]);
  return row;
}
