-- Checks value that comes in or goes out: each line with the outside has the amount that the entry's source says, and
-- each entry its user. Entry i is described by element i of p_kind and p_ref; its lines have p_entry = i. What is the
-- same for every line is looked up once.
CREATE OR REPLACE FUNCTION ledger.check_sources(
  p_kind text[], p_ref text[], p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  SELECT min(x.kind || ' ' || x.ref) INTO v_bad
  FROM (
    SELECT e.kind, e.ref
    FROM unnest(p_kind, p_ref) WITH ORDINALITY AS e (kind, ref, n)
    JOIN ledger.kind k ON k.kind = e.kind AND k.source IS NOT NULL
    -- Asked with both halves of the key: there is nothing for the planner to choose.
    LEFT JOIN LATERAL (SELECT * FROM ledger.source f WHERE f.type = k.source AND f.id = e.ref OFFSET 0) s
      ON s.purpose IS NULL OR s.purpose = e.kind
    JOIN (
      SELECT n.*, n.code = ANY (ARRAY(SELECT c.code FROM ledger.chart c WHERE c.outside)) AS outside,
        n.owner LIKE 'u:%' AS tracked
      FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) AS n (entry, owner, asset, code, amount)
    ) l ON l.entry = e.n
    GROUP BY e.n, e.kind, e.ref, k.legs, s.id, s.owner, s.asset, s.amount, s.other_asset, s.other_amount
    HAVING s.id IS NULL OR count(*) FILTER (WHERE l.outside) <> k.legs
      OR count(*) FILTER (WHERE l.outside AND abs(l.amount) = CASE l.asset WHEN s.asset THEN s.amount WHEN s.other_asset
        THEN s.other_amount END) <> k.legs
      OR max(l.owner) FILTER (WHERE l.tracked) <> s.owner
  ) x;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ': there is no source that says so');
  END IF;
END $$;
