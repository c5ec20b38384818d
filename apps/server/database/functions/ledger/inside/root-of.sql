-- The root over the first p_size leaves. Null when the log is shorter, or has a hole.
CREATE OR REPLACE FUNCTION ledger.root_of(p_size bigint) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_root bytea;
  v_part bytea;
BEGIN
  IF p_size = 0 THEN
    RETURN sha256(''::bytea);
  END IF;
  -- From the right: each bit of the size is a complete subtree, the smallest the last.
  FOR v_level IN 0..62 LOOP
    IF (p_size >> v_level) & 1 = 1 THEN
      v_part := ledger.subtree(v_level, (p_size >> v_level) - 1);
      IF v_part IS NULL THEN
        RETURN NULL;
      END IF;
      v_root := CASE WHEN v_root IS NULL THEN v_part ELSE sha256('\x01'::bytea || v_part || v_root) END;
    END IF;
  END LOOP;
  RETURN v_root;
END $$;
