-- Ends the events of a rule that a member has healed: those about p_about, or all of them when it is null. Each is
-- noted in the log. Answers how many.
CREATE OR REPLACE FUNCTION credit.cure_events(p_member text, p_rule text, p_about text, p_at bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_event record;
  v_cured bigint := 0;
BEGIN
  FOR v_event IN
    UPDATE credit.event e SET ended_at = greatest(p_at, e.at), end_reason = 'cured'
    WHERE e.member_id = p_member AND e.rule = p_rule AND (p_about IS NULL OR e.about = p_about) AND e.ended_at IS NULL
      AND e.expires_at > p_at
    RETURNING e.id, e.ended_at
  LOOP
    PERFORM ledger.note_record('score.event',
      json_build_object('event', v_event.id, 'healedAt', v_event.ended_at)::text, v_event.id || ':healed');
    v_cured := v_cured + 1;
  END LOOP;
  RETURN v_cured;
END $$;
