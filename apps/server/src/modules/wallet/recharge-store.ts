import { asRecorded, isRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Channel, RailReport, SignedPayTo } from '#src/ports/payment-rail.ts';

/** All the module's SQL, and nothing but SQL. */

export type RechargeStatus = 'in_transfer' | 'passed' | 'failed' | 'revoked';
export type RechargeReason = 'rail_refused' | 'reversed' | 'expired' | 'declined';

export type Recharge = {
  readonly id: bigint;
  readonly orderNumber: string;
  readonly memberId: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: Channel;
  readonly rail: string;
  readonly amount: bigint;
  readonly status: RechargeStatus;
  readonly reason: RechargeReason | undefined;
  readonly payTo: SignedPayTo | undefined;
  readonly requestHash: Uint8Array;
  readonly at: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
};

/** What a member asked for, and what has become of it. Where it is paid to, the rail has signed. */
export const RECHARGES: RecordedTable = {
  type: 'wallet.recharge',
  table: 'wallet.recharge',
  id: 'order_number',
  member: 'member_id',
  columns: [
    't.currency',
    't.channel',
    't.rail',
    't.amount',
    't.request_id',
    "encode(t.request_hash, 'hex')",
    't.at',
    't.expires_at',
    't.status',
    't.reason',
  ],
};

const RECHARGE = `id, order_number, member_id, currency, channel, rail, amount, status, reason, pay_to, request_hash, at, updated_at, expires_at`;

export type NewRecharge = {
  readonly orderNumber: string;
  readonly memberId: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: Channel;
  readonly rail: string;
  readonly amount: bigint;
  readonly requestId: string;
  readonly requestHash: Uint8Array;
  readonly at: number;
  readonly expiresAt: number;
};

/**
 * Undefined when the member has used the request id before. A copy that arrives while the first is being
 * written waits for it.
 */
export async function insertRecharge(tx: Tx, recharge: NewRecharge): Promise<Recharge | undefined> {
  const rows = await tx.query<Recharge>(
    'wallet.insert_recharge',
    `INSERT INTO wallet.recharge
       (order_number, member_id, currency, channel, rail, amount, request_id, request_hash, at, updated_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
     ON CONFLICT ON CONSTRAINT recharge_request DO NOTHING RETURNING ${RECHARGE}`,
    [
      recharge.orderNumber,
      recharge.memberId,
      recharge.currency,
      recharge.channel,
      recharge.rail,
      recharge.amount,
      recharge.requestId,
      recharge.requestHash,
      recharge.at,
      recharge.expiresAt,
    ],
  );
  if (rows[0]) await recordRow(tx, RECHARGES, recharge.orderNumber, 'asked');
  return rows[0];
}

export async function rechargeOfRequest(
  db: Queryable,
  memberId: string,
  requestId: string,
): Promise<Recharge | undefined> {
  const rows = await db.query<Recharge>(
    'wallet.recharge_of_request',
    `SELECT ${RECHARGE} FROM wallet.recharge WHERE member_id = $1 AND request_id = $2`,
    [memberId, requestId],
  );
  return rows[0];
}

/** Those that a server wrote: what was planted is in no true one's way. */
export async function countOpen(db: Queryable, memberId: string): Promise<number> {
  const open = await db.query<{ orderNumber: string }>(
    'wallet.open_recharges',
    `SELECT order_number FROM wallet.recharge WHERE member_id = $1 AND status = 'in_transfer'`,
    [memberId],
  );
  const numbers = open.map(({ orderNumber: number }) => number);
  return (await asRecorded(db, RECHARGES, numbers)).size;
}

/** When a recharge was asked for, and what else of its member the rail has taken back or may still take back. */
export type AtRisk = {
  readonly at: number;
  readonly wasTakenBack: boolean;
  /** Minor units asked for within `withinMs` before it, and since; it is in them. */
  readonly inr: bigint;
  readonly usdt: bigint;
};

export async function atRiskWith(db: Queryable, orderNumber: string, withinMs: number): Promise<AtRisk | undefined> {
  const [row] = await db.query<AtRisk>(
    'wallet.at_risk_with',
    `SELECT r.at, coalesce(bool_or(o.reason = 'reversed' AND o.id <> r.id), false) AS was_taken_back,
       coalesce(sum(o.amount) FILTER (WHERE o.currency = 'INR' AND o.status IN ('in_transfer', 'passed') AND o.at > r.at - $2), 0)::bigint AS inr,
       coalesce(sum(o.amount) FILTER (WHERE o.currency = 'USDT' AND o.status IN ('in_transfer', 'passed') AND o.at > r.at - $2), 0)::bigint AS usdt
     FROM wallet.recharge r JOIN wallet.recharge o ON o.member_id = r.member_id WHERE r.order_number = $1 GROUP BY r.id, r.at`,
    [orderNumber, withinMs],
  );
  return row;
}

/** When the newest recharge was asked for that a member has the money of; 0 without one. */
export async function newestPassed(db: Queryable, memberId: string): Promise<number> {
  const [row] = await db.query<{ at: number | undefined }>(
    'wallet.newest_passed',
    `SELECT max(at) AS at FROM wallet.recharge WHERE member_id = $1 AND status = 'passed'`,
    [memberId],
  );
  return Number(row?.at ?? 0n);
}

export async function setPayTo(db: Queryable, orderNumber: string, payTo: SignedPayTo): Promise<void> {
  await db.query('wallet.set_pay_to', 'UPDATE wallet.recharge SET pay_to = $2::jsonb WHERE order_number = $1', [
    orderNumber,
    JSON.stringify(payTo),
  ]);
}

/**
 * A recharge of any member, locked until the transaction ends. One that is not what a member asked for, or has ended in
 * another way than the log says, is none.
 */
export async function lockRecharge(tx: Tx, orderNumber: string): Promise<Recharge | undefined> {
  const rows = await tx.query<Recharge>(
    'wallet.lock_recharge',
    `SELECT ${RECHARGE} FROM wallet.recharge WHERE order_number = $1 FOR UPDATE`,
    [orderNumber],
  );
  return rows[0] && (await isRecorded(tx, RECHARGES, orderNumber)) ? rows[0] : undefined;
}

export async function findRecharge(
  db: Queryable,
  memberId: string,
  orderNumber: string,
): Promise<Recharge | undefined> {
  const rows = await db.query<Recharge>(
    'wallet.find_recharge',
    `SELECT ${RECHARGE} FROM wallet.recharge WHERE member_id = $1 AND order_number = $2`,
    [memberId, orderNumber],
  );
  return rows[0];
}

/** Ends a recharge that is locked and as it was recorded. */
export async function setStatus(
  tx: Tx,
  orderNumber: string,
  change: { readonly status: RechargeStatus; readonly reason?: RechargeReason; readonly at: number },
): Promise<void> {
  await tx.query(
    'wallet.set_recharge_status',
    'UPDATE wallet.recharge SET status = $2, reason = $3, updated_at = $4 WHERE order_number = $1',
    [orderNumber, change.status, change.reason ?? null, change.at],
  );
  await recordRow(tx, RECHARGES, orderNumber, change.status);
}

/** A member's recharges before one of them, newest first. */
export function rechargePage(
  db: Queryable,
  page: {
    readonly memberId: string;
    readonly currency: string | undefined;
    readonly status: RechargeStatus | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<readonly Recharge[]> {
  return db.query<Recharge>(
    'wallet.recharge_page',
    `SELECT ${RECHARGE} FROM wallet.recharge
     WHERE member_id = $1 AND ($2::text IS NULL OR currency = $2) AND ($3::text IS NULL OR status = $3)
       AND ($4::bigint IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [page.memberId, page.currency ?? null, page.status ?? null, page.before ?? null, page.limit],
  );
}

type Overdue = Pick<Recharge, 'orderNumber' | 'expiresAt'>;

/**
 * Recharges whose time was over by `now`, the oldest first, a page behind one of them; and those that a
 * member asked for.
 */
export async function overdueRecharges(
  db: Queryable,
  now: number,
  { after, limit }: { readonly after: Overdue | undefined; readonly limit: number },
): Promise<{ readonly page: readonly Overdue[]; readonly own: readonly Overdue[] }> {
  const page = await db.query<Overdue>(
    'wallet.overdue_recharges',
    `SELECT order_number, expires_at FROM wallet.recharge WHERE status = 'in_transfer' AND expires_at <= $1
       AND ($3::bigint IS NULL OR (expires_at, order_number) > ($3, $4)) ORDER BY expires_at, order_number LIMIT $2`,
    [now, limit, after?.expiresAt, after?.orderNumber],
  );
  const numbers = page.map(({ orderNumber }) => orderNumber);
  const recorded = await asRecorded(db, RECHARGES, numbers);
  return { page, own: page.filter(({ orderNumber }) => recorded.has(orderNumber)) };
}

/** By order number, for the remarks of the bill. */
export function readChannels(
  db: Queryable,
  memberId: string,
  orderNumbers: readonly string[],
): Promise<readonly { readonly orderNumber: string; readonly channel: string }[]> {
  return db.query(
    'wallet.channels_of_recharges',
    'SELECT order_number, channel FROM wallet.recharge WHERE member_id = $1 AND order_number = ANY($2)',
    [memberId, orderNumbers],
  );
}

export type Effect = 'credited' | 'failed' | 'returned' | 'none' | 'unmatched' | 'suspended' | 'sent_back';

/** Whether money of an order number waits in suspense, or was there and has gone back. */
export type Suspense = 'none' | 'held' | 'sent_back';

export async function readSuspense(tx: Queryable, orderNumber: string): Promise<Suspense> {
  const rows = await tx.query<{ effect: Effect }>(
    'wallet.suspense_of',
    `SELECT effect FROM wallet.rail_report WHERE order_number = $1 AND effect IN ('suspended', 'sent_back')`,
    [orderNumber],
  );
  if (rows.some(({ effect }) => effect === 'sent_back')) return 'sent_back';
  return rows.length > 0 ? 'held' : 'none';
}

export type UnmatchedReport = {
  readonly orderNumber: string;
  readonly currency: 'INR' | 'USDT';
  readonly amount: bigint;
  readonly sentBack: boolean;
  readonly at: number;
};

/**
 * Money that came for these recharges and was not theirs: after their end, or another amount. The newest state of each.
 */
export function listUnmatched(db: Queryable, orderNumbers: readonly string[]): Promise<readonly UnmatchedReport[]> {
  return db.query(
    'wallet.unmatched_of',
    `SELECT DISTINCT ON (order_number) order_number, currency, amount, effect = 'sent_back' AS sent_back, at
     FROM wallet.rail_report WHERE order_number = ANY($1) AND effect IN ('suspended', 'sent_back')
     ORDER BY order_number, (effect = 'sent_back') DESC, at DESC`,
    [orderNumbers],
  );
}

/** Reports of an order number that no recharge has come one after the other. */
export async function lockUnknown(tx: Queryable, orderNumber: string): Promise<void> {
  await tx.query('wallet.lock_unknown', 'SELECT pg_advisory_xact_lock(7366, hashtext($1))', [orderNumber]);
}

/** A rail by itself, or maker and checker of the back office. */
type Reporter = 'rail' | 'people';

/** What is known of money that came in: a rail's report, whose signature was looked at, or people's decision. */
export type ReportIn = Pick<
  Extract<RailReport, { direction: 'in' }>,
  'id' | 'orderNumber' | 'direction' | 'outcome' | 'currency' | 'amount'
> & { readonly reportedBy: Reporter };

/** Keeps a rail's report with what it did. False when it had been kept before. */
export async function insertReport(
  tx: Queryable,
  report: ReportIn & {
    readonly effect: Effect;
    readonly at: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    'wallet.insert_rail_report',
    `INSERT INTO wallet.rail_report (id, order_number, reported_by, outcome, effect, at, amount, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      report.id,
      report.orderNumber,
      report.reportedBy,
      report.outcome,
      report.effect,
      report.at,
      report.amount,
      report.currency,
    ],
  );
  return rows.length > 0;
}
