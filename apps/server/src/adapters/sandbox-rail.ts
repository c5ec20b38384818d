import { createHmac } from 'node:crypto';
import { DECIMALS, showDecimal } from '@khara/money';
import type { Clock } from '#src/kernel/clock.ts';
import type { Db, Tx } from '#src/ports/database.ts';
import type { Channel, PaymentAsked, PaymentRail, PayTo, PayoutTarget, RailReport } from '#src/ports/payment-rail.ts';
import { isOfBank, payToSaid, reportSaid, signAsBank, signReport, type BankKey } from '#src/security/bank-signature.ts';
import { lengthPrefixed } from '#src/security/length-prefixed.ts';

type Outcome = RailReport['outcome'];

/** What the sandbox's bank will say of a payment, and when after it was asked (ms). */
type Plan = readonly { readonly outcome: Outcome; readonly afterMs: number; readonly reason?: string }[];

const SOON_MS = 2000;
const SLOW_MS = 60_000;
const REVERSED_MS = SOON_MS + 20_000;
/** Time for a report to be heard and to be settled. */
const HEARD_MS = 8_000;
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
    { outcome: 'reversed', afterMs: REVERSED_MS },
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
const AT_ONCE: Plan = [{ outcome: 'paid', afterMs: 0 }];

/** Age at which a report under delivery is delivered again: its sender may have crashed. */
const CLAIM_MS = 5000;
const BATCH_SIZE = 100;

/** Who says whether money came in, and when: see `sandboxRail`. */
type Decider = 'sandbox' | 'people' | 'at once';

/**
 * The sandbox's bank. It keeps its payments and reports in tables of its own, so that a restart neither
 * forgets a report nor tells one early, and signs what it says by a key of its own. Its addresses are invalid
 * on any real rail. With RAILS=manual (`decides` is `people`) it says nothing by itself of money that comes
 * in: that waits for people's decision, and expires when none comes. What they have approved to go out it
 * pays as ever. Where programs move market time (`at once`) all that is asked for comes in at once, and
 * stays.
 */
export function sandboxRail({
  db,
  clock,
  key,
  decides = 'sandbox',
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly key: BankKey;
  readonly decides?: Decider;
}): PaymentRail {
  return {
    name: decides === 'people' ? 'manual' : 'sandbox',
    simulated: true,
    waitsForPeople: decides === 'people',
    takesBackWithinMs: decides === 'sandbox' ? REVERSED_MS + HEARD_MS : 0,

    async create(payment) {
      const payTo = payment.direction === 'in' ? payToFor(payment) : undefined;
      const account = payment.direction === 'in' ? payeeAccount(payToFor(payment)) : accountOut(key, payment.to);
      await db.transaction((tx) =>
        keepReports(tx, key, { ...payment, account, askedAt: clock.now() }, planPayment(payment, decides)),
      );
      return payTo && { ...payTo, signature: signAsBank(key, 'pay to', payToSaid(payment, payTo)) };
    },

    isReport: (report) => isOfBank(key, report.signature, 'report', reportSaid(report)),

    isPayTo: (payment, payTo) => isOfBank(key, payTo.signature, 'pay to', payToSaid(payment, payTo)),

    async reported(orderNumber) {
      const rows = await db.query<DueReport>(
        'sandbox_rail.reported',
        `${REPORTS} WHERE r.order_number = $1 AND r.claimed_at IS NOT NULL AND r.due_at <= $2 ORDER BY r.due_at, r.id`,
        [orderNumber, clock.now()],
      );
      return rows.map(toReport);
    },

    async cancel(orderNumber) {
      const [row] = await db.query<{ over: boolean }>(
        'sandbox_rail.cancel',
        `WITH cancelled AS (
           UPDATE sandbox_rail.payment p SET cancelled = $2
           WHERE order_number = $1 AND NOT EXISTS
             (SELECT FROM sandbox_rail.report r WHERE r.order_number = p.order_number AND r.claimed_at IS NOT NULL)
           RETURNING order_number
         )
         SELECT EXISTS (SELECT FROM cancelled)
           OR NOT EXISTS (SELECT FROM sandbox_rail.payment WHERE order_number = $1) AS over`,
        [orderNumber, signAsBank(key, 'cancellation', { orderNumber })],
      );
      return row?.over === true;
    },

    async callback(receive) {
      const reports = await claimReports(db, clock.now());
      const failures: unknown[] = [];
      for (const claimed of reports) {
        try {
          await receive(toReport(claimed));
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

const payeeAccount = ({ vpa, accountNumber, address }: PayTo): string => vpa ?? accountNumber ?? address ?? '';

/** Where a payout goes, as a keyed hash: a bank keeps whole numbers, the product's database does not. */
const accountOut = ({ secretSeed }: BankKey, to: PayoutTarget): string => {
  const texts = Object.entries(to)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat();
  return createHmac('sha256', secretSeed).update(lengthPrefixed(texts)).digest('hex');
};

function planPayment(payment: PaymentAsked, decides: Decider): Plan {
  const { direction } = payment;
  if (direction === 'in' && decides === 'people') return [];
  if (direction === 'in' && decides === 'at once') return AT_ONCE;
  const chooses = direction === 'in' ? payment.amount : payment.askedAmount;
  const plans = direction === 'in' ? PLANS_IN : PLANS_OUT;
  return plans[String(chooses % 100n).padStart(2, '0')] ?? USUAL;
}

type Kept = PaymentAsked & { readonly account: string; readonly askedAt: number };

async function keepReports(tx: Tx, key: BankKey, payment: Kept, plan: Plan): Promise<void> {
  const { orderNumber, amount, currency, direction, account, askedAt } = payment;
  const reports = plan.length;
  const said = { orderNumber, amount, currency, direction, account, askedAt, reports };
  const asked = await tx.query(
    'sandbox_rail.ask',
    `INSERT INTO sandbox_rail.payment (order_number, amount, asked_at, currency, direction, account, reports, signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (order_number) DO NOTHING RETURNING order_number`,
    [orderNumber, amount, askedAt, currency, direction, account, reports, signAsBank(key, 'payment', said)],
  );
  if (asked.length === 0) return;
  const of = { orderNumber, direction, currency, amount, account };
  const planned = plan.map(({ outcome, afterMs, reason }, at) => ({
    ...signReport(key, {
      ...of,
      id: `${orderNumber}-${at + 1}`,
      outcome,
      from: askedAt + afterMs,
      ...(reason !== undefined && { reason }),
    } as RailReport), // the plans above have the outcomes of their direction, and no others
    reason,
  }));
  await tx.query(
    'sandbox_rail.plan',
    `INSERT INTO sandbox_rail.report (id, order_number, outcome, due_at, reason, signature)
     SELECT r.id, $1, r.outcome, r.due_at, r.reason, r.signature
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[]) AS r (id, outcome, due_at, reason, signature)`,
    [
      orderNumber,
      planned.map(({ id }) => id),
      planned.map(({ outcome }) => outcome),
      planned.map(({ from }) => from),
      planned.map(({ reason }) => reason ?? null),
      planned.map(({ signature }) => signature),
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

type DueReport = {
  readonly id: string;
  readonly orderNumber: string;
  readonly outcome: Outcome;
  readonly reason: string | undefined;
  readonly dueAt: number;
  readonly signature: string;
  readonly direction: 'in' | 'out';
  readonly currency: 'INR' | 'USDT';
  readonly amount: bigint;
  readonly account: string;
};

const REPORT = 'r.id, r.order_number, r.outcome, r.reason, r.due_at, r.signature';
const REPORTS = `SELECT ${REPORT}, p.direction, p.currency, p.amount, p.account
  FROM sandbox_rail.report r JOIN sandbox_rail.payment p ON p.order_number = r.order_number`;

function toReport({ dueAt: from, reason, ...report }: DueReport): RailReport {
  return { ...report, from, ...(reason !== undefined && { reason }) } as RailReport;
}

/**
 * Sets out to deliver what is due; a payment that was cancelled is not reported. The payments' rows are locked, as by
 * `cancel`.
 */
async function claimReports(db: Db, now: number): Promise<readonly DueReport[]> {
  const claimed = await db.query<DueReport>(
    'sandbox_rail.claim',
    `WITH due AS (
       SELECT r.id, p.direction, p.currency, p.amount, p.account FROM sandbox_rail.report r
       JOIN sandbox_rail.payment p ON p.order_number = r.order_number
       WHERE r.delivered_at IS NULL AND r.due_at <= $1 AND (r.claimed_at IS NULL OR r.claimed_at <= $2)
         AND p.cancelled IS NULL AND NOT EXISTS
           (SELECT FROM sandbox_rail.report e WHERE e.order_number = r.order_number AND e.id < r.id AND e.delivered_at IS NULL)
       ORDER BY r.due_at, r.id LIMIT $3 FOR UPDATE of r, p SKIP LOCKED
     )
     UPDATE sandbox_rail.report r SET claimed_at = $1 FROM due WHERE r.id = due.id
     RETURNING ${REPORT}, due.direction, due.currency, due.amount, due.account`,
    [now, now - CLAIM_MS, BATCH_SIZE],
  );
  return [...claimed].sort((a, b) => Number(a.dueAt - b.dueAt));
}
