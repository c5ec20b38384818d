-- Records why the books were contradicted, by one person. With the second person money moves again. Answers whether it
-- does.
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
  INSERT INTO ledger.books_cause (stop_id, actor, cause, at_ms) VALUES (v_id, p_actor, p_cause, v_now)
    ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM ledger.note_record('books.cause', json_build_object('stop', v_id, 'actor', p_actor, 'cause', p_cause, 'at',
      v_now)::text, v_id || ':' || p_actor);
  END IF;
  IF (SELECT count(*) FROM ledger.books_cause c WHERE c.stop_id = v_id) < 2 THEN
    RETURN false;
  END IF;
  UPDATE ledger.books_stop s SET resumed_ms = v_now WHERE s.id = v_id;
  PERFORM ledger.note_record('books.resume', json_build_object('stop', v_id, 'at', v_now)::text, v_id::text);
  RETURN true;
END $$;
