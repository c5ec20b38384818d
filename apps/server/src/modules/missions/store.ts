import { type FillRow, ownFills } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { ApplicationFact, Facts, FillFact, OrderFact, RefusalFact, StepFact, WithdrawalFact } from './facts.ts';

/** Newest orders that are looked at: each statement goes through one member's rows by an index. */
const MAX_ORDERS = 500;

function byOrder<T extends { readonly orderId: string }>(rows: readonly T[]): ReadonlyMap<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) found.set(row.orderId, [...(found.get(row.orderId) ?? []), row]);
  return found;
}

/** What missions look at, of one member, as it is now. */
export async function readFacts(db: Queryable, userId: string, today: string): Promise<Facts> {
  const [orders, fills, steps, applications, withdrawals, refusals] = await Promise.all([
    db.query<Omit<OrderFact, 'fills' | 'steps'>>(
      'missions.orders',
      `SELECT id::text, code, side, type, product, validity, quantity, filled, filled_paise,
              price_paise, trigger_paise, state, reason, market_date,
              accepted_ms AS at, updated_ms, by_system, after_market,
              brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise + dp_paise AS charges_paise
       FROM trading."order" WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
      [userId, MAX_ORDERS],
    ),
    db.query<FillRow>(
      'missions.fills',
      `SELECT f.*
       FROM (SELECT id FROM trading."order" WHERE user_id = $1 ORDER BY id DESC LIMIT $2) o
       CROSS JOIN LATERAL (SELECT * FROM trading.fill f WHERE f.order_id = o.id OFFSET 0) f ORDER BY f.id`,
      [userId, MAX_ORDERS],
    ),
    db.query<{ orderId: string; step: string; at: number; ahead: string | undefined; kept: boolean | undefined }>(
      'missions.steps',
      `SELECT e.order_id::text AS order_id, e.step, e.at_ms AS at, e.details #>> '{book,aheadQuantity}' AS ahead,
              (e.details ->> 'keptPriority')::boolean AS kept
       FROM (SELECT id FROM trading."order" WHERE user_id = $1 ORDER BY id DESC LIMIT $2) o
       CROSS JOIN LATERAL (SELECT * FROM trading.order_event e WHERE e.order_id = o.id
         AND e.step IN ('opened', 'triggered', 'modified', 'became_limit') OFFSET 0) e ORDER BY e.order_id, e.no`,
      [userId, MAX_ORDERS],
    ),
    db.query<ApplicationFact>(
      'missions.applications',
      `SELECT a.id, o.code, a.lots, a.revision, a.state, a.at_ms AS at, a.updated_ms
       FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id
       WHERE a.user_id = $1 AND a.kind = 'ipo' ORDER BY a.serial`,
      [userId],
    ),
    db.query<{ id: string; amountPaise: bigint; status: string; at: number; endedAt: number | undefined }>(
      'missions.withdrawals',
      `SELECT order_number AS id, amount AS amount_paise, status, at, ended_at
       FROM wallet.withdrawal WHERE member_id = $1 AND currency = 'INR' ORDER BY id`,
      [userId],
    ),
    db.query<{ refusal: string; at: number }>(
      'missions.refusals',
      `SELECT refusal, at_ms AS at FROM trading.answered_request
       WHERE user_id = $1 AND refusal IN ('insufficient_funds', 'insufficient_holdings') ORDER BY at_ms`,
      [userId],
    ),
  ]);
  const own = ownFills(db.ownKeys(), fills).map((fill) => ({ ...fill, orderId: String(fill.orderId) }));
  const [fillsOf, stepsOf] = [byOrder<FillFact & { readonly orderId: string }>(own), byOrder(steps)];
  return {
    today,
    orders: orders.toReversed().map((order) => ({
      ...order,
      triggerPaise: order.triggerPaise,
      reason: order.reason,
      at: order.at,
      updatedAt: order.updatedAt,
      fills: fillsOf.get(order.id) ?? [],
      steps: (stepsOf.get(order.id) ?? []).map(({ step, at, ahead, kept }): StepFact => ({
        step,
        at: at,
        ahead: ahead === undefined ? undefined : Number(ahead),
        keptPriority: kept,
      })),
    })),
    applications: applications.map((row): ApplicationFact => ({
      ...row,
      at: row.at,
      updatedAt: row.updatedAt,
    })),
    withdrawals: withdrawals.map((row): WithdrawalFact => ({
      ...row,
      at: row.at,
      endedAt: row.endedAt,
    })),
    refusals: refusals.map((row): RefusalFact => ({ refusal: row.refusal, at: row.at })),
  };
}
