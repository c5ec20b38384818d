import type { Queryable } from '#src/ports/database.ts';
import { isOfBank, payToSaid, reportSaid, type BankKey } from '#src/security/bank-signature.ts';
import { finding, type Check, type Finding } from './finding.ts';

/**
 * Every rupee that came in or went out has the report of its rail, and the rail's own payment, or two people
 * who saw it.
 */
export const verifyRails: Check = async (tx, { bank }) => {
  const signed = finding('rail_signed');
  for (const what of await unsigned(tx, bank)) signed.add(what);
  for (const { what } of await tx.query<{ what: string }>('verify.rail_asked', ASKED)) signed.add(what);
  return [
    await findWrong(tx, 'money_in_has_its_payment', MONEY_IN),
    await findWrong(tx, 'money_out_has_its_payment', MONEY_OUT),
    signed.end(),
    await findWrong(tx, 'nothing_overdue', OVERDUE),
  ];
};

/** What counts as the bank's word and is not under its key, in words. */
async function unsigned(tx: Queryable, bank: Pick<BankKey, 'publicKey'>): Promise<readonly string[]> {
  const payments = await tx.query<{
    readonly orderNumber: string;
    readonly amount: bigint;
    readonly currency: string;
    readonly direction: string;
    readonly account: string;
    readonly askedAt: number;
    readonly reports: number;
    readonly signature: string;
    readonly cancelled: string | undefined;
    readonly there: bigint;
  }>('verify.rail_payments', PAYMENTS);
  const reports = await tx.query<Parameters<typeof reportSaid>[0] & { readonly signature: string }>(
    'verify.rail_reports',
    REPORTS,
  );
  const paidTo = await tx.query<Parameters<typeof payToSaid>[0] & { readonly payTo: Parameters<typeof payToSaid>[1] }>(
    'verify.pay_to',
    PAY_TO,
  );
  return [
    ...payments.flatMap(({ signature, cancelled, there, ...said }) => {
      const { orderNumber, reports: planned } = said;
      const isCancelled = cancelled !== undefined && !isOfBank(bank, cancelled, 'cancellation', { orderNumber });
      return [
        ...(isOfBank(bank, signature, 'payment', said) ? [] : [`payment ${orderNumber} is not the bank’s`]),
        ...(Number(there) === planned ? [] : [`payment ${orderNumber} has ${there} reports of ${planned}`]),
        ...(isCancelled ? [`payment ${orderNumber} was not given up by the bank`] : []),
      ];
    }),
    ...reports.flatMap((report) =>
      isOfBank(bank, report.signature, 'report', reportSaid(report)) ? [] : [`report ${report.id} is not the bank’s`],
    ),
    ...paidTo.flatMap(({ payTo, ...payment }) =>
      isOfBank(bank, 'signature' in payTo && payTo.signature, 'pay to', payToSaid(payment, payTo))
        ? []
        : [`recharge ${payment.orderNumber} says to pay another`],
    ),
  ];
}
const PAYMENTS = `SELECT p.order_number, p.amount, p.currency, p.direction, p.account, p.asked_at, p.reports,
    p.signature, p.cancelled, (SELECT count(*) FROM sandbox_rail.report r WHERE r.order_number = p.order_number) AS there
  FROM sandbox_rail.payment p ORDER BY p.order_number`;
const REPORTS = `SELECT r.id, r.order_number, r.outcome, r.due_at AS from, r.reason, r.signature, p.direction, p.currency,
    p.amount, p.account FROM sandbox_rail.report r JOIN sandbox_rail.payment p ON p.order_number = r.order_number ORDER BY r.id`;
const PAY_TO = `SELECT order_number, currency, channel, amount, pay_to
  FROM wallet.recharge WHERE pay_to IS NOT NULL ORDER BY order_number`;

// What was asked of the rail, it has, and nothing else.
const ASKED = `
  SELECT 'recharge ' || r.order_number || ' is no payment of the rail, or another' AS what
  FROM wallet.recharge r LEFT JOIN sandbox_rail.payment p ON p.order_number = r.order_number
  WHERE r.pay_to IS NOT NULL AND (p.direction, p.amount, p.currency, p.account) IS DISTINCT FROM
    ('in', r.amount, r.currency, coalesce(r.pay_to ->> 'vpa', r.pay_to ->> 'accountNumber', r.pay_to ->> 'address'))
  UNION ALL
  SELECT 'payment ' || p.order_number || ' is of nothing that was asked for' FROM sandbox_rail.payment p
  LEFT JOIN wallet.recharge r ON r.order_number = p.order_number AND p.direction = 'in'
  LEFT JOIN wallet.withdrawal w ON w.order_number = p.order_number AND p.direction = 'out'
  WHERE r.id IS NULL AND w.id IS NULL`;

/*
 * Of the ledger's own entries, not of what the wallet says: entry by entry what its report would have to be.
 * Where people decide, the report is theirs (`reported_by`), with the decision of maker and checker; else the
 * rail's own table has the payment and the report.
 */
const CAME = `
  SELECT e.kind, e.ref, p.asset, sum(abs(p.amount)) AS amount
  FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
  WHERE e.kind IN ('recharge', 'recharge_return', 'rail_unmatched', 'rail_unmatched_return') AND p.code = 301
  GROUP BY e.id, p.asset`;

const MONEY_IN = `
  WITH came AS (${CAME}), need (kind, effect, outcome) AS (VALUES ('recharge', 'credited', 'paid'), ('recharge_return', 'returned', 'reversed'),
    ('rail_unmatched', 'suspended', 'paid'), ('rail_unmatched_return', 'sent_back', 'reversed')
  ), entry AS (
    SELECT c.kind, n.effect, n.outcome, c.asset, c.amount, CASE WHEN c.kind LIKE 'rail_%' THEN c.ref END AS report,
      CASE c.kind WHEN 'recharge' THEN c.ref WHEN 'recharge_return' THEN regexp_replace(c.ref, ':return$', '') END AS order_number
    FROM came c JOIN need n USING (kind)
  ), matched AS (
    SELECT e.kind, coalesce(e.order_number, e.report, r.order_number) AS ref, e.amount, r.id, coalesce(r.effect, 'none') AS effect,
      e.kind IS NOT NULL AND r.id IS NOT NULL AND r.amount = e.amount AND r.currency = e.asset AND r.outcome = e.outcome AS agrees,
      CASE WHEN r.reported_by = 'people' THEN EXISTS (
        SELECT FROM wallet.decision d JOIN wallet.recharge w USING (order_number) WHERE d.order_number = r.order_number AND d.approve AND w.rail = 'manual')
      ELSE EXISTS (
        SELECT FROM sandbox_rail.payment p JOIN sandbox_rail.report s USING (order_number)
        WHERE p.order_number = r.order_number AND p.direction = 'in' AND p.amount = r.amount AND p.currency = r.currency
          AND s.id = r.id AND s.outcome = r.outcome AND s.claimed_at IS NOT NULL) END AS paid
    FROM entry e FULL JOIN (SELECT * FROM wallet.rail_report WHERE effect IN ('credited', 'returned', 'suspended', 'sent_back')) r
      ON r.effect = e.effect AND (r.id = e.report OR r.order_number = e.order_number)
  )
  SELECT coalesce(m.kind, m.effect) || ' of ' || m.ref || CASE
    WHEN m.kind IS NULL THEN ': a report without its entry' WHEN m.id IS NULL THEN ': no rail reported it'
    WHEN NOT m.agrees THEN ': the rail reported something else' ELSE ': the rail has no such payment' END AS what
  FROM matched m WHERE NOT (m.agrees AND m.paid)`;

const MONEY_OUT = `
  WITH entry AS (
    SELECT CASE e.kind WHEN 'withdraw_paid' THEN 'paid' ELSE 'returned' END AS effect, regexp_replace(e.ref, ':return$', '') AS order_number
    FROM ledger.entry e WHERE e.kind IN ('withdraw_paid', 'withdraw_return')
  ), matched AS (
    SELECT coalesce(e.effect, r.effect) AS effect, coalesce(e.order_number, r.order_number) AS ref, e.effect IS NOT NULL AS booked, r.id,
      EXISTS (
        SELECT FROM wallet.withdrawal w JOIN sandbox_rail.payment p USING (order_number) JOIN sandbox_rail.report s USING (order_number)
        WHERE w.order_number = r.order_number AND p.direction = 'out' AND p.currency = w.currency AND p.amount = w.amount - w.fee - w.tax
          AND s.id = r.id AND s.outcome = r.outcome AND s.claimed_at IS NOT NULL) AS paid
    FROM entry e FULL JOIN (SELECT * FROM wallet.payout_report WHERE effect IN ('paid', 'returned')) r
      ON r.effect = e.effect AND r.order_number = e.order_number
  )
  SELECT m.effect || ' ' || m.ref || CASE WHEN NOT m.booked THEN ': a report without its entry' WHEN m.id IS NULL THEN ': no rail reported it'
    ELSE ': the rail has no such payment' END AS what
  FROM matched m WHERE NOT (m.booked AND m.paid)`;

/*
 * What time ends is ended while a server runs: it signs the log every ten minutes at least. So the time counts that it
 * ran, and a server that was away is not late.
 */
const OVERDUE = `
  WITH waits AS (
    SELECT 'withdrawal ' || w.order_number AS what, CASE w.status WHEN 'passed' THEN w.passed_at ELSE w.decides_by END AS due
    FROM wallet.withdrawal w WHERE w.status IN ('in_transfer', 'passed')
    UNION ALL SELECT 'recharge ' || r.order_number, r.expires_at FROM wallet.recharge r WHERE r.status = 'in_transfer'
    UNION ALL SELECT 'appeal ' || a.id, a.decides_by FROM credit.appeal a WHERE a.state = 'open'
  ), signed AS (
    SELECT c.at_ms, c.at_ms - lag(c.at_ms) OVER (ORDER BY c.number) AS gap FROM ledger.checkpoint c
  )
  SELECT w.what || ' is overdue since ' || w.due AS what FROM waits w JOIN signed s ON s.at_ms - s.gap >= w.due
  WHERE s.gap <= 660000 GROUP BY w.what, w.due HAVING sum(s.gap) >= 1800000`;

async function findWrong(tx: Queryable, name: string, query: string): Promise<Finding> {
  const found = finding(name);
  for (const { what } of await tx.query<{ what: string }>(`verify.${name}`, query)) found.add(what);
  return found.end();
}
