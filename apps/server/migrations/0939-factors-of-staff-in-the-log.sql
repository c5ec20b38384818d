-- runs as khara_ledger
-- By what staff sign in is in the log as what members sign in by is. A stop of the books is in it whole: a row that was made up, or says something else, would
-- keep a finding from ever stopping money again.

INSERT INTO ledger.record_type (type, what) VALUES
  ('staff.factor', 'the second factor of a person of the back office, with its recovery codes, was set up, used up or taken back');

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
  IF EXISTS (SELECT FROM ledger.books_stop s WHERE s.check_name = p_check AND s.violations = p_violations AND s.sample = p_sample) THEN
    RETURN false;
  END IF;
  INSERT INTO ledger.books_stop (check_name, violations, sample, at_ms) VALUES (p_check, p_violations, p_sample, v_now) RETURNING id INTO v_id;
  PERFORM ledger.add_record('books.stop', json_build_object('stop', v_id, 'check', p_check, 'violations', p_violations,
    'sample', encode(sha256(convert_to(p_sample, 'UTF8')), 'hex'), 'at', v_now)::text, v_id::text);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION ledger.record_cause(p_actor text, p_cause text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint;
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(461315797603);
  SELECT s.id INTO v_id FROM ledger.books_stop s WHERE s.resumed_ms IS NULL;
  IF v_id IS NULL THEN
    RETURN true;
  END IF;
  INSERT INTO ledger.books_cause (stop_id, actor, cause, at_ms) VALUES (v_id, p_actor, p_cause, v_now) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM ledger.add_record('books.cause', json_build_object('stop', v_id, 'actor', p_actor, 'cause', p_cause, 'at', v_now)::text, v_id || ':' || p_actor);
  END IF;
  IF (SELECT count(*) FROM ledger.books_cause c WHERE c.stop_id = v_id) < 2 THEN
    RETURN false;
  END IF;
  UPDATE ledger.books_stop s SET resumed_ms = v_now WHERE s.id = v_id;
  PERFORM ledger.add_record('books.resume', json_build_object('stop', v_id, 'at', v_now)::text, v_id::text);
  RETURN true;
END $$;
