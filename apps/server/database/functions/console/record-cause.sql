-- Records in the ledger why the books were contradicted, by the two people who agreed on it. Answers false, and records
-- nothing, when the stop that they explained is not the one that stops money now.
CREATE OR REPLACE FUNCTION console.record_cause(p_id bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_request console.request;
BEGIN
  SELECT r.* INTO STRICT v_request FROM console.request r WHERE r.id = p_id AND r.state = 'approved'
    AND r.action LIKE 'books.%';
  PERFORM FROM console.books_stop_line s WHERE s.id::text = v_request.subject;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM ledger.record_cause(v_request.maker, v_request.payload ->> 'cause');
  PERFORM ledger.record_cause(v_request.checker, v_request.payload ->> 'cause');
  RETURN true;
END $$;
