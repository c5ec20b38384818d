-- Stops money, unless it is stopped or two people have looked at this very finding before. Answers whether it is
-- stopped now.
CREATE OR REPLACE FUNCTION ledger.stop_books(p_check text, p_violations bigint, p_sample text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint;
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(461315797603);
  IF EXISTS (SELECT FROM ledger.books_stop s WHERE s.resumed_ms IS NULL) THEN
    RETURN true;
  END IF;
  IF EXISTS (SELECT FROM ledger.books_stop s WHERE s.check_name = p_check AND s.violations = p_violations
    AND s.sample = p_sample) THEN
    RETURN false;
  END IF;
  INSERT INTO ledger.books_stop (check_name, violations, sample, at_ms) VALUES (p_check, p_violations, p_sample, v_now)
    RETURNING id INTO v_id;
  PERFORM ledger.note_record('books.stop', json_build_object('stop', v_id, 'check', p_check, 'violations', p_violations,
    'sample', encode(sha256(convert_to(p_sample, 'UTF8')), 'hex'), 'at', v_now)::text, v_id::text);
  RETURN true;
END $$;
