-- Asks for something that two people decide, and answers the number of the request. There is one open request at a
-- time about the same subject (request_one_open). An action whose name ends in `.decide` or `.end` concerns a member:
-- its subject is a line of the view that is called after the first word (`console.appeal_line`), which says whom.
-- Answers null when there is no such line. About any other action the server checks the subject, and checks it again
-- when it carries the request out.
CREATE OR REPLACE FUNCTION console.add_request(p_token bytea, p_action text, p_subject text, p_payload jsonb,
  p_reason text, p_now bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
  v_member text;
  v_id bigint;
BEGIN
  IF p_action ~ '^[a-z]+\.(decide|end)$' THEN
    EXECUTE format('SELECT w.member_id FROM console.%I w WHERE w.id::text = $1',
      split_part(p_action, '.', 1) || '_line') INTO v_member USING p_subject;
    IF v_member IS NULL THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO console.request (action, subject, member_id, payload, reason, maker, at)
  VALUES (p_action, p_subject, v_member, p_payload, p_reason, v_staff, p_now) RETURNING id INTO v_id;
  PERFORM console.write_down(v_staff, p_action || '.asked', p_subject, p_reason, v_member, p_now);
  RETURN v_id;
END $$;
