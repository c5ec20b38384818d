-- The bill: every change of the money a user owns (101 to 105 together), in the words of the user, without a gap. The
-- lines of the platform and the outside have their sign turned, and those of one word are one line, numbered as the
-- first of them. An entry says what is owned after it; its lines of the bill lead there.
CREATE VIEW ledger.bill_line AS
  SELECT e.person, p.owner, a.name AS asset, e.bill_seq[w.asset] - w.later AS seq, e.id AS entry_id, w.line,
         w.business_type, w.amount, e.owned[w.asset] - w.later_amount - w.amount AS before,
         e.owned[w.asset] - w.later_amount AS after, e.at_ms, e.mdate, e.ref, e.kind
  FROM ledger.entry e
  JOIN ledger.person p ON p.id = e.person
  CROSS JOIN LATERAL (
    SELECT g.*, count(*) OVER later AS later, coalesce(sum(g.amount) OVER later, 0)::bigint AS later_amount
    FROM (
      SELECT l.asset, min(l.line)::smallint AS line, r.business_type, -sum(l.amount)::bigint AS amount
      FROM unnest(e.asset, e.code, e.amount) WITH ORDINALITY AS l (asset, code, amount, line)
      JOIN ledger.rule r ON r.kind = e.kind AND r.code = l.code AND r.sign = CASE WHEN l.amount > 0 THEN 1 ELSE -1 END
      WHERE r.business_type IS NOT NULL AND e.owned[l.asset] IS NOT NULL
      GROUP BY l.asset, r.business_type
    ) g
    WINDOW later AS (PARTITION BY g.asset ORDER BY g.line ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
  ) w
  JOIN ledger.asset a ON a.id = w.asset
  WHERE e.owned IS NOT NULL;
