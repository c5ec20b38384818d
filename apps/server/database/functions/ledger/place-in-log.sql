-- The place in the log of an entry (e) or a record (r) with that id and leaf, from 0. Null when it has none yet.
CREATE OR REPLACE FUNCTION ledger.place_in_log(p_source "char", p_id bigint, p_leaf bytea) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_place bigint;
BEGIN
  IF p_source = 'e' THEN
    SELECT t.idx * 256 + nullif(position(p_leaf IN t.hashes), 0) / 32 INTO v_place
    FROM ledger.tile t WHERE t.level = 0 AND t.entry_id >= p_id ORDER BY t.entry_id, t.idx LIMIT 1;
  ELSE
    SELECT t.idx * 256 + nullif(position(p_leaf IN t.hashes), 0) / 32 INTO v_place
    FROM ledger.tile t WHERE t.level = 0 AND t.record_id >= p_id ORDER BY t.record_id, t.idx LIMIT 1;
  END IF;
  RETURN v_place;
END $$;
