-- Notes that a request was carried out, in the caller's transaction, or why it could not be.
CREATE OR REPLACE FUNCTION console.record_execution(p_id bigint, p_failure text, p_now bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_request console.request;
BEGIN
  UPDATE console.request r SET state = CASE WHEN p_failure IS NULL THEN 'carried_out' ELSE 'failed' END,
    carried_at = p_now, failure = p_failure
  WHERE r.id = p_id AND r.state = 'approved' RETURNING r.* INTO STRICT v_request;
  INSERT INTO console.audit (actor, action, subject, reason, at)
    VALUES ('server', v_request.action || '.' || v_request.state, v_request.subject, v_request.reason, p_now);
  INSERT INTO accounts.access (member_id, actor, action, reason, at)
  SELECT v_request.member_id, v_request.maker || ', ' || v_request.checker, v_request.action || '.' || v_request.state,
    v_request.reason, p_now
  WHERE v_request.member_id IS NOT NULL;
END $$;
