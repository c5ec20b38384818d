-- runs as khara_ledger
-- Before the tables have been analysed the planner looked through all sources of a type for each entry: the more there are, the slower every
-- settlement. A subquery that is asked with both halves of the key has nothing to choose.
CREATE OR REPLACE FUNCTION ledger.check_sources(p_id bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  SELECT e.kind || ' ' || e.ref INTO v_bad
  FROM ledger.entry e
  JOIN ledger.kind k ON k.kind = e.kind AND k.source IS NOT NULL
  LEFT JOIN LATERAL (SELECT * FROM ledger.source f WHERE f.type = k.source AND f.id = e.ref OFFSET 0) s ON s.purpose IS NULL OR s.purpose = e.kind
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE c.outside) AS outside, max(a.owner) FILTER (WHERE a.tracked) AS owner,
           count(*) FILTER (WHERE c.outside AND abs(p.amount) = CASE p.asset WHEN s.asset THEN s.amount WHEN s.other_asset THEN s.other_amount END) AS agreeing
    FROM ledger.posting p JOIN ledger.account a ON a.id = p.account_id JOIN ledger.chart c ON c.code = a.code
    WHERE p.entry_id = e.id
  ) l
  WHERE e.id = ANY (p_id) AND (s.id IS NULL OR l.outside <> k.legs OR l.agreeing <> k.legs OR l.owner <> s.owner)
  LIMIT 1;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ': there is no source that says so');
  END IF;
END $$;
