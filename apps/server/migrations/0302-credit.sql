-- The credit score: events, and appeals against them. There is no score to set: it is computed from these by packages/credit. What a rule costs and how
-- long it lasts is here, so that an event cannot be made worse than its rule; packages/credit has the same table, and a test compares the two.

CREATE SCHEMA credit;

CREATE TABLE credit.rule (
  id text PRIMARY KEY,
  points int NOT NULL CHECK (points BETWEEN -100 AND -1),
  life_ms bigint NOT NULL CHECK (life_ms BETWEEN 1 AND 2592000000) -- nothing counts for longer than 30 days
);
INSERT INTO credit.rule (id, points, life_ms) VALUES
  ('name_mismatch', -25, 1209600000),
  ('payout_returned', -10, 604800000),
  ('recharge_reversed', -50, 2592000000),
  ('takeover_signals', -45, 86400000),
  ('order_flood', -5, 86400000),
  ('duplicate_identity', -60, 2592000000);

CREATE TABLE credit.event (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{4,40}$'),
  member_id text NOT NULL,
  rule text NOT NULL REFERENCES credit.rule,
  points int NOT NULL,
  at bigint NOT NULL,
  expires_at bigint NOT NULL,
  about text NOT NULL, -- the withdrawal, the recharge, the sign-in that it comes from: once per rule
  facts jsonb NOT NULL, -- for the words of its explanation
  ended_at bigint,
  end_reason text CHECK (end_reason IN ('cured', 'voided')),
  UNIQUE (rule, about),
  CHECK (expires_at > at AND (ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX event_of_member ON credit.event (member_id, at DESC);
CREATE INDEX event_open ON credit.event (rule) WHERE ended_at IS NULL;

CREATE TABLE credit.appeal (
  id text PRIMARY KEY,
  event_id text NOT NULL UNIQUE REFERENCES credit.event, -- one appeal an event
  member_id text NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'declined')),
  submitted_at bigint NOT NULL,
  decides_by bigint NOT NULL,
  decided_at bigint,
  decided_by text CHECK (decided_by IN ('people', 'time')),
  reason text,
  maker text,
  checker text,
  CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (decided_by IS DISTINCT FROM 'people' OR (maker IS NOT NULL AND checker IS NOT NULL AND reason IS NOT NULL)),
  CHECK (decided_by IS DISTINCT FROM 'time' OR (state = 'upheld' AND decided_at >= decides_by)), -- time only ever decides for the member
  CONSTRAINT appeal_by_two CHECK (maker <> checker)
);
CREATE INDEX appeal_open ON credit.appeal (decides_by) WHERE state = 'open';

-- Whatever the server's roles may do elsewhere, here they read, and call the functions below.
REVOKE INSERT, UPDATE, DELETE ON credit.rule, credit.event, credit.appeal FROM khara_app, khara_job;

-- Adds what a rule was met by, once per rule and what it is about, and notes it in the log. Points and end are the rule's. False when it was there.
CREATE FUNCTION credit.add_event(p_id text, p_member text, p_rule text, p_about text, p_facts jsonb, p_at bigint) RETURNS boolean
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
    'at', v.at, 'expiresAt', v.expires_at)::text, v.id);
  RETURN true;
END $$;

-- Ends the events of a rule that a member has healed: those about p_about, or all of them. Noted in the log. Answers how many.
CREATE FUNCTION credit.cure(p_member text, p_rule text, p_about text, p_at bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v record;
  v_cured bigint := 0;
BEGIN
  FOR v IN
    UPDATE credit.event e SET ended_at = greatest(p_at, e.at), end_reason = 'cured'
    WHERE e.member_id = p_member AND e.rule = p_rule AND (p_about IS NULL OR e.about = p_about) AND e.ended_at IS NULL AND e.expires_at > p_at
    RETURNING e.id, e.ended_at
  LOOP
    PERFORM ledger.add_record('score.event', json_build_object('event', v.id, 'healedAt', v.ended_at)::text, v.id || ':healed');
    v_cured := v_cured + 1;
  END LOOP;
  RETURN v_cured;
END $$;

-- One appeal an event, by whom it concerns. Null when there is no such event, else the appeal that is there.
CREATE FUNCTION credit.submit_appeal(p_id text, p_member text, p_event text, p_text text, p_at bigint) RETURNS credit.appeal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v credit.appeal;
BEGIN
  INSERT INTO credit.appeal (id, event_id, member_id, text, submitted_at, decides_by)
  SELECT p_id, e.id, e.member_id, p_text, p_at, p_at + 259200000 FROM credit.event e WHERE e.id = p_event AND e.member_id = p_member -- 72 hours
  ON CONFLICT (event_id) DO NOTHING;
  SELECT a.* INTO v FROM credit.appeal a WHERE a.event_id = p_event AND a.member_id = p_member;
  RETURN v;
END $$;

-- Decides an appeal: by two people, or (both null) by time, which upholds it. Upheld, its event is void, and the log says so. Null when it was decided before.
CREATE FUNCTION credit.decide_appeal(p_appeal text, p_uphold boolean, p_reason text, p_maker text, p_checker text, p_at bigint) RETURNS credit.appeal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v credit.appeal;
BEGIN
  UPDATE credit.appeal a
  SET state = CASE WHEN p_uphold THEN 'upheld' ELSE 'declined' END, decided_at = p_at, reason = p_reason, maker = p_maker, checker = p_checker,
      decided_by = CASE WHEN p_maker IS NULL AND p_checker IS NULL THEN 'time' ELSE 'people' END
  WHERE a.id = p_appeal AND a.state = 'open' RETURNING a.* INTO v;
  IF v.id IS NULL OR NOT p_uphold THEN
    RETURN v;
  END IF;
  UPDATE credit.event e SET ended_at = greatest(p_at, e.at), end_reason = 'voided' WHERE e.id = v.event_id AND e.ended_at IS NULL;
  PERFORM ledger.add_record('score.void', json_build_object('event', v.event_id, 'appeal', v.id, 'by', v.decided_by, 'reason', coalesce(p_reason, 'undecided'),
    'maker', p_maker, 'checker', p_checker, 'at', p_at)::text, v.event_id);
  RETURN v;
END $$;
