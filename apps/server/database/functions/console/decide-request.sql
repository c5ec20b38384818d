-- Agrees to a request or declines it. Answers not_found, already_decided or decided. The constraint
-- request_maker_checker refuses a decision about one's own request.
CREATE OR REPLACE FUNCTION console.decide_request(p_token bytea, p_id bigint, p_approve boolean, p_reason text,
  p_now bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
  v_request console.request;
BEGIN
  SELECT r.* INTO v_request FROM console.request r WHERE r.id = p_id FOR UPDATE;
  IF v_request.id IS NULL THEN
    RETURN 'not_found';
  END IF;
  IF v_request.state <> 'open' THEN
    RETURN 'already_decided';
  END IF;
  UPDATE console.request r SET state = CASE WHEN p_approve THEN 'approved' ELSE 'declined' END, checker = v_staff,
    decision_reason = p_reason, decided_at = p_now
  WHERE r.id = p_id;
  PERFORM console.write_down(v_staff, v_request.action || CASE WHEN p_approve THEN '.agreed' ELSE '.declined' END,
    v_request.subject, p_reason, v_request.member_id, p_now);
  RETURN 'decided';
END $$;
