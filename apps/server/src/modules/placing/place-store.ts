import { exposedShares, openingQuantity } from '@khara/broker';
import type { OwnLimitRefusal } from '@khara/contract';
import type { JournalledCommand } from '@khara/market-day';
import type { Account, Owed } from '#modules/ledger/index.ts';
import { KEEPS_LOCKS } from '#modules/market/index.ts';
import {
  type CountedPosition,
  type PositionOfDay,
  readPositionsOfDay,
  signKnown,
  strangeCommands,
} from '#modules/orders/index.ts';
import { asStop, type OwnLimits, toOwnLimits, type OwnLimitsJson } from '#modules/own-limits/index.ts';
import { keptOf } from '#modules/portfolio/index.ts';
import type { OrderAccounts } from '#modules/settlement/index.ts';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Queryable, Session, Tx } from '#src/ports/database.ts';
import type { NewOrder, Numbered, Placement, RequestKey } from './new-order.ts';

/**
 * Locks users for the session: those who are free, or with `waits` all, however long that takes. Answers the number of
 * each lock, null where it is another's.
 */
export async function keepUsers(
  session: Session,
  users: readonly string[],
  waits: boolean,
): Promise<readonly (bigint | null)[]> {
  const [row] = await session.query<{ locks: (bigint | null)[] }>(
    'orders.keep_users',
    'SELECT trading.keep_users($1, $2) AS locks',
    [sqlArray('text', users), waits],
  );
  return row?.locks ?? [];
}

/** Gives back the locks of users. */
export const releaseUsers = (session: Session, users: readonly string[]): Promise<unknown> =>
  session.query('orders.release_users', 'SELECT trading.release_users($1)', [sqlArray('text', users)]);

/** Gives back all of a session, and the name that its connection has of its server. */
export const RELEASE_USERS = `SELECT trading.release_users(), set_config('application_name', s.reset_val, false)
  FROM pg_settings s WHERE s.name = 'application_name'`;

/** Of a session that has no locks. */
export const RELEASE_NOTHING = 'SELECT 1';

/** Says of a session that it keeps locks. */
export const nameKeeper = (session: Session): Promise<unknown> =>
  session.query('orders.name_keeper', `SELECT set_config('application_name', '${KEEPS_LOCKS}', false)`);

/** The number of the lock of a user for which each transaction waits; and which server has the market. */
export async function lookAtLocks(
  db: Queryable,
): Promise<{ readonly waiting: ReadonlyMap<string, bigint>; readonly epoch: number | undefined }> {
  const rows = await db.query<{ tx: string | undefined; lock: bigint | undefined; epoch: number }>(
    'orders.look_at_locks',
    'SELECT w.tx, w.lock, f.epoch FROM market.frontier f LEFT JOIN trading.waiting_for_users() w ON true',
  );
  const waiting = rows.flatMap(({ tx, lock }) => (tx === undefined || lock === undefined ? [] : [[tx, lock] as const]));
  return { waiting: new Map(waiting), epoch: rows[0]?.epoch };
}

export async function usersOfOrders(db: Queryable, orderIds: readonly bigint[]): Promise<readonly string[]> {
  const rows = await db.query<{ userId: string }>(
    'orders.users_of',
    'SELECT DISTINCT o.user_id FROM trading."order" o WHERE o.id = ANY ($1::bigint[])',
    [orderIds],
  );
  return rows.map(({ userId }) => userId);
}

/** What decides about a new order, read under its user's lock. */
export type Standing = OrderAccounts & {
  /** How the same request was answered before. */
  readonly earlier: Placement | undefined;
  /** The square-off of its share has begun, and it is an intraday order of that day. */
  readonly isCutOff: boolean;
  /** The system closes the position in its share, or an earlier day left it there. */
  readonly isClosing: boolean;
  /** Of the money, or of a sale's shares, what may not be used: the day's sale money, shares that are locked in. */
  readonly kept: bigint;
  /** Shares of an intraday order that would open a position. */
  readonly opening: number;
  /** Shares of the position on the side of an intraday order, with its other open orders. */
  readonly exposed: number;
  /** The limits that the user has set; undefined for one who never set any. */
  readonly own: OwnLimits | undefined;
  /** Which of them stops the order if it opens a position, as the database finds it: all but the loss of the day. */
  readonly stop: OwnLimitRefusal | undefined;
  /** Which ceiling stops it, of those that the user has set for the assistant that places it. */
  readonly ceiling: OwnLimitRefusal | undefined;
  /** An assistant places it, for which the user has set ceilings. */
  readonly capped: boolean;
  /** What the platform has borne for the user is not paid back. */
  readonly owes: boolean;
  /** Of an intraday order: what all members owe of losses of its date. */
  readonly lost: Owed;
  /** Positions of the user by which the day's sale money is counted. */
  readonly ofDay: readonly CountedPosition[];
};

/** An account by the names of its columns. */
type AccountRow<Name extends string> = Readonly<
  Record<`${Name}Id`, bigint | undefined> &
    Record<Name | `${Name}Seq`, bigint> &
    Record<`${Name}Head`, Uint8Array> &
    Record<`${Name}At`, number>
>;

type StandingRow = AccountRow<'money' | 'free' | 'unsettled'> & {
  readonly cutOff: boolean;
  readonly closing: boolean;
  readonly locked: bigint | undefined;
  readonly resting: number | undefined;
  readonly own: OwnLimitsJson | undefined;
  readonly stop: string | undefined;
  readonly owes: boolean;
  readonly lost: bigint | undefined;
  readonly lostUsdt: bigint | undefined;
  readonly person: number | undefined;
  readonly assetNumber: number | undefined;
  readonly owned: bigint;
  readonly billSeq: bigint;
};

/** What is read of every order: how its request was answered before, if it was, and the database's clock. */
export type CheckedOrder = Pick<Standing, 'earlier' | 'ceiling' | 'capped' | 'now'>;

/** What decides but for that. */
export type Deciding = Omit<Standing, keyof CheckedOrder>;

const columns =
  (orders: readonly NewOrder[]) =>
  (type: string, field: Exclude<keyof NewOrder, 'program'>): string | Uint8Array =>
    sqlArray(
      type,
      orders.map((order) => order[field]),
    );

/** What is read of every order, and its number: those of before, or new ones. Throws while money is stopped. */
export async function checkOrders(
  tx: Tx,
  orders: readonly (NewOrder | Numbered)[],
): Promise<readonly { readonly id: bigint; readonly checked: CheckedOrder }[]> {
  if (orders.length === 0) return [];
  const column = columns(orders);
  const rows = await tx.query<{
    number: bigint | undefined;
    earlier: boolean | undefined;
    orderId: bigint | undefined;
    refusal: string | undefined;
    ceiling: string | undefined;
    capped: boolean;
    nowAt: number;
  }>('orders.check', 'SELECT * FROM trading.check_orders($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    column('text', 'userId'),
    column('text', 'call'),
    column('text', 'requestId'),
    column('bytea', 'hash'),
    column('text', 'side'),
    column('bigint', 'valuePaise'),
    column('date', 'marketDate'),
    sqlArray(
      'text',
      orders.map(({ program }) => program?.keyId),
    ),
    orders.some((order) => !('id' in order)),
  ]);
  return rows.map(({ number, earlier, orderId, refusal, ceiling, capped, nowAt }, at) => {
    const order = orders[at]!; // one for each that was asked for
    return {
      id: 'id' in order ? order.id : number!,
      checked: {
        earlier: earlier ? { orderId, refusal, repeated: true } : undefined,
        ceiling: asStop(ceiling),
        capped,
        now: nowAt,
      },
    };
  });
}

/** Reads what decides about orders whose users are locked. */
export async function beginOrders(tx: Tx, orders: readonly NewOrder[]): Promise<readonly Deciding[]> {
  if (orders.length === 0) return [];
  const column = columns(orders);
  const begun = tx.query<StandingRow>(
    'orders.begin',
    'SELECT * FROM trading.begin_orders($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      column('text', 'userId'),
      column('text', 'asset'),
      column('text', 'side'),
      column('text', 'product'),
      column('bigint', 'valuePaise'),
      column('boolean', 'afterMarket'),
      column('text', 'shares'),
      column('date', 'marketDate'),
    ],
  );
  const byDate = Map.groupBy(orders, ({ marketDate }) => marketDate);
  const [rows, ...positions] = await Promise.all([
    begun,
    ...[...byDate].map(([marketDate, some]) =>
      readPositionsOfDay(
        tx,
        some.map(({ userId }) => userId),
        marketDate,
      ),
    ),
  ]);
  const read = new Map([...byDate.keys()].map((marketDate, at) => [marketDate, positions[at]!])); // one for each
  return rows.map((row, at) => {
    const order = orders[at]!; // one for each that was asked for
    return toDeciding(
      row,
      order,
      read.get(order.marketDate)!.filter(({ userId }) => userId === order.userId),
    );
  });
}

const account = (id: bigint | undefined, balance: bigint, seq: bigint, head: Uint8Array, lastAt: number) =>
  id === undefined ? undefined : { id, balance, seq, head, lastAt };

/** Makes accounts that entries of these orders will need. */
export const makeAccounts = (tx: Tx, accounts: readonly Account[]): Promise<unknown> =>
  tx.query(
    'orders.make_accounts',
    'SELECT ledger.account_of(a.owner, a.asset, a.code) FROM unnest($1::text[], $2::text[], $3::smallint[]) AS a (owner, asset, code)',
    [accounts.map(({ owner }) => owner), accounts.map(({ asset }) => asset), accounts.map(({ code }) => code)],
  );

/** `positions`: those of its member that a server wrote. */
function toDeciding(row: StandingRow, order: NewOrder, positions: readonly PositionOfDay[]): Deciding {
  const { side, product, marketDate } = order;
  const isIntraday = product === 'intraday';
  const open = isIntraday
    ? positions.find(({ asset, quantity, ...of }) => of.product === product && asset === order.asset && quantity !== 0)
    : undefined;
  const resting = { side, quantity: row.resting ?? 0, filled: 0 };
  const money = account(row.moneyId, row.money, row.moneySeq, row.moneyHead, row.moneyAt);
  return {
    isCutOff: row.cutOff,
    // What an earlier day left is closed by the day: orders of its own need no money, and could lose more than is held.
    isClosing: row.closing || (open !== undefined && (order.afterMarket || open.marketDate < marketDate)),
    kept: !isIntraday && side === 'sell' ? (row.locked ?? 0n) : keptOf(positions, marketDate),
    opening: isIntraday ? openingQuantity(open?.quantity ?? 0, [resting], side, order.quantity) : 0,
    exposed: isIntraday ? exposedShares(open?.quantity ?? 0, [resting], side) : 0,
    own: row.own ? toOwnLimits(row.own, positions) : undefined,
    stop: asStop(row.stop),
    owes: row.owes,
    lost: { INR: row.lost ?? 0n, USDT: row.lostUsdt ?? 0n },
    person: row.person,
    assetNumber: row.assetNumber,
    money: money && { ...money, owned: row.owned, billSeq: row.billSeq },
    free: account(row.freeId, row.free, row.freeSeq, row.freeHead, row.freeAt),
    unsettled: account(row.unsettledId, row.unsettled, row.unsettledSeq, row.unsettledHead, row.unsettledAt),
    ofDay: positions,
  };
}

/** Notes requests that are refused, so that their repeats are refused too. */
export async function noteRefused(
  tx: Tx,
  refused: readonly { readonly order: NewOrder; readonly refusal: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.query(
    'orders.note_refused',
    `INSERT INTO trading.answered_request (user_id, call, request_id, req, refusal, at_ms)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::bigint[])`,
    [
      refused.map(({ order }) => order.userId),
      refused.map(({ order }) => order.call),
      refused.map(({ order }) => order.requestId),
      refused.map(({ order }) => order.hash),
      refused.map(({ refusal }) => refusal),
      refused.map(({ order }) => order.acceptedAt),
    ],
  );
}

/** How a request was answered before, with its command if it changed an order; undefined when it is new. */
export async function findEarlier(
  db: Queryable,
  request: RequestKey,
): Promise<(Placement & { readonly seq: bigint | undefined }) | undefined> {
  const [earlier] = await db.query<Placement & { readonly seq: bigint | undefined }>(
    'orders.find_earlier',
    `SELECT r.order_id, r.seq, CASE WHEN r.req = $4 THEN r.refusal ELSE 'request_id_reused' END AS refusal, true AS repeated
     FROM trading.request r
     WHERE r.user_id = $1 AND r.call = $2 AND r.request_id = $3`,
    [request.userId, request.call, request.requestId, request.hash],
  );
  return earlier;
}

/** How a request of our own to place an order was answered; undefined when it has not been. */
export async function answerOfRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<
  | { readonly orderId: bigint; readonly reason?: undefined }
  | { readonly reason: string; readonly orderId?: undefined }
  | undefined
> {
  const [row] = await db.query<{ orderId: bigint | undefined; refusal: string | undefined }>(
    'orders.answer_of_request',
    'SELECT r.order_id, r.refusal FROM trading.request r WHERE r.user_id = $1 AND r.request_id = $2',
    [userId, requestId],
  );
  if (!row) return undefined;
  return row.orderId === undefined ? { reason: row.refusal ?? 'not_found' } : { orderId: row.orderId };
}

/**
 * The entry by which an order was paid for as it was placed, or else what it held then; beside it those of
 * all that were matched and written with it. Undefined for an order that moved nothing.
 */
export async function entriesOfBatch(
  db: Queryable,
  orderId: bigint,
): Promise<{ readonly own: string; readonly others: readonly string[] } | undefined> {
  const rows = await db.query<{ id: bigint; uid: string; kind: string }>(
    'orders.entries_of_batch',
    `SELECT o.id, e.uid, e.kind
     FROM trading."order" one
     CROSS JOIN LATERAL (
       SELECT one.id, one.side
       UNION SELECT b.id, b.side FROM trading."order" b
       WHERE b.market_day = one.market_day AND b.applied_step = one.applied_step AND b.first_index = one.first_index
     ) o
     JOIN ledger.entry e ON e.kind IN (o.side, 'order_hold', 'sell_hold', 'margin_hold') AND e.ref = 'order-' || o.id
     WHERE one.id = $1 ORDER BY o.id, e.kind = o.side DESC`,
    [orderId],
  );
  const own = rows.find(({ id }) => id === orderId)?.uid;
  return own === undefined ? undefined : { own, others: rows.map(({ uid }) => uid).filter((uid) => uid !== own) };
}

export type Cancelled = {
  readonly state: string;
  readonly seq: number | undefined;
  /** Of one that was not journalled before. */
  readonly command: JournalledCommand | undefined;
};

export type CancelRequest = {
  readonly userId: string;
  readonly orderId: bigint;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

/**
 * Journals a cancel, with a number of before if it has one; undefined when there is no such order of this user, without
 * a seq when it is not open, or waited and is cancelled now.
 */
export async function journalCancel(
  tx: Queryable,
  { userId, orderId, marketDate, marketTime, at }: CancelRequest,
  seqBefore?: bigint,
): Promise<Cancelled | undefined> {
  const strange = await strangeCommands(tx, ['place', 'cancel'], [orderId]);
  const [row] = await tx.query<{ state: string; seq: bigint | undefined; fresh: boolean }>(
    'orders.cancel',
    'SELECT * FROM trading.cancel_order($1, $2, $3, $4, $5, $6, $7)',
    [userId, orderId, marketDate, marketTime, at, strange, seqBefore],
  );
  if (!row) return undefined;
  const seq = row.seq === undefined ? undefined : Number(row.seq);
  const command = row.fresh && seq !== undefined && ({ seq, orderId: Number(orderId), kind: 'cancel' } as const);
  if (command) await signKnown(tx, [command]);
  return { state: row.state, seq, command: command || undefined };
}
