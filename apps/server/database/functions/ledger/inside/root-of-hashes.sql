-- The root of the tree over hashes that stand one after the other, in the shape of RFC 6962: two that follow each other
-- make a node, and one that is left over goes up as it is.
CREATE OR REPLACE FUNCTION ledger.root_of_hashes(p_hashes bytea) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_count int := octet_length(p_hashes) / 32;
BEGIN
  WHILE v_count > 1 LOOP
    p_hashes := (
      SELECT string_agg(CASE WHEN 2 * i + 1 < v_count THEN sha256('\x01'::bytea || substr(p_hashes, 64 * i + 1, 64))
        ELSE substr(p_hashes, 64 * i + 1, 32) END, ''::bytea ORDER BY i)
      FROM generate_series(0, (v_count - 1) / 2) AS i
    );
    v_count := (v_count + 1) / 2;
  END LOOP;
  RETURN p_hashes;
END $$;
