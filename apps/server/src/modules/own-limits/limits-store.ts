import type { DayPosition } from '@khara/broker';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { OPEN_STATES_SQL, readPositionsOfDay } from '#modules/orders/index.ts';
import type { OwnLimits } from './limits.ts';

/* SQL of the limits that members set for themselves. Amounts and instants come as text or bigint. */

/** Each change of a limit is in the log. */
export const OWN_LIMITS: RecordedTable = {
  type: 'account.limit',
  table: 'trading.own_limit',
  id: 'id',
  member: 'user_id',
  columns: ['t.kind', 't.value', 't.before', 't.through_date', 't.asked_ms', 't.asked_date', 't.from_ms'],
};

export type Kind = 'day_loss' | 'day_orders' | 'largest_order' | 'no_intraday' | 'pause';

/** trading.own_limits_now as it is written. */
export type OwnLimitsJson = {
  readonly now: number;
  readonly marketDate: string;
  readonly dayLoss: string | null;
  readonly dayOrders: number | null;
  readonly largestOrder: string | null;
  readonly noIntraday: boolean;
  readonly pausedUntil: number | null;
  readonly pausedThrough: string | null;
  readonly orders: number;
};

const paiseIn = (text: string | null): bigint | undefined => (text === null ? undefined : BigInt(text));

/** `positions`: those of the member that make the day's profit. */
export const toOwnLimits = (json: OwnLimitsJson, positions: readonly DayPosition[]): OwnLimits => ({
  now: json.now,
  marketDate: json.marketDate,
  dayLossPaise: paiseIn(json.dayLoss),
  dayOrders: json.dayOrders ?? undefined,
  largestOrderPaise: paiseIn(json.largestOrder),
  noIntraday: json.noIntraday,
  pausedUntil: json.pausedUntil ?? undefined,
  pausedThrough: json.pausedThrough ?? undefined,
  orders: json.orders,
  positions,
});

/**
 * The limits of a member now, with orders of the day as far as the limit. Undefined for one who never set any.
 * `all`: there always are some, all orders of the day are counted, and the positions of its profit are there.
 */
export async function readOwnLimits(
  db: Queryable,
  userId: string,
  { all = false }: { readonly all?: boolean } = {},
): Promise<OwnLimits | undefined> {
  const [row] = await db.query<{ own: OwnLimitsJson | undefined }>(
    'orders.own_limits',
    'SELECT trading.own_limits_now($1, $2) AS own',
    [userId, all],
  );
  if (!row?.own) return undefined;
  const looks = all || row.own.dayLoss !== null;
  return toOwnLimits(row.own, looks ? await readPositionsOfDay(db, [userId], row.own.marketDate, { all }) : []);
}

export type NewestChange = {
  readonly kind: Kind;
  /** In force now. */
  readonly now: bigint | undefined;
  /** Asked for. */
  readonly value: bigint | undefined;
  readonly throughDate: string | undefined;
  readonly askedAt: number;
  readonly askedDate: string;
  readonly fromAt: number | undefined;
};

/** The newest change of each limit of a member. */
export const newestChanges = (db: Queryable, userId: string): Promise<readonly NewestChange[]> =>
  db.query<NewestChange>(
    'orders.own_limit_changes',
    `SELECT DISTINCT ON (l.kind) l.kind, trading.own_limit_in_force(l) AS now, l.value, l.through_date, l.asked_ms,
       l.asked_date, l.from_ms
     FROM trading.own_limit l WHERE l.user_id = $1 ORDER BY l.kind, l.id DESC`,
    [userId],
  );

/** Orders of a member that can still fill. */
export async function countOpenOrders(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ open: bigint }>(
    'orders.count_open',
    `SELECT count(*) AS open FROM trading."order" o WHERE o.user_id = $1 AND o.state IN ${OPEN_STATES_SQL}`,
    [userId],
  );
  return Number(row?.open ?? 0n);
}

/** What a member set for an assistant, and what the orders of a market date have of it. Paise. */
export type GrantUse = {
  readonly dayPaise: bigint;
  readonly dayOrders: number;
  readonly paise: bigint;
  readonly orders: number;
};

/** The same of each assistant of a member, by its grant. */
export async function readGrantUses(
  db: Queryable,
  userId: string,
  marketDate: string,
): Promise<ReadonlyMap<string, GrantUse>> {
  const rows = await db.query<GrantUse & { readonly id: string }>(
    'orders.grant_uses',
    `SELECT k.id, k.day_paise, k.day_orders, d.paise, d.orders
     FROM accounts.program_key k CROSS JOIN trading.grant_day(k.member_id, k.id, $2) d
     WHERE k.member_id = $1 AND k.day_paise IS NOT NULL`,
    [userId, marketDate],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Changes a limit, and writes it into the log. False: nothing changes. */
export async function setOwnLimit(
  tx: Tx,
  userId: string,
  change: { readonly kind: Kind; readonly value: bigint | undefined; readonly through?: string | undefined },
): Promise<boolean> {
  const [row] = await tx.query<{ id: bigint | undefined }>(
    'orders.set_own_limit',
    'SELECT trading.set_own_limit($1, $2, $3, $4) AS id',
    [userId, change.kind, change.value ?? null, change.through ?? null],
  );
  if (row?.id == null) return false;
  await recordRow(tx, OWN_LIMITS, row.id, 'set');
  return true;
}
