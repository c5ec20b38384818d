-- Submits a member's appeal against an event: one appeal an event. Answers the appeal that is there then, or null when
-- the member has no such event. It is decided within 72 hours.
CREATE OR REPLACE FUNCTION credit.submit_appeal(p_id text, p_member text, p_event text, p_text text, p_at bigint)
  RETURNS credit.appeal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_appeal credit.appeal;
BEGIN
  INSERT INTO credit.appeal (id, event_id, member_id, text, submitted_at, decides_by)
  -- 72 hours
  SELECT p_id, e.id, e.member_id, p_text, p_at, p_at + 259200000 FROM credit.event e
  WHERE e.id = p_event AND e.member_id = p_member
  ON CONFLICT (event_id) DO NOTHING;
  SELECT a.* INTO v_appeal FROM credit.appeal a WHERE a.event_id = p_event AND a.member_id = p_member;
  RETURN v_appeal;
END $$;
