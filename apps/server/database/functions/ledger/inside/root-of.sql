-- The root over the first p_size leaves. Null when the log is shorter, or has a hole. From the bottom: of each level
-- the beginning of one tile, and what is left of the level below is its last hash.
CREATE OR REPLACE FUNCTION ledger.root_of(p_size bigint) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_root bytea := '';
  v_count int;
  v_hashes bytea;
BEGIN
  IF p_size = 0 THEN
    RETURN sha256(''::bytea);
  END IF;
  FOR v_level IN 0..6 LOOP
    v_count := (p_size >> (8 * v_level)) & 255;
    CONTINUE WHEN v_count = 0;
    SELECT substr(t.hashes, 1, 32 * v_count) INTO v_hashes FROM ledger.tile t
    WHERE t.level = v_level::smallint AND t.idx = p_size >> (8 * v_level + 8);
    IF octet_length(v_hashes) IS DISTINCT FROM 32 * v_count THEN
      RETURN NULL;
    END IF;
    v_root := ledger.root_of_hashes(v_hashes || v_root);
  END LOOP;
  RETURN v_root;
END $$;
