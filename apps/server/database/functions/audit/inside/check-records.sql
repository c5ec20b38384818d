-- Each record of the log hashes to its leaf, and a server has signed it. Whether the signature is a server's, the
-- database cannot say: the sealer and `npm run verify` do.
CREATE OR REPLACE FUNCTION audit.check_records() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'record_matches', count(*), min('record ' || r.id || ' (' || r.type || ') does not have the leaf of its text')
  FROM ledger.record r WHERE r.leaf IS DISTINCT FROM ledger.leaf_of_record(r.uid, r.type, r.at_ms, r.salt, r.json)
  UNION ALL
  SELECT 'record_signatures', count(*), min('record ' || r.id || ' (' || r.type || ') is signed by no server')
  FROM ledger.record r
  WHERE r.type NOT IN ('key.rotate', 'node.certify', 'node.retire')
    AND NOT EXISTS (SELECT FROM ledger.record_signature s WHERE s.record_id = r.id)
$$;
