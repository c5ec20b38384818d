import { isRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Channel } from '#src/ports/payment-rail.ts';

/** The SQL of withdrawals, and nothing but SQL. Instants are ms. */

export type WithdrawalStatus = 'in_transfer' | 'passed' | 'paid' | 'failed' | 'revoked';
export type WithdrawalReason = 'payout_returned' | 'name_mismatch' | 'rail_refused' | 'declined' | 'debt_open';
export type Decider = 'sandbox' | 'time' | 'people';

export type TargetDto = {
  readonly holderName?: string;
  readonly bankName?: string;
  readonly ifsc?: string;
  readonly accountNumber?: string;
  readonly network?: 'TRC' | 'ERC';
  readonly address?: string;
};

export type Withdrawal = {
  readonly id: bigint;
  readonly orderNumber: string;
  readonly memberId: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: Channel;
  readonly bankAccountId: string | undefined;
  readonly target: string;
  readonly shownTo: TargetDto;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
  readonly status: WithdrawalStatus;
  readonly reason: WithdrawalReason | undefined;
  readonly rail: string;
  readonly decidedBy: Decider | undefined;
  readonly at: number;
  readonly decidesBy: bigint;
  readonly passedAt: number | undefined;
  readonly paidAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly updatedAt: number;
};
const WITHDRAWAL = `id, order_number, member_id, currency, channel, bank_account_id, target, shown_to, amount, fee, tax, status, reason, rail,
  decided_by, at, decides_by, passed_at, paid_at, ended_at, updated_at`;

/**
 * Where a withdrawal goes, as its owner was shown it and confirmed it, and how much; and what has become of it: the log
 * answers for it.
 */
export const WITHDRAWAL_TARGETS: RecordedTable = {
  type: 'withdrawal.target',
  table: 'wallet.withdrawal',
  id: 'order_number',
  member: 'member_id',
  columns: [
    't.currency',
    't.channel',
    't.bank_account_id',
    't.target',
    't.shown_to',
    't.amount',
    't.fee',
    't.tax',
    't.rail',
    't.at',
    't.decides_by',
    't.status',
    't.reason',
    't.decided_by',
    't.passed_at',
    't.paid_at',
    't.ended_at',
  ],
};

export async function insertWithdrawal(
  tx: Tx,
  withdrawal: Pick<
    Withdrawal,
    | 'orderNumber'
    | 'memberId'
    | 'currency'
    | 'channel'
    | 'bankAccountId'
    | 'target'
    | 'shownTo'
    | 'amount'
    | 'fee'
    | 'tax'
    | 'rail'
  > & { readonly at: number; readonly decidesBy: number },
): Promise<void> {
  await tx.query(
    'wallet.insert_withdrawal',
    `INSERT INTO wallet.withdrawal (order_number, member_id, currency, channel, bank_account_id, target, shown_to, amount, fee, tax, rail, at,
       decides_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $12)`,
    [
      withdrawal.orderNumber,
      withdrawal.memberId,
      withdrawal.currency,
      withdrawal.channel,
      withdrawal.bankAccountId,
      withdrawal.target,
      JSON.stringify(withdrawal.shownTo),
      withdrawal.amount,
      withdrawal.fee,
      withdrawal.tax,
      withdrawal.rail,
      withdrawal.at,
      withdrawal.decidesBy,
    ],
  );
  await recordRow(tx, WITHDRAWAL_TARGETS, withdrawal.orderNumber, 'asked');
}

export async function countUnderWay(tx: Queryable, memberId: string): Promise<number> {
  const [row] = await tx.query<{ open: bigint }>(
    'wallet.count_withdrawals_under_way',
    `SELECT count(*) AS open FROM wallet.withdrawal WHERE member_id = $1 AND status IN ('in_transfer', 'passed')`,
    [memberId],
  );
  return Number(row?.open ?? 0n);
}

/** Whether a member has been paid at this target before, and it did not come back. */
export async function wasPaid(db: Queryable, memberId: string, target: string): Promise<boolean> {
  const rows = await db.query(
    'wallet.was_paid',
    `SELECT FROM wallet.withdrawal WHERE member_id = $1 AND target = $2 AND status = 'paid' LIMIT 1`,
    [memberId, target],
  );
  return rows.length > 0;
}

/** Whether a member has withdrawn before, and never to this target. */
export async function isAnotherTarget(db: Queryable, memberId: string, target: string): Promise<boolean> {
  const [row] = await db.query<{ another: boolean }>(
    'wallet.is_another_target',
    `SELECT count(*) > 0 AND count(*) FILTER (WHERE target = $2) = 0 AS another FROM wallet.withdrawal WHERE member_id = $1`,
    [memberId, target],
  );
  return row?.another === true;
}

export async function findWithdrawal(
  db: Queryable,
  memberId: string,
  orderNumber: string,
): Promise<Withdrawal | undefined> {
  const [row] = await db.query<Withdrawal>(
    'wallet.find_withdrawal',
    `SELECT ${WITHDRAWAL} FROM wallet.withdrawal WHERE member_id = $1 AND order_number = $2`,
    [memberId, orderNumber],
  );
  return row;
}

/**
 * A withdrawal of any member, locked until the transaction ends. One that is not what its member confirmed, or has got
 * further than the log says, is none.
 */
export async function lockWithdrawal(tx: Tx, orderNumber: string): Promise<Withdrawal | undefined> {
  const [row] = await tx.query<Withdrawal>(
    'wallet.lock_withdrawal',
    `SELECT ${WITHDRAWAL} FROM wallet.withdrawal WHERE order_number = $1 FOR UPDATE`,
    [orderNumber],
  );
  return row && (await isRecorded(tx, WITHDRAWAL_TARGETS, orderNumber)) ? row : undefined;
}

/** Whether there is such an order, as the log has it or not. */
export async function isThere(db: Queryable, orderNumber: string): Promise<boolean> {
  const rows = await db.query('wallet.is_withdrawal', 'SELECT FROM wallet.withdrawal WHERE order_number = $1', [
    orderNumber,
  ]);
  return rows.length > 0;
}

/** Takes a locked withdrawal a step further; the database knows which steps there are. */
export async function stepWithdrawal(
  tx: Tx,
  orderNumber: string,
  change: {
    readonly status: WithdrawalStatus;
    readonly reason?: WithdrawalReason;
    readonly decidedBy?: Decider;
    readonly at: number;
  },
): Promise<void> {
  await tx.query(
    'wallet.step_withdrawal',
    `UPDATE wallet.withdrawal SET status = $2::text, reason = $3, decided_by = coalesce(decided_by, $4), updated_at = $5,
       passed_at = CASE WHEN $2::text = 'passed' THEN $5 ELSE passed_at END,
       paid_at = CASE WHEN $2::text = 'paid' THEN $5 ELSE paid_at END,
       ended_at = CASE WHEN $2::text IN ('failed', 'revoked') THEN $5 ELSE ended_at END
     WHERE order_number = $1`,
    [orderNumber, change.status, change.reason ?? null, change.decidedBy ?? null, change.at],
  );
  await recordRow(tx, WITHDRAWAL_TARGETS, orderNumber, change.status);
}

/** A member's withdrawals before one of them, newest first. */
export function withdrawalPage(
  db: Queryable,
  page: {
    readonly memberId: string;
    readonly currency: string | undefined;
    readonly status: WithdrawalStatus | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<readonly Withdrawal[]> {
  return db.query<Withdrawal>(
    'wallet.withdrawal_page',
    `SELECT ${WITHDRAWAL} FROM wallet.withdrawal
     WHERE member_id = $1 AND ($2::text IS NULL OR currency = $2) AND ($3::text IS NULL OR status = $3)
       AND ($4::bigint IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [page.memberId, page.currency ?? null, page.status ?? null, page.before ?? null, page.limit],
  );
}

/** Withdrawals of any member whose next step was due by an instant: to be decided, or to be paid. */
export function overdueWithdrawals(db: Queryable, dueBy: number): Promise<readonly Pick<Withdrawal, 'orderNumber'>[]> {
  return db.query(
    'wallet.overdue_withdrawals',
    `SELECT order_number FROM wallet.withdrawal WHERE status IN ('in_transfer', 'passed')
       AND CASE status WHEN 'passed' THEN passed_at ELSE decides_by END <= $1 ORDER BY id`,
    [dueBy],
  );
}

/** By order number, for the remarks of the bill. */
export function channelsOfWithdrawals(
  db: Queryable,
  memberId: string,
  orderNumbers: readonly string[],
): Promise<readonly { readonly orderNumber: string; readonly channel: string }[]> {
  return db.query(
    'wallet.channels_of_withdrawals',
    'SELECT order_number, channel FROM wallet.withdrawal WHERE member_id = $1 AND order_number = ANY($2)',
    [memberId, orderNumbers],
  );
}

export type PayoutEffect = 'paid' | 'returned' | 'released' | 'none' | 'impossible';

/** Keeps a report of a payout with what it did. False when it had been kept before. */
export async function insertPayoutReport(
  tx: Queryable,
  report: {
    readonly id: string;
    readonly orderNumber: string;
    readonly outcome: 'paid' | 'returned' | 'failed';
    readonly reason: string | undefined;
    readonly effect: PayoutEffect;
    readonly at: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    'wallet.insert_payout_report',
    `INSERT INTO wallet.payout_report (id, order_number, outcome, reason, effect, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [report.id, report.orderNumber, report.outcome, report.reason ?? null, report.effect, report.at],
  );
  return rows.length > 0;
}

/** What two people decided of an order. Refused by the database when they are one, or when it was decided before. */
export async function insertDecision(
  tx: Queryable,
  decision: {
    readonly orderNumber: string;
    readonly approve: boolean;
    readonly reason: string;
    readonly maker: string;
    readonly checker: string;
    readonly at: number;
  },
): Promise<void> {
  await tx.query(
    'wallet.insert_decision',
    'INSERT INTO wallet.decision (order_number, approve, reason, maker, checker, at) VALUES ($1, $2, $3, $4, $5, $6)',
    [decision.orderNumber, decision.approve, decision.reason, decision.maker, decision.checker, decision.at],
  );
}
