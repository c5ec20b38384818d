import type { Queryable, Session } from '#src/ports/database.ts';
import { firstAnswerJson } from '../rows.ts';
import type { Terms } from './rules.ts';

/** A request by its account, call and id, with the hash of what it asks. */
export type RequestKey = {
  readonly userId: string;
  readonly call: string;
  readonly requestId: string;
  readonly hash: Uint8Array;
};

/** How a request to place an order ended. */
export type Placement = {
  /** Undefined when it was refused. */
  readonly orderId: bigint | undefined;
  readonly refusal: string | undefined;
  readonly repeated: boolean;
  /** The entry by which a new order holds something; undefined when it holds nothing, or was placed before. */
  readonly entry: { readonly uid: string; readonly leaf: Uint8Array; readonly at: number } | undefined;
};

type PlacementRow = {
  readonly order_id: bigint | null;
  readonly refusal: string | null;
  readonly repeated: boolean;
  readonly uid: string | null;
  readonly leaf: Uint8Array | null;
  readonly held_ms: bigint | null;
};

const placementOf = ({ order_id: orderId, refusal, repeated, uid, leaf, held_ms: at }: PlacementRow): Placement => ({
  orderId: orderId ?? undefined,
  refusal: refusal ?? undefined,
  repeated,
  entry: uid !== null && leaf !== null && at !== null ? { uid, leaf, at: Number(at) } : undefined,
});

export type NewOrder = RequestKey & {
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
};

/** A new order with the numbers of its row and of its command. */
export type Numbered = NewOrder & { readonly orderId: bigint; readonly seq: bigint };

/** Locks users for the session, those who are free: an order that would have to wait keeps no other one waiting. */
export const tryKeepUsers = (session: Session, users: readonly string[]) => keepUsers(session, users, false);

/** Locks users for the session, however long that takes. */
export const waitForUsers = (session: Session, users: readonly string[]) => keepUsers(session, users, true);

/** Gives all of them back. */
export const RELEASE_USERS = 'SELECT trading.release_users()';

/** Answers who is locked. */
async function keepUsers(session: Session, users: readonly string[], waits: boolean): Promise<readonly boolean[]> {
  const [row] = await session.query<{ locked: boolean[] }>(
    'orders.keep_users',
    'SELECT trading.keep_users($1, $2) AS locked',
    [users, waits],
  );
  return row?.locked ?? [];
}

/** Numbers for so many orders and their commands, in this order. */
export async function numbersFor(
  db: Queryable,
  count: number,
): Promise<readonly { readonly orderId: bigint; readonly seq: bigint }[]> {
  const rows = await db.query<{ order_id: bigint; seq: bigint }>(
    'orders.numbers',
    `SELECT nextval('trading.order_id_seq') AS order_id, nextval('trading.command_seq_seq') AS seq FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ order_id: orderId, seq }) => ({ orderId, seq }));
}

/** Notes the requests, holds money or shares, writes orders of different users and their commands. */
export async function placeOrders(db: Queryable, orders: readonly Numbered[]): Promise<readonly Placement[]> {
  const rows = await db.query<PlacementRow>(
    'orders.place',
    'SELECT * FROM trading.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)',
    [
      orders.map(({ orderId }) => orderId),
      orders.map(({ userId }) => userId),
      orders.map(({ accountKey }) => accountKey),
      orders.map(({ call }) => call),
      orders.map(({ requestId }) => requestId),
      orders.map(({ hash }) => hash),
      orders.map(({ code }) => code),
      orders.map(({ asset }) => asset),
      orders.map(({ terms }) => terms.side),
      orders.map(({ terms }) => terms.type),
      orders.map(({ terms }) => terms.product),
      orders.map(({ terms }) => terms.validity),
      orders.map(({ terms }) => terms.quantity),
      orders.map(({ pricePaise }) => pricePaise),
      orders.map(({ terms }) => terms.triggerPaise ?? null),
      orders.map(({ terms }) => terms.disclosedQuantity ?? null),
      orders.map(({ afterMarket }) => afterMarket),
      orders.map(({ shares }) => shares),
      orders.map(({ freezePaise }) => freezePaise),
      orders.map(({ chargesPaise }) => chargesPaise),
      orders.map(({ marketDate }) => marketDate),
      orders.map(({ marketTime }) => marketTime),
      orders.map(({ at }) => at),
    ],
  );
  return rows.map(placementOf);
}

/** How a request was answered before; undefined when it is new. */
export async function findEarlier(db: Queryable, request: RequestKey): Promise<Placement | undefined> {
  const [earlier] = await db.query<PlacementRow>(
    'orders.find_earlier',
    `SELECT r.order_id, CASE WHEN r.req = $4 THEN r.refusal ELSE 'request_id_reused' END AS refusal, true AS repeated,
       NULL AS uid, NULL AS leaf, NULL AS held_ms
     FROM trading.request r
     WHERE r.user_id = $1 AND r.call = $2 AND r.request_id = $3`,
    [request.userId, request.call, request.requestId, request.hash],
  );
  return earlier && placementOf(earlier);
}

/** The same of many orders, but for those under work: their transaction may be waiting for another of these. */
export const keepFirstAnswers = (db: Queryable, orderIds: readonly bigint[]): Promise<unknown> =>
  db.query(
    'orders.keep_first_answers',
    `WITH free AS MATERIALIZED (
       SELECT id FROM trading."order" WHERE id = ANY ($1::bigint[]) AND first_answer IS NULL FOR NO KEY UPDATE SKIP LOCKED
     )
     UPDATE trading."order" o SET first_answer = ${firstAnswerJson('o')} FROM free WHERE o.id = free.id AND o.first_answer IS NULL`,
    [orderIds],
  );

export type Cancelled = { readonly state: string; readonly seq: number | undefined; readonly fresh: boolean };

export type CancelRequest = {
  readonly userId: string;
  readonly orderId: bigint;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

/**
 * Journals cancels; undefined when there is no such order of this user, without a seq when it is not open, or
 * waited and is cancelled now.
 */
export const cancelAll = (
  db: Queryable,
  cancels: readonly CancelRequest[],
): Promise<readonly (Cancelled | undefined)[]> =>
  Promise.all(
    cancels.map(async ({ userId, orderId, marketDate, marketTime, at }) => {
      const [row] = await db.query<{ state: string; seq: bigint | null; fresh: boolean }>(
        'orders.cancel',
        'SELECT * FROM trading.cancel_order($1, $2, $3, $4, $5)',
        [userId, orderId, marketDate, marketTime, at],
      );
      return row && { ...row, seq: row.seq === null ? undefined : Number(row.seq) };
    }),
  );
