import type { Db } from '../db.ts';
import type { Clock } from '../deps.ts';
import type { PaymentRail, RailReport } from '../ports.ts';

/** What the sandbox's bank will say of a payment, and when after it was asked (ms). */
type Plan = readonly { readonly outcome: RailReport['outcome']; readonly afterMs: number }[];

const SOON_MS = 2000;
/**
 * The paise of the amount choose the outcome, as the app's help says: .13 fails, .17 takes 60 seconds, .19 is reported twice, .23 is taken back 20 seconds
 * after it passed, anything else passes at once.
 */
const PLANS: Readonly<Record<string, Plan>> = {
  13: [{ outcome: 'failed', afterMs: SOON_MS }],
  17: [{ outcome: 'paid', afterMs: 60_000 }],
  19: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'paid', afterMs: SOON_MS + 1000 },
  ],
  23: [
    { outcome: 'paid', afterMs: SOON_MS },
    { outcome: 'reversed', afterMs: SOON_MS + 20_000 },
  ],
};
const USUAL: Plan = [{ outcome: 'paid', afterMs: SOON_MS }];

/** A report that somebody set out to deliver is delivered again after so long: whoever did may have crashed. */
const CLAIM_MS = 5000;
const AT_ONCE = 100;

export type SandboxRail = PaymentRail & {
  /** Delivers the reports that are due. Each is delivered at least once, and before the next one of its payment. Answers how many. */
  deliverDue(receive: (report: RailReport) => Promise<void>): Promise<number>;
};

/**
 * The sandbox's bank. It keeps its payments and reports in tables of its own, so that a restart neither forgets a report nor tells one early; its addresses end
 * in @sandbox, which no real payment app accepts. With RAILS=manual (`decides` is `people`) it says nothing by itself: a payment waits for people's decision, and
 * expires when none comes.
 */
export function sandboxRail({
  db,
  clock,
  decides = 'sandbox',
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly decides?: 'sandbox' | 'people';
}): SandboxRail {
  return {
    name: decides === 'people' ? 'manual' : 'sandbox',

    async ask({ orderNumber, currency, amount }) {
      const now = clock.now();
      const plan = decides === 'people' ? [] : (PLANS[String(amount % 100n).padStart(2, '0')] ?? USUAL);
      await db.transaction(async (tx) => {
        const asked = await tx.query(
          'sandbox_rail.ask',
          `insert into sandbox_rail.payment (order_number, amount, asked_at) values ($1, $2, $3)
           on conflict (order_number) do nothing returning order_number`,
          [orderNumber, amount, now],
        );
        if (asked.length === 0) return;
        await tx.query(
          'sandbox_rail.plan',
          `insert into sandbox_rail.report (id, order_number, outcome, due_at)
           select $1 || '-' || n, $1, outcome, due_at from unnest($2::text[], $3::bigint[]) with ordinality as r (outcome, due_at, n)`,
          [orderNumber, plan.map(({ outcome }) => outcome), plan.map(({ afterMs }) => now + afterMs)],
        );
      });
      const vpa = `${orderNumber.toLowerCase()}@sandbox`;
      const rupees = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
      const query = new URLSearchParams({ pa: vpa, pn: NAME, am: rupees, cu: currency, tn: orderNumber });
      return { name: NAME, vpa, qr: `upi://pay?${query}` };
    },

    async status(orderNumber) {
      const [row] = await db.query<{ state: 'pending' | 'paid' | 'failed' | 'reversed' | 'cancelled' }>(
        'sandbox_rail.status',
        'select state from sandbox_rail.payment where order_number = $1',
        [orderNumber],
      );
      return row?.state ?? 'unknown';
    },

    async cancel(orderNumber) {
      const rows = await db.query(
        'sandbox_rail.cancel',
        `update sandbox_rail.payment p set state = 'cancelled'
         where order_number = $1 and state in ('pending', 'cancelled') and not exists
           (select from sandbox_rail.report r where r.order_number = p.order_number and r.claimed_at is not null)
         returning order_number`,
        [orderNumber],
      );
      return rows.length > 0;
    },

    async deliverDue(receive) {
      const reports = await claim(db, clock.now());
      const failures: unknown[] = [];
      for (const { id, order_number: orderNumber, outcome } of reports) {
        try {
          await receive({ id, orderNumber, outcome });
          await db.query('sandbox_rail.delivered', 'update sandbox_rail.report set delivered_at = $2 where id = $1', [
            id,
            clock.now(),
          ]);
        } catch (error) {
          failures.push(error); // told again later; the others must not wait for it
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Reports of the sandbox rail were not taken');
      return reports.length;
    },
  };
}

const NAME = 'Khara Sandbox Bank';

type Claimed = {
  readonly id: string;
  readonly order_number: string;
  readonly outcome: RailReport['outcome'];
  readonly due_at: bigint;
};

/** Sets out to deliver what is due: the payment's state changes now, and a payment that was cancelled is not reported. The payments' rows are locked, as by `cancel`. */
async function claim(db: Db, now: number): Promise<readonly Claimed[]> {
  const claimed = await db.query<Claimed>(
    'sandbox_rail.claim',
    `with due as (
       select r.id, r.order_number, r.outcome from sandbox_rail.report r
       join sandbox_rail.payment p on p.order_number = r.order_number
       where r.delivered_at is null and r.due_at <= $1 and (r.claimed_at is null or r.claimed_at <= $2)
         and p.state <> 'cancelled' and not exists
           (select from sandbox_rail.report e where e.order_number = r.order_number and e.id < r.id and e.delivered_at is null)
       order by r.due_at, r.id limit $3 for update of r, p skip locked
     ), moved as (
       update sandbox_rail.payment p set state = due.outcome from due where p.order_number = due.order_number
     )
     update sandbox_rail.report r set claimed_at = $1 from due where r.id = due.id
     returning r.id, r.order_number, r.outcome, r.due_at`,
    [now, now - CLAIM_MS, AT_ONCE],
  );
  return [...claimed].sort((a, b) => Number(a.due_at - b.due_at));
}
