-- Keeps a signed checkpoint. Its second, third and fourth line have to be size, root and time of the log. False when a
-- later one is there already: neither size nor time ever goes back. Checkpoints are numbered, and each has a hash over
-- all before it, so that a missing one leaves a gap.
CREATE OR REPLACE FUNCTION ledger.add_checkpoint(p_size bigint, p_at_ms bigint, p_note text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_root bytea;
  v_number bigint;
  v_chain bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(461315797602);
  v_root := ledger.root_of(p_size);
  IF v_root IS NULL OR (string_to_array(p_note, E'\n'))[2:5]
    IS DISTINCT FROM ARRAY[p_size::text, encode(v_root, 'base64'), 'time ' || p_at_ms, ''] THEN
    PERFORM ledger.refuse('the log has no such checkpoint');
  END IF;
  IF EXISTS (SELECT FROM ledger.checkpoint c WHERE c.size > p_size OR c.at_ms >= p_at_ms) THEN
    RETURN false;
  END IF;
  SELECT c.number, c.chain INTO v_number, v_chain FROM ledger.checkpoint c ORDER BY c.number DESC LIMIT 1;
  INSERT INTO ledger.checkpoint (size, root, at_ms, note, number, chain)
  VALUES (p_size, v_root, p_at_ms, p_note, coalesce(v_number, 0) + 1,
    sha256(coalesce(v_chain, decode(repeat('00', 32), 'hex')) || convert_to(p_note, 'UTF8')));
  RETURN true;
END $$;
