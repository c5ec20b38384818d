-- Says yes to an act that two people agree to, as the person whose living session the token is of. Answers not_found,
-- waits (for a second person) or agreed, with both people: then the caller's transaction carries it out. A yes is good
-- for a day; said again it is good for another.
CREATE OR REPLACE FUNCTION console.approve_act(p_token bytea, p_act text, p_subject text, p_reason text, p_now bigint,
  OUT state text, OUT maker text, OUT checker text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_member text;
BEGIN
  checker := console.staff_of(p_token, p_now);
  CASE p_act
    WHEN 'sessions.end' THEN
      SELECT m.id INTO v_member FROM accounts.member m WHERE m.id = p_subject AND m.erased_at IS NULL FOR UPDATE;
    WHEN 'factor.recover' THEN
      PERFORM FROM console.second_factor f WHERE f.staff = p_subject AND f.confirmed_at IS NOT NULL FOR UPDATE;
    ELSE
      RAISE EXCEPTION 'two people cannot agree to %', p_act;
  END CASE;
  IF NOT FOUND THEN
    state := 'not_found';
    RETURN;
  END IF;
  INSERT INTO console.agreement AS a (act, subject, staff, reason, at)
    VALUES (p_act, p_subject, checker, p_reason, p_now)
  ON CONFLICT (act, subject, staff) WHERE done_at IS NULL DO UPDATE SET reason = p_reason, at = p_now;
  SELECT a.staff INTO maker FROM console.agreement a
  WHERE a.act = p_act AND a.subject = p_subject AND a.staff <> checker AND a.done_at IS NULL AND a.at > p_now - 86400000
  ORDER BY a.id LIMIT 1;
  IF maker IS NULL THEN
    state := 'waits';
    PERFORM console.write_down(checker, p_act || '.asked', p_subject, p_reason, v_member, p_now);
    RETURN;
  END IF;
  state := 'agreed';
  UPDATE console.agreement a SET done_at = p_now WHERE a.act = p_act AND a.subject = p_subject AND a.done_at IS NULL;
  PERFORM console.write_down(maker || ', ' || checker, p_act || '.carried_out', p_subject, p_reason, v_member, p_now);
  IF p_act = 'factor.recover' THEN
    DELETE FROM console.recovery_code c WHERE c.staff = p_subject;
    UPDATE console.second_factor f SET key_id = NULL, wrapped_key = NULL, body = NULL, confirmed_at = NULL, due = true
    WHERE f.staff = p_subject;
    UPDATE console.session s SET ended_at = p_now WHERE s.staff = p_subject AND s.ended_at IS NULL;
  END IF;
END $$;
