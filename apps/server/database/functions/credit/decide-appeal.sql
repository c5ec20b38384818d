-- Decides an appeal, by two people or, when both are null, by time, which upholds it. An upheld appeal voids its event.
-- The log has a record of each decision. Null when it was decided before.
CREATE OR REPLACE FUNCTION credit.decide_appeal(p_appeal text, p_uphold boolean, p_reason text, p_maker text,
  p_checker text, p_at bigint) RETURNS credit.appeal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_appeal credit.appeal;
BEGIN
  UPDATE credit.appeal a
  SET state = CASE WHEN p_uphold THEN 'upheld' ELSE 'declined' END, decided_at = p_at, reason = p_reason,
    maker = p_maker, checker = p_checker,
      decided_by = CASE WHEN p_maker IS NULL AND p_checker IS NULL THEN 'time' ELSE 'people' END
  WHERE a.id = p_appeal AND a.state = 'open' RETURNING a.* INTO v_appeal;
  IF v_appeal.id IS NULL THEN
    RETURN v_appeal;
  END IF;
  PERFORM ledger.note_record('score.appeal', json_build_object('appeal', v_appeal.id, 'event', v_appeal.event_id,
    'owner', 'u:' || v_appeal.member_id, 'state', v_appeal.state, 'by', v_appeal.decided_by, 'reason', v_appeal.reason,
    'maker', v_appeal.maker, 'checker', v_appeal.checker, 'at', v_appeal.decided_at)::text, v_appeal.id);
  IF NOT p_uphold THEN
    RETURN v_appeal;
  END IF;
  UPDATE credit.event e SET ended_at = greatest(p_at, e.at), end_reason = 'voided'
  WHERE e.id = v_appeal.event_id AND e.ended_at IS NULL;
  PERFORM ledger.note_record('score.void', json_build_object('event', v_appeal.event_id, 'appeal', v_appeal.id,
    'by', v_appeal.decided_by, 'reason', coalesce(p_reason, 'undecided'), 'maker', p_maker, 'checker', p_checker,
    'at', p_at)::text, v_appeal.event_id);
  RETURN v_appeal;
END $$;
