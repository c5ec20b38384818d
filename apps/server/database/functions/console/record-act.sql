-- Writes down an act that one person does: looks at a picture, answers a member, saves content. Answers who it was.
CREATE OR REPLACE FUNCTION console.record_act(p_token bytea, p_action text, p_subject text, p_reason text,
  p_member text, p_now bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
BEGIN
  PERFORM console.write_down(v_staff, p_action, p_subject, p_reason, p_member, p_now);
  RETURN v_staff;
END $$;
