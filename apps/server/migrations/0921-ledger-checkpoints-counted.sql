-- runs as khara_ledger
-- Checkpoints are counted, and each carries a hash over all before it: one that is taken away leaves a gap. The record of each market day's closing names the
-- newest one by number and hash, so that the count cannot be made anew either.

ALTER TABLE ledger.checkpoint ADD COLUMN number bigint UNIQUE, ADD COLUMN chain ledger.hash;

ALTER TABLE ledger.checkpoint DISABLE TRIGGER append_only;
WITH RECURSIVE counted AS (
  SELECT c.size, c.at_ms, c.note, row_number() OVER (ORDER BY c.size, c.at_ms) AS number FROM ledger.checkpoint c
), chained AS (
  SELECT c.size, c.at_ms, c.number, sha256(decode(repeat('00', 32), 'hex') || convert_to(c.note, 'UTF8')) AS chain FROM counted c WHERE c.number = 1
  UNION ALL
  SELECT c.size, c.at_ms, c.number, sha256(b.chain || convert_to(c.note, 'UTF8')) FROM chained b JOIN counted c ON c.number = b.number + 1
)
UPDATE ledger.checkpoint c SET number = n.number, chain = n.chain FROM chained n WHERE n.size = c.size AND n.at_ms = c.at_ms;
ALTER TABLE ledger.checkpoint ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE ledger.checkpoint ALTER number SET NOT NULL, ALTER chain SET NOT NULL;

CREATE OR REPLACE FUNCTION ledger.add_checkpoint(p_size bigint, p_at_ms bigint, p_note text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_root bytea;
  v_number bigint;
  v_chain bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(461315797602);
  v_root := ledger.root_of(p_size);
  IF v_root IS NULL OR (string_to_array(p_note, E'\n'))[2:5] IS DISTINCT FROM ARRAY[p_size::text, encode(v_root, 'base64'), 'time ' || p_at_ms, ''] THEN
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
