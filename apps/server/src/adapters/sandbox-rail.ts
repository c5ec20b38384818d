import { DECIMALS, showDecimal } from '@khara/money';
import type { Db, Tx } from '#src/ports/database.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { Channel, PayTo, PaymentAsked, PaymentRail, PaymentState, RailReport } from '#src/ports/payment-rail.ts';

type Outcome = RailReport['outcome'];

/** What the sandbox's bank will say of a payment, and when after it was asked (ms). */
type Plan = readonly { readonly outcome: Outcome; readonly afterMs: number; readonly reason?: string }[];

const SOON_MS = 2000;
const SLOW_MS = 60_000;
/**
 * The last two decimals of the amount choose what becomes of it, as the app's help says. Money in: .13 fails,
 * .17 takes 60 seconds, .19 is reported twice, .23 is taken back 20 seconds after it passed, anything else
 * passes at once.
 */
const PLANS_IN: Readonly<Record<string, Plan>> = {
  13: [{ outcome: 'failed', afterMs: SOON_MS }],
  17: [{ outcome: 'paid', afterMs: SLOW_MS }],
  19: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'paid', afterMs: SOON_MS + 1000 },
  ],
  23: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'reversed', afterMs: SOON_MS + 20_000 },
  ],
};
/**
 * Money out, by the amount that the member asked for: .13 and .23 are paid and come back, the latter because
 * the holder's name differs.
 */
const PLANS_OUT: Readonly<Record<string, Plan>> = {
  13: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'returned', afterMs: SOON_MS + 4000, reason: 'payout_returned' },
  ],
  17: [{ outcome: 'paid', afterMs: SLOW_MS }],
  19: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'paid', afterMs: SOON_MS + 1000 },
  ],
  23: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'returned', afterMs: SOON_MS + 4000, reason: 'name_mismatch' },
  ],
};
const USUAL: Plan = [{ outcome: 'paid', afterMs: SOON_MS }];

/** Age at which a report under delivery is delivered again: its sender may have crashed. */
const CLAIM_MS = 5000;
const BATCH_SIZE = 100;

/**
 * The sandbox's bank. It keeps its payments and reports in tables of its own, so that a restart neither
 * forgets a report nor tells one early. Its addresses are invalid on any real rail. With RAILS=manual
 * (`decides` is `people`) it says nothing by itself of money that comes in: that waits for people's decision,
 * and expires when none comes. What they have approved to go out it pays as ever.
 */
export function sandboxRail({
  db,
  clock,
  decides = 'sandbox',
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly decides?: 'sandbox' | 'people';
}): PaymentRail {
  return {
    name: decides === 'people' ? 'manual' : 'sandbox',
    simulated: true,
    waitsForPeople: decides === 'people',

    async create(payment) {
      await db.transaction((tx) => keepReport(tx, payment, planOf(payment, decides), clock.now()));
      return payment.direction === 'in' ? payToFor(payment) : undefined;
    },

    async status(orderNumber) {
      const [row] = await db.query<{ state: PaymentState }>(
        'sandbox_rail.status',
        'SELECT state FROM sandbox_rail.payment WHERE order_number = $1',
        [orderNumber],
      );
      return row?.state ?? 'unknown';
    },

    async cancel(orderNumber) {
      const rows = await db.query(
        'sandbox_rail.cancel',
        `UPDATE sandbox_rail.payment p SET state = 'cancelled'
         WHERE order_number = $1 AND state IN ('pending', 'cancelled') AND NOT EXISTS
           (SELECT FROM sandbox_rail.report r WHERE r.order_number = p.order_number AND r.claimed_at IS NOT NULL)
         RETURNING order_number`,
        [orderNumber],
      );
      return rows.length > 0;
    },

    async callback(receive) {
      const reports = await claimReport(db, clock.now());
      const failures: unknown[] = [];
      for (const claimed of reports) {
        try {
          await receive(reportOf(claimed));
          await db.query('sandbox_rail.delivered', 'UPDATE sandbox_rail.report SET delivered_at = $2 WHERE id = $1', [
            claimed.id,
            clock.now(),
          ]);
        } catch (error) {
          failures.push(error); // reported again later; the others must not wait for it
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Reports of the sandbox rail were not taken');
      return reports.length;
    },

    payTo: (currency, channel) => payToFor({ currency, channel }),
  };
}

function planOf(payment: PaymentAsked, decides: 'sandbox' | 'people'): Plan {
  const { direction } = payment;
  if (direction === 'in' && decides === 'people') return [];
  const chooses = direction === 'in' ? payment.amount : payment.askedAmount;
  const plans = direction === 'in' ? PLANS_IN : PLANS_OUT;
  return plans[String(chooses % 100n).padStart(2, '0')] ?? USUAL;
}

async function keepReport(tx: Tx, payment: PaymentAsked, plan: Plan, now: number): Promise<void> {
  const { orderNumber, amount, currency, direction } = payment;
  const asked = await tx.query(
    'sandbox_rail.ask',
    `INSERT INTO sandbox_rail.payment (order_number, amount, asked_at, currency, direction) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (order_number) DO NOTHING RETURNING order_number`,
    [orderNumber, amount, now, currency, direction],
  );
  if (asked.length === 0) return;
  await tx.query(
    'sandbox_rail.plan',
    `INSERT INTO sandbox_rail.report (id, order_number, outcome, due_at, reason)
     SELECT $1 || '-' || n, $1, outcome, due_at, reason
     FROM unnest($2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS r (outcome, due_at, reason, n)`,
    [
      orderNumber,
      plan.map(({ outcome }) => outcome),
      plan.map(({ afterMs }) => now + afterMs),
      plan.map(({ reason }) => reason ?? null),
    ],
  );
}

const NAME = 'Khara Sandbox Bank';
const IFSC = 'KHAR0000001';
const NOT_REAL = 'SANDBOX, no real payment';

/**
 * Pay-to details that nothing real accepts: a UPI id of @sandbox, an account of a bank that does not exist,
 * addresses with letters that no address has.
 */
function payToFor({
  currency,
  channel,
  amount,
  orderNumber,
}: {
  readonly currency: 'INR' | 'USDT';
  readonly channel: Channel;
  readonly amount?: bigint;
  readonly orderNumber?: string;
}): PayTo {
  const name = NAME;
  const sum = amount === undefined ? undefined : showDecimal(amount, DECIMALS[currency]);
  const marked = (...parts: readonly (string | undefined)[]): string =>
    [NOT_REAL, channel, ...parts.filter((part) => part !== undefined), currency, sum].filter(Boolean).join('\n');
  switch (channel) {
    case 'UPI': {
      const vpa = `${(orderNumber ?? 'khara').toLowerCase()}@sandbox`;
      const query = new URLSearchParams({ pa: vpa, pn: `${name} (${NOT_REAL})` });
      if (sum !== undefined) query.set('am', sum);
      query.set('cu', currency);
      if (orderNumber !== undefined) query.set('tn', orderNumber);
      return { name, vpa, qr: `upi://pay?${query}` };
    }
    case 'TRC':
    case 'ERC': {
      const address = `${channel === 'TRC' ? 'T0' : '0x'}SANDBOX-${orderNumber ?? 'KHARA'}`;
      return { name, network: channel, address, qr: marked(address) };
    }
    default: {
      const accountNumber = `SANDBOX-${orderNumber ?? 'KHARA'}`;
      return { name, accountNumber, ifsc: IFSC, qr: marked(accountNumber, IFSC, name) };
    }
  }
}

type ClaimedReport = {
  readonly id: string;
  readonly order_number: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly due_at: bigint;
  readonly direction: 'in' | 'out';
  readonly currency: 'INR' | 'USDT';
  readonly amount: bigint;
};

function reportOf({
  id,
  order_number: orderNumber,
  outcome,
  reason,
  direction,
  currency,
  amount,
}: ClaimedReport): RailReport {
  // The plans above have the outcomes of their direction, and no others.
  if (direction === 'in') return { id, orderNumber, direction, outcome, currency, amount } as RailReport;
  return { id, orderNumber, direction, outcome, ...(reason !== null && { reason }) } as RailReport;
}

/**
 * Sets out to deliver what is due: the payment's state changes now, and a payment that was cancelled is not
 * reported. The payments' rows are locked, as by `cancel`.
 */
async function claimReport(db: Db, now: number): Promise<readonly ClaimedReport[]> {
  const claimed = await db.query<ClaimedReport>(
    'sandbox_rail.claim',
    `WITH due AS (
       SELECT r.id, r.order_number, r.outcome, p.direction, p.currency, p.amount FROM sandbox_rail.report r
       JOIN sandbox_rail.payment p ON p.order_number = r.order_number
       WHERE r.delivered_at IS NULL AND r.due_at <= $1 AND (r.claimed_at IS NULL OR r.claimed_at <= $2)
         AND p.state <> 'cancelled' AND NOT EXISTS
           (SELECT FROM sandbox_rail.report e WHERE e.order_number = r.order_number AND e.id < r.id AND e.delivered_at IS NULL)
       ORDER BY r.due_at, r.id LIMIT $3 FOR UPDATE of r, p SKIP LOCKED
     ), moved AS (
       UPDATE sandbox_rail.payment p SET state = due.outcome FROM due WHERE p.order_number = due.order_number
     )
     UPDATE sandbox_rail.report r SET claimed_at = $1 FROM due WHERE r.id = due.id
     RETURNING r.id, r.order_number, r.outcome, r.reason, r.due_at, due.direction, due.currency, due.amount`,
    [now, now - CLAIM_MS, BATCH_SIZE],
  );
  return [...claimed].sort((a, b) => Number(a.due_at - b.due_at));
}
