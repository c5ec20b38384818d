-- What a line of the bill repeats of its entry is what the entry says.
CREATE OR REPLACE FUNCTION audit.check_bill() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'bill_matches_entries', count(*), min('bill line ' || b.seq || ' of ' || b.owner || ' in ' || b.asset
    || ' says something else than its entry')
  FROM ledger.bill_line b LEFT JOIN ledger.entry e ON e.id = b.entry_id
  WHERE (b.kind, b.ref, b.mdate, b.at_ms) IS DISTINCT FROM (e.kind, e.ref, e.mdate, e.at_ms)
$$;
