-- The person whose living session a token is of: used within 15 minutes, begun within 12 hours. Raises an error when
-- there is none. A use that is ahead by more than clocks may differ is none.
CREATE OR REPLACE FUNCTION console.staff_of(p_token bytea, p_now bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_staff text;
BEGIN
  IF console.is_now(p_now) IS NOT TRUE THEN
    RAISE EXCEPTION 'the clocks of caller and database differ by more than five minutes' USING ERRCODE = '22008';
  END IF;
  SELECT s.staff INTO v_staff FROM console.session s
  WHERE s.token_hash = p_token AND s.ended_at IS NULL AND s.created_at > p_now - 43200000
    AND s.last_seen_at > p_now - 900000 AND s.last_seen_at <= p_now + 300000;
  IF v_staff IS NULL THEN
    RAISE EXCEPTION 'no living session of the back office' USING ERRCODE = '42501';
  END IF;
  RETURN v_staff;
END $$;
