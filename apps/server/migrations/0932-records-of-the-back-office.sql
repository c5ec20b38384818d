-- Each line of the audit, each line of a member's access log, each request and each decision is a record of the log, written with the row by whatever writes
-- the row. A request that was changed by hand cannot go on either: its record would have another text (KH001).

CREATE FUNCTION console.record_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.add_record('ops.line', json_build_object('id', NEW.id::text, 'actor', NEW.actor, 'action', NEW.action, 'subject', NEW.subject,
    'reason', NEW.reason, 'at', NEW.at)::text, NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER recorded AFTER INSERT ON console.audit FOR EACH ROW EXECUTE FUNCTION console.record_line();

CREATE FUNCTION accounts.record_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.add_record('account.access', json_build_object('id', NEW.id::text, 'owner', 'u:' || NEW.member_id, 'actor', NEW.actor, 'action', NEW.action,
    'reason', NEW.reason, 'at', NEW.at)::text, NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER recorded AFTER INSERT ON accounts.access FOR EACH ROW EXECUTE FUNCTION accounts.record_access();

-- The payload may name a person, or be long: the record has its hash.
CREATE FUNCTION console.record_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.add_record('ops.request', json_build_object('id', NEW.id::text, 'action', NEW.action, 'subject', NEW.subject, 'owner', 'u:' || NEW.member_id,
    'payload', encode(sha256(convert_to(NEW.payload::text, 'UTF8')), 'hex'), 'reason', NEW.reason, 'maker', NEW.maker, 'at', NEW.at)::text, NEW.id::text);
  IF NEW.state <> 'open' THEN
    PERFORM ledger.add_record('ops.decision', json_build_object('id', NEW.id::text, 'agreed', NEW.state <> 'declined', 'checker', NEW.checker,
      'reason', NEW.decision_reason, 'at', NEW.decided_at)::text, NEW.id::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER recorded AFTER INSERT OR UPDATE ON console.request FOR EACH ROW EXECUTE FUNCTION console.record_request();

REVOKE ALL ON FUNCTION console.record_line, console.record_request, accounts.record_access FROM khara_app, khara_job;

-- What a rule was met by is in the record of its event too; its facts, which may name sums, as a hash under the member's salt.
CREATE OR REPLACE FUNCTION credit.add_event(p_id text, p_member text, p_rule text, p_about text, p_facts jsonb, p_at bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v credit.event;
BEGIN
  INSERT INTO credit.event (id, member_id, rule, points, at, expires_at, about, facts)
  SELECT p_id, p_member, r.id, r.points, p_at, p_at + r.life_ms, p_about, p_facts FROM credit.rule r WHERE r.id = p_rule
  ON CONFLICT (rule, about) DO NOTHING RETURNING * INTO v;
  IF v.id IS NULL THEN
    IF NOT EXISTS (SELECT FROM credit.rule r WHERE r.id = p_rule) THEN
      RAISE EXCEPTION 'the credit score has no rule %', p_rule;
    END IF;
    RETURN false;
  END IF;
  PERFORM ledger.add_record('score.event', json_build_object('event', v.id, 'owner', 'u:' || v.member_id, 'rule', v.rule, 'points', v.points,
    'at', v.at, 'expiresAt', v.expires_at, 'about', v.about,
    'facts', (SELECT encode(sha256(m.log_salt || convert_to(v.facts::text, 'UTF8')), 'hex') FROM accounts.member m WHERE m.id = v.member_id))::text, v.id);
  RETURN true;
END $$;

-- As before, with a record of each decision, the declined ones too.
CREATE OR REPLACE FUNCTION credit.decide_appeal(p_appeal text, p_uphold boolean, p_reason text, p_maker text, p_checker text, p_at bigint) RETURNS credit.appeal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v credit.appeal;
BEGIN
  UPDATE credit.appeal a
  SET state = CASE WHEN p_uphold THEN 'upheld' ELSE 'declined' END, decided_at = p_at, reason = p_reason, maker = p_maker, checker = p_checker,
      decided_by = CASE WHEN p_maker IS NULL AND p_checker IS NULL THEN 'time' ELSE 'people' END
  WHERE a.id = p_appeal AND a.state = 'open' RETURNING a.* INTO v;
  IF v.id IS NULL THEN
    RETURN v;
  END IF;
  PERFORM ledger.add_record('score.appeal', json_build_object('appeal', v.id, 'event', v.event_id, 'owner', 'u:' || v.member_id, 'state', v.state,
    'by', v.decided_by, 'reason', v.reason, 'maker', v.maker, 'checker', v.checker, 'at', v.decided_at)::text, v.id);
  IF NOT p_uphold THEN
    RETURN v;
  END IF;
  UPDATE credit.event e SET ended_at = greatest(p_at, e.at), end_reason = 'voided' WHERE e.id = v.event_id AND e.ended_at IS NULL;
  PERFORM ledger.add_record('score.void', json_build_object('event', v.event_id, 'appeal', v.id, 'by', v.decided_by, 'reason', coalesce(p_reason, 'undecided'),
    'maker', p_maker, 'checker', p_checker, 'at', p_at)::text, v.event_id);
  RETURN v;
END $$;
