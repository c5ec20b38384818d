-- runs as khara_ledger
-- When a check contradicts the books, no new money movement is taken until two people have recorded why. Beginning, causes and end are records of the log.

CREATE TABLE ledger.books_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_name text NOT NULL,
  violations bigint NOT NULL CHECK (violations > 0),
  sample text NOT NULL,
  at_ms bigint NOT NULL,
  resumed_ms bigint
);
CREATE UNIQUE INDEX one_stop_at_a_time ON ledger.books_stop ((true)) WHERE resumed_ms IS NULL;
CREATE TABLE ledger.books_cause (
  stop_id bigint NOT NULL REFERENCES ledger.books_stop,
  actor text NOT NULL CHECK (actor <> ''),
  cause text NOT NULL CHECK (length(cause) BETWEEN 10 AND 2000),
  at_ms bigint NOT NULL,
  PRIMARY KEY (stop_id, actor)
);

-- Stops money, unless it is stopped, or two people have looked at this very finding before. Answers whether it is stopped now.
CREATE FUNCTION ledger.stop_books(p_check text, p_violations bigint, p_sample text) RETURNS boolean
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
  PERFORM ledger.add_record('books.stop', json_build_object('stop', v_id, 'check', p_check, 'violations', p_violations)::text, v_id::text);
  RETURN true;
END $$;

-- A person records why. With the second one, who must be another, money moves again. Answers whether it does.
CREATE FUNCTION ledger.record_cause(p_actor text, p_cause text) RETURNS boolean
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
    PERFORM ledger.add_record('books.cause', json_build_object('stop', v_id, 'actor', p_actor, 'cause', p_cause)::text, v_id || ':' || p_actor);
  END IF;
  IF (SELECT count(*) FROM ledger.books_cause c WHERE c.stop_id = v_id) < 2 THEN
    RETURN false;
  END IF;
  UPDATE ledger.books_stop s SET resumed_ms = v_now WHERE s.id = v_id;
  PERFORM ledger.add_record('books.resume', json_build_object('stop', v_id)::text, v_id::text);
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION ledger.stop_books TO khara_app, khara_job;
GRANT USAGE ON SCHEMA ledger TO khara_console;
GRANT EXECUTE ON FUNCTION ledger.record_cause TO khara_console;
