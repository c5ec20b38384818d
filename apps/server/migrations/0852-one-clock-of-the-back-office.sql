-- Which session of the back office is alive, and what is too late to be decided, follows from an instant that the caller names. It may differ from the database's by
-- five minutes and no more: else whoever can log in as the back office's role could bring sessions back to life that ended by their age, of two people too.

CREATE FUNCTION console.is_now(p_now bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT abs(p_now - extract(epoch FROM clock_timestamp()) * 1000) <= 300000
$$;
REVOKE ALL ON FUNCTION console.is_now FROM khara_app, khara_job;

-- As in 0611, and now.
CREATE OR REPLACE FUNCTION console.staff_of(p_token bytea, p_now bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_staff text;
BEGIN
  IF console.is_now(p_now) IS NOT TRUE THEN
    RAISE EXCEPTION 'the clocks of caller and database differ by more than five minutes' USING ERRCODE = '22008';
  END IF;
  SELECT s.staff INTO v_staff FROM console.session s
  WHERE s.token_hash = p_token AND s.ended_at IS NULL AND s.last_seen_at > p_now - 900000 AND s.created_at > p_now - 43200000;
  IF v_staff IS NULL THEN
    RAISE EXCEPTION 'no living session of the back office' USING ERRCODE = '42501';
  END IF;
  RETURN v_staff;
END $$;
