import { dividend, taxYearStart } from '@khara/rules';
import { finding, type Check } from './finding.ts';

/** Of some actions whose ex-date has come: `action`, with its share, and `holder`, with the shares held before it. */
export const HOLDERS = (which: string): string => `moved AS MATERIALIZED (
    SELECT p.owner, p.asset, e.mdate, sum(p.amount) AS shares FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
    WHERE p.code IN (120, 121, 122) GROUP BY p.owner, p.asset, e.mdate
  ), action AS (
    SELECT c.*, (SELECT t.asset FROM trading.position t WHERE t.code = c.code LIMIT 1) AS asset FROM market.corporate_action c
    WHERE ${which} AND c.applied_ms IS NOT NULL
  ), holder AS (
    SELECT c.id, substr(m.owner, 3) AS user_id, sum(m.shares)::bigint AS shares FROM action c
    JOIN moved m ON m.asset = c.asset AND m.mdate < c.ex_date::text GROUP BY c.id, m.owner HAVING sum(m.shares) <> 0
  )`;

/**
 * Each holder of a share at the close before its ex-date, as the ledger has it, is owed the dividend that was
 * announced, with the tax that the rules say, and no other member is. What was due by a day that is over is paid.
 */
export const verifyDividends: Check = async (tx) => {
  const found = finding('dividends');
  const paidInYear = new Map<string, bigint>();
  for (const row of await tx.query<Row>('verify.dividends', DIVIDENDS)) {
    const of = `dividend ${row.actionId} of ${row.userId}`;
    if (row.held !== row.wasHeld) {
      found.add(`${of} is for ${row.held} shares, and ${row.wasHeld} were held`);
      continue;
    }
    const year = `${row.userId} ${row.code} ${taxYearStart(row.paysOn)}`;
    const before = paidInYear.get(year) ?? 0n;
    const right = dividend({
      quantity: Number(row.held),
      perSharePaise: row.perSharePaise,
      paidThisYearPaise: before,
      day: row.paysOn,
    });
    paidInYear.set(year, before + right.grossPaise);
    if (row.grossPaise !== right.grossPaise || row.tdsPaise !== right.tdsPaise)
      found.add(`${of} is ${row.grossPaise} less ${row.tdsPaise}, not ${right.grossPaise} less ${right.tdsPaise}`);
    if (row.saidOn !== row.paysOn) found.add(`${of} is due on ${row.saidOn ?? null}, not on ${row.paysOn}`);
    const booked = row.paid ? `${row.grossPaise - row.tdsPaise} ${row.tdsPaise}` : undefined;
    if (row.booked !== booked) found.add(`${of} was booked as ${row.booked ?? null}, not as ${booked ?? null}`);
    if (row.overdue && !row.paid) found.add(`${of} was due on ${row.paysOn} and is not paid`);
  }
  return [found.end()];
};

type Row = {
  readonly actionId: string;
  readonly code: string;
  readonly userId: string;
  readonly perSharePaise: bigint;
  readonly paysOn: string;
  readonly held: bigint;
  readonly wasHeld: bigint;
  readonly grossPaise: bigint;
  readonly tdsPaise: bigint;
  readonly saidOn: string | undefined;
  readonly paid: boolean;
  readonly overdue: boolean;
  /** What reached the wallet, and the tax. */
  readonly booked: string | undefined;
};

const DIVIDENDS = `
  WITH ${HOLDERS(`c.kind = 'dividend'`)}
  SELECT c.id AS action_id, c.code, c.per_share_paise, c.pays_on, coalesce(h.user_id, t.user_id) AS user_id, coalesce(t.held, 0) AS held,
    coalesce(h.shares, 0) AS was_held, coalesce(t.gross_paise, 0) AS gross_paise, coalesce(t.tds_paise, 0) AS tds_paise, t.pays_on AS said_on,
    t.paid_ms IS NOT NULL AS paid, c.pays_on <= (SELECT max(d.market_date) FROM market.day d WHERE d.closed_ms IS NOT NULL) AS overdue,
    (SELECT concat_ws(' ', coalesce(sum(p.amount) FILTER (WHERE p.code = 101), 0), coalesce(sum(p.amount) FILTER (WHERE p.code = 202), 0))
     FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
     WHERE e.kind = 'dividend' AND e.ref = c.id || '/' || coalesce(h.user_id, t.user_id) HAVING count(*) > 0) AS booked
  FROM action c
  CROSS JOIN LATERAL (SELECT h.user_id FROM holder h WHERE h.id = c.id UNION SELECT t.user_id FROM trading.entitlement t WHERE t.action_id = c.id) u
  LEFT JOIN holder h ON h.id = c.id AND h.user_id = u.user_id
  LEFT JOIN trading.entitlement t ON t.action_id = c.id AND t.user_id = u.user_id
  ORDER BY c.pays_on, c.ex_date, c.id`;
