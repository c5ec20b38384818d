import { OPEN_STATES_SQL } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

/**
 * Rows that follow from others: what value came by, what sales of a day were charged, why an order ended, what the
 * journal holds, and up to which number rows have been counted.
 */
export const verifyDerived: Check = async (tx) => [
  await findWrong(tx, 'sources_used', SOURCES),
  await findWrong(tx, 'dp_charges', DP_CHARGES),
  await findWrong(tx, 'order_reasons', REASONS),
  await findWrong(tx, 'journal_whole', JOURNAL),
  await findWrong(tx, 'receipts_kept', RECEIPTS),
  await numbers(tx),
];

/**
 * A source is noted with the entries that use it, in one transaction: one without any would let value in once
 * more. That of a dividend waits for the day on which it is paid.
 */
const SOURCES = `
  SELECT 'source ' || s.id || ' (' || s.type || ') has ' || count(e.id) || ' entries' AS what
  FROM ledger.source s LEFT JOIN ledger.kind k ON k.source = s.type AND (s.purpose IS NULL OR s.purpose = k.kind)
  LEFT JOIN ledger.entry e ON e.kind = k.kind AND e.ref = s.id
  WHERE NOT EXISTS (SELECT FROM trading.entitlement t WHERE t.action_id || '/' || t.user_id = s.id AND t.paid_ms IS NULL)
  GROUP BY s.type, s.id HAVING count(e.id) = 0
  UNION ALL
  SELECT 'source ' || s.id || ' (' || s.type || ') is for ' || s.owner || ', and no entry that uses it' FROM ledger.source s
  WHERE s.owner <> 'x' AND NOT EXISTS (SELECT FROM ledger.kind k JOIN ledger.entry e ON e.kind = k.kind AND e.ref = s.id JOIN ledger.posting p ON p.entry_id = e.id
      WHERE k.source = s.type AND (s.purpose IS NULL OR s.purpose = k.kind) AND p.owner = s.owner)
    AND NOT EXISTS (SELECT FROM trading.entitlement t WHERE t.action_id || '/' || t.user_id = s.id AND s.owner = 'u:' || t.user_id AND t.paid_ms IS NULL)
  UNION ALL
  SELECT 'hold ' || h.id || ' has ' || h.unsettled || ' unsettled shares, its entry ' || coalesce(x.shares, 0) FROM ledger.hold h
  LEFT JOIN (SELECT e.ref, sum(-p.amount) AS shares FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
    WHERE e.kind = 'sell_hold' AND p.code = 122 GROUP BY e.ref) x ON x.ref = h.id
  WHERE h.unsettled <> coalesce(x.shares, 0)`;

/** Of an account, a share and a date: the value of its delivery sales, and what was charged for them. */
const DP_CHARGES = `
  WITH sold AS (
    SELECT f.user_id, f.asset, d.market_date, sum(f.value_paise) AS sold, sum(f.dp_paise) AS dp
    FROM trading.fill f JOIN market.day d ON d.market_day = f.market_day
    WHERE f.side = 'sell' AND f.product = 'delivery' GROUP BY f.user_id, f.asset, d.market_date
  )
  SELECT 'sales of ' || coalesce(s.asset, c.asset) || ' on ' || coalesce(s.market_date, c.market_date) || ' by '
    || coalesce(s.user_id, c.user_id) || ' are charged for otherwise' AS what
  FROM sold s FULL JOIN trading.dp_charged c
    ON c.user_id = s.user_id AND c.asset = s.asset AND c.market_date = s.market_date
  WHERE (s.sold, s.dp) IS DISTINCT FROM (c.sold_paise::numeric, c.dp_paise::numeric)`;

/** Why an order ended is what its last step says, and what its command says where one ended it. */
const REASONS = `
  SELECT 'order ' || o.id || ' ended for ' || coalesce(o.reason, 'nothing') || ', its history says '
    || coalesce(e.reason, 'nothing') AS what
  FROM trading."order" o
  LEFT JOIN LATERAL (SELECT e.reason FROM trading.order_event e WHERE e.order_id = o.id ORDER BY e.no DESC LIMIT 1) e ON true
  WHERE o.state IN ('cancelled', 'rejected', 'expired') AND o.reason IS DISTINCT FROM e.reason
  UNION ALL
  SELECT 'order ' || o.id || ' ended for ' || coalesce(o.reason, 'nothing') || ', its command says ' || c.reason
  FROM trading.journal_command c JOIN trading."order" o ON o.id = c.order_id
  WHERE c.kind = 'expire' AND c.applied_step IS NOT NULL AND o.state = 'expired' AND o.reason IS DISTINCT FROM c.reason`;

/**
 * Within a step of a market day the places of commands are numbered from 0 without a gap. What an order’s history says
 * of commands, and that it reached the market, has them.
 */
const JOURNAL = `
  SELECT 'step ' || c.applied_step || ' of market day ' || c.market_day || ' has ' || count(*) || ' commands, the last at place '
    || max(c.applied_index) AS what
  FROM trading.command c WHERE c.applied_step IS NOT NULL
  GROUP BY c.market_day, c.applied_step HAVING count(*) <> max(c.applied_index) + 1
  UNION ALL
  SELECT 'step ' || s.no || ' of order ' || s.order_id || ' is of command ' || (s.details ->> 'seq') || ', which is gone'
  FROM trading.order_step s LEFT JOIN trading.journal_command c ON c.seq = (s.details ->> 'seq')::bigint AND c.order_id = s.order_id
  WHERE s.details ? 'seq' AND c.seq IS NULL
  UNION ALL
  SELECT 'order ' || o.id || ' was ' || o.state || ' in the market, and no command says so' FROM trading."order" o
  LEFT JOIN trading.command p ON p.order_id = o.id AND p.kind = 'place'
  WHERE CASE WHEN p.seq IS NULL THEN NOT o.after_market OR o.filled > 0 OR o.state <> 'pending' AND o.state IN ${OPEN_STATES_SQL}
    ELSE o.reason = 'cancelled_by_member'
      AND NOT EXISTS (SELECT FROM trading.journal_command c WHERE c.order_id = o.id AND c.kind = 'cancel') END`;

/**
 * The commit that took an order has the signed receipt of its entry: that by which it was filled as it came,
 * or else its first hold. Other receipts are signed when they are asked for: of one that is gone a repeat is
 * signed anew.
 */
const RECEIPTS = `
  WITH signed AS (SELECT s.uid FROM ledger.signed_receipt s UNION ALL SELECT unnest(s.others) FROM ledger.signed_receipt s)
  SELECT 'entry ' || e.id || ' (' || e.kind || ' ' || e.ref || ') has no receipt any more' AS what FROM ledger.entry e
  WHERE (e.kind IN ('buy', 'sell') OR e.kind IN ('order_hold', 'sell_hold', 'margin_hold') AND e.ref ~ '^order-[0-9]+$'
      AND NOT EXISTS (SELECT FROM ledger.entry f WHERE f.kind IN ('buy', 'sell') AND f.ref = e.ref))
    AND NOT EXISTS (SELECT FROM signed s WHERE s.uid = e.uid)`;

/** Numbers go on behind the newest row: one that goes back gives two things one name. */
async function numbers(tx: Queryable): Promise<Finding> {
  const found = finding('numbers_go_on');
  const columns = await tx.query<{ of: string; column: string; sequence: string }>('verify.numbered', NUMBERED);
  for (const { of, column, sequence } of columns) {
    const [row] = await tx.query<{ newest: bigint | undefined; next: bigint }>(
      `verify.numbers.${of}.${column}`,
      `SELECT (SELECT max(${column}) FROM ${of})::bigint AS newest,
         (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM ${sequence}) AS next`,
    );
    if (row?.newest != null && row.newest > row.next)
      found.add(`${of} is at ${row.newest}, its numbers at ${row.next}`);
  }
  return found.end();
}

/** Columns of the product whose rows are numbered by a sequence, by identity, by their default or by a function. */
const NUMBERED = `
  SELECT format('%I.%I', n.nspname, c.relname) AS of, format('%I', a.attname) AS column, s.oid::regclass::text AS sequence
  FROM pg_class s JOIN pg_depend d ON d.refobjid = s.oid AND d.classid = 'pg_attrdef'::regclass
  JOIN pg_attrdef f ON f.oid = d.objid JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
  JOIN pg_class c ON c.oid = f.adrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE s.relkind = 'S' AND n.nspname <> 'pgboss'
  UNION ALL
  SELECT format('%I.%I', n.nspname, c.relname), format('%I', a.attname), s.oid::regclass::text
  FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
  JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
  WHERE s.relkind = 'S' AND n.nspname <> 'pgboss'
  UNION ALL
  SELECT format('%I.%I', n.nspname, c.relname), format('%I', a.attname), x.sequence
  FROM pg_attrdef f JOIN (VALUES ('trading.next_number()', 'trading.number'),
    ('trading.next_journal_number()', 'trading.journal_number'), ('trading.next_later_number()', 'trading.journal_number')
  ) AS x (call, sequence) ON pg_get_expr(f.adbin, f.adrelid) = x.call
  JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
  JOIN pg_class c ON c.oid = f.adrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  ORDER BY 1, 2`;

async function findWrong(tx: Queryable, name: string, query: string): Promise<Finding> {
  const found = finding(name);
  for (const { what } of await tx.query<{ what: string }>(`verify.${name}`, query)) found.add(what);
  return found.end();
}
