-- Checks entries that make the charges of a day final: each has the difference that its contract note says, for its
-- member alone. Entry i is described by element i of p_ref; its lines have p_entry = i.
CREATE OR REPLACE FUNCTION ledger.check_notes(
  p_kind text[], p_ref text[], p_entry int[], p_owner text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  SELECT min(x.ref) INTO v_bad
  FROM (
    SELECT e.ref
    FROM unnest(p_kind, p_ref) WITH ORDINALITY AS e (kind, ref, n)
    LEFT JOIN trading.note_differences(p_ref) d ON d.n = e.n
    JOIN unnest(p_entry, p_owner, p_code, p_amount) AS l (entry, owner, code, amount) ON l.entry = e.n
    WHERE e.kind = 'contract_note'
    GROUP BY e.n, e.ref, d.user_id, d.paise, d.absorbed
    HAVING (d.paise, d.absorbed) IS DISTINCT FROM (
        sum(l.amount) FILTER (WHERE l.code = 202), coalesce(-sum(l.amount) FILTER (WHERE l.code = 220), 0))
      OR min(l.owner) FILTER (WHERE l.owner LIKE 'u:%') <> 'u:' || d.user_id
      OR max(l.owner) FILTER (WHERE l.owner LIKE 'u:%') <> 'u:' || d.user_id
  ) x;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ': there is no contract note that says so');
  END IF;
END $$;
