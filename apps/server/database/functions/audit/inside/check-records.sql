-- Each record of the log hashes to its leaf.
CREATE OR REPLACE FUNCTION audit.check_records() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'record_matches', count(*), min('record ' || r.id || ' (' || r.type || ') does not have the leaf of its text')
  FROM ledger.record r WHERE r.leaf IS DISTINCT FROM ledger.leaf_of_record(r.uid, r.type, r.at_ms, r.salt, r.json)
$$;
