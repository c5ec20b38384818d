-- Adds an event of a rule, once per rule and cause, and notes it in the log: its facts, which may name sums, as a hash
-- under the member's salt. Points and end are the rule's. False when the event is there already.
CREATE OR REPLACE FUNCTION credit.add_event(p_id text, p_member text, p_rule text, p_about text, p_facts jsonb,
  p_at bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_event credit.event;
BEGIN
  INSERT INTO credit.event (id, member_id, rule, points, at, expires_at, about, facts)
  SELECT p_id, p_member, r.id, r.points, p_at, p_at + r.life_ms, p_about, p_facts FROM credit.rule r WHERE r.id = p_rule
  ON CONFLICT (rule, about) DO NOTHING RETURNING * INTO v_event;
  IF v_event.id IS NULL THEN
    IF NOT EXISTS (SELECT FROM credit.rule r WHERE r.id = p_rule) THEN
      RAISE EXCEPTION 'the credit score has no rule %', p_rule;
    END IF;
    RETURN false;
  END IF;
  PERFORM ledger.note_record('score.event', json_build_object('event', v_event.id, 'owner', 'u:' || v_event.member_id,
    'rule', v_event.rule, 'points', v_event.points, 'at', v_event.at, 'expiresAt', v_event.expires_at,
    'about', v_event.about,
    'facts', (SELECT encode(sha256(m.log_salt || convert_to(v_event.facts::text, 'UTF8')), 'hex') FROM accounts.member m
      WHERE m.id = v_event.member_id))::text, v_event.id);
  RETURN true;
END $$;
