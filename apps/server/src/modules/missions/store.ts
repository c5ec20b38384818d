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
export const readFacts = async (db: Queryable, userId: string, today: string): Promise<Facts> =>
  (await readFactsOf(db, [userId], today)).get(userId)!;

type Owned = { readonly userId: string };
const ofUser = <T extends Owned>(rows: readonly T[]) => Map.groupBy(rows, (row) => row.userId);

/** The same of several members, by user id, in as many questions. */
export async function readFactsOf(
  db: Queryable,
  userIds: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Facts>> {
  const [orders, fills, steps, applications, withdrawals, refusals] = await Promise.all([
    db.query<Omit<OrderFact, 'fills' | 'steps'> & Owned>(
      'missions.orders',
      `SELECT o.user_id, o.id::text, code, side, type, product, validity, quantity, filled, filled_paise,
              price_paise, trigger_paise, state, reason, market_date,
              accepted_ms AS at, updated_ms, by_system, after_market,
              brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise + dp_paise AS charges_paise
       FROM unnest($1::text[]) AS u (user_id)
       CROSS JOIN LATERAL (SELECT * FROM trading."order" n WHERE n.user_id = u.user_id ORDER BY n.id DESC LIMIT $2) o
       ORDER BY o.id`,
      [userIds, MAX_ORDERS],
    ),
    db.query<FillRow>(
      'missions.fills',
      `SELECT f.*
       FROM unnest($1::text[]) AS u (user_id)
       CROSS JOIN LATERAL (SELECT n.id FROM trading."order" n WHERE n.user_id = u.user_id ORDER BY n.id DESC LIMIT $2) o
       CROSS JOIN LATERAL (SELECT * FROM trading.fill f WHERE f.order_id = o.id OFFSET 0) f ORDER BY f.id`,
      [userIds, MAX_ORDERS],
    ),
    db.query<{ orderId: string; step: string; at: number; ahead: string | undefined; kept: boolean | undefined }>(
      'missions.steps',
      `SELECT e.order_id::text AS order_id, e.step, e.at_ms AS at, e.details #>> '{book,aheadQuantity}' AS ahead,
              (e.details ->> 'keptPriority')::boolean AS kept
       FROM unnest($1::text[]) AS u (user_id)
       CROSS JOIN LATERAL (SELECT n.id FROM trading."order" n WHERE n.user_id = u.user_id ORDER BY n.id DESC LIMIT $2) o
       CROSS JOIN LATERAL (SELECT * FROM trading.order_event e WHERE e.order_id = o.id
         AND e.step IN ('opened', 'triggered', 'modified', 'became_limit') OFFSET 0) e ORDER BY e.order_id, e.no`,
      [userIds, MAX_ORDERS],
    ),
    db.query<ApplicationFact & Owned>(
      'missions.applications',
      `SELECT a.user_id, a.id, o.code, a.lots, a.revision, a.state, a.at_ms AS at, a.updated_ms
       FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id
       WHERE a.user_id = ANY ($1) AND a.kind = 'ipo' ORDER BY a.serial`,
      [userIds],
    ),
    db.query<WithdrawalFact & Owned>(
      'missions.withdrawals',
      `SELECT member_id AS user_id, order_number AS id, amount AS amount_paise, status, at, ended_at
       FROM wallet.withdrawal WHERE member_id = ANY ($1) AND currency = 'INR' ORDER BY id`,
      [userIds],
    ),
    db.query<RefusalFact & Owned>(
      'missions.refusals',
      `SELECT user_id, refusal, at_ms AS at FROM trading.answered_request
       WHERE user_id = ANY ($1) AND refusal IN ('insufficient_funds', 'insufficient_holdings') ORDER BY at_ms`,
      [userIds],
    ),
  ]);
  const own = ownFills(db.ownKeys(), fills).map((fill) => ({ ...fill, orderId: String(fill.orderId) }));
  const [fillsOf, stepsOf] = [byOrder<FillFact & { readonly orderId: string }>(own), byOrder(steps)];
  const [ordersOf, applicationsOf] = [ofUser(orders), ofUser(applications)];
  const [withdrawalsOf, refusalsOf] = [ofUser(withdrawals), ofUser(refusals)];
  const toFacts = (userId: string): Facts => ({
    today,
    orders: (ordersOf.get(userId) ?? []).map((order) => ({
      ...order,
      fills: fillsOf.get(order.id) ?? [],
      steps: (stepsOf.get(order.id) ?? []).map(({ step, at, ahead, kept }): StepFact => ({
        step,
        at,
        ahead: ahead === undefined ? undefined : Number(ahead),
        keptPriority: kept,
      })),
    })),
    applications: applicationsOf.get(userId) ?? [],
    withdrawals: withdrawalsOf.get(userId) ?? [],
    refusals: refusalsOf.get(userId) ?? [],
  });
  return new Map(userIds.map((userId) => [userId, toFacts(userId)]));
}
