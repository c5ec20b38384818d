import { nameOfRequestSql } from '#modules/orders/index.ts';
import { finding, type Check } from './finding.ts';

/**
 * Orders that were sent together: each is what its run asked for, and a run's orders are its own. A regular
 * purchase was made as often as it counts, once for a date.
 */
export const verifyOrderRuns: Check = async (tx) => {
  const sent = finding('order_runs');
  for (const { what } of await tx.query<{ what: string }>('verify.order_runs', SENT)) sent.add(what);
  return [sent.end()];
};

// A sale of the last lot may be shorter than it was asked for; a change of an order is in its command.
const SENT = `
  SELECT 'order ' || o.id || ' is of the request ' || o.request_id || ', and not what that run asked for' AS what
  FROM trading."order" o
  LEFT JOIN LATERAL (
    SELECT r.user_id, r.state, r.at_ms, l.* FROM trading.order_run r JOIN trading.order_run_line l ON l.run_id = r.id
    WHERE ${nameOfRequestSql('o.request_id')} = CASE WHEN r.regular_id IS NULL THEN 'basket:' ELSE 'sip:' END || r.id || ':' || l.no
  ) l ON true
  LEFT JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
  WHERE o.request_id ~ '^(basket|sip):' AND (l.run_id IS NULL OR l.state = 'skipped' OR l.reason IS NOT NULL
    OR l.order_id <> o.id OR l.state = 'done' AND l.order_id IS NULL
    OR (l.user_id, l.code, l.side, l.type, l.product, l.validity) <> (o.user_id, o.code, o.side, o.type, o.product, o.validity)
    OR coalesce(c.quantity, o.quantity) > l.quantity OR o.accepted_ms < l.at_ms
    OR l.type IN ('limit', 'sl') AND coalesce(c.price_paise, o.price_paise) <> l.price_paise)
  UNION ALL
  SELECT 'run ' || l.run_id || ' has order ' || l.order_id || ', which is none of it' FROM trading.order_run_line l
  JOIN trading.order_run r ON r.id = l.run_id LEFT JOIN trading."order" o ON o.id = l.order_id
  WHERE l.order_id IS NOT NULL AND ${nameOfRequestSql('o.request_id')} IS DISTINCT FROM
    CASE WHEN r.regular_id IS NULL THEN 'basket:' ELSE 'sip:' END || r.id || ':' || l.no
  UNION ALL
  SELECT 'run ' || r.id || ' is done, and ' || count(*) || ' of its orders have no answer' FROM trading.order_run r
  JOIN trading.order_run_line l ON l.run_id = r.id AND l.order_id IS NULL AND l.reason IS NULL
  WHERE r.state = 'done' GROUP BY r.id
  UNION ALL
  SELECT 'regular purchase ' || p.id || ' counts ' || p.made || ' dates, and was made on ' || count(r.id)
  FROM trading.regular_purchase p LEFT JOIN trading.order_run r ON r.regular_id = p.id
  GROUP BY p.id HAVING p.made <> count(r.id)`;
