-- The records that the caller's transaction has written and that are not signed yet, in the order of their ids. Those
-- that the log's key signs are not among them.
CREATE OR REPLACE FUNCTION ledger.written_records() RETURNS SETOF ledger.record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.* FROM ledger.record r
  WHERE r.id = ANY (string_to_array(nullif(current_setting('khara.records', true), ''), ',')::bigint[])
    AND r.type NOT IN ('key.rotate', 'node.certify', 'node.retire')
    AND NOT EXISTS (SELECT FROM ledger.record_signature s WHERE s.record_id = r.id)
  ORDER BY r.id
$$;
