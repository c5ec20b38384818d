-- The second factor of staff, and what two of them agree to about people. Instants are ms of real time.

CREATE TABLE console.second_factor (
  staff text PRIMARY KEY REFERENCES console.staff,
  key_id text,
  wrapped_key bytea,
  body bytea,
  confirmed_at bigint, -- null until a first code has shown that the authenticator has the secret
  last_step bigint NOT NULL DEFAULT 0, -- of the newest code that was used: neither it nor an older one counts again
  due boolean NOT NULL DEFAULT false, -- the next sign-in has to set it up, whatever the configuration says
  CHECK ((key_id IS NULL) = (body IS NULL) AND (key_id IS NULL) = (wrapped_key IS NULL)),
  CHECK (confirmed_at IS NULL OR key_id IS NOT NULL)
);

CREATE TABLE console.recovery_code (
  staff text NOT NULL REFERENCES console.second_factor,
  selector text NOT NULL CHECK (selector ~ '^[A-Z2-9]{2}$'),
  hash text NOT NULL CHECK (hash LIKE '$argon2id$%'),
  used_at bigint,
  PRIMARY KEY (staff, selector)
);

-- What has no terms to be discussed, only a yes: the second person who says it within a day does it. Nobody counts twice, or for themselves.
CREATE TABLE console.agreement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL CHECK (act IN ('sessions.end', 'factor.recover')),
  subject text NOT NULL,
  staff text NOT NULL REFERENCES console.staff,
  reason text NOT NULL,
  at bigint NOT NULL,
  done_at bigint,
  CONSTRAINT agreement_by_others CHECK (act <> 'factor.recover' OR subject <> staff)
);
CREATE UNIQUE INDEX agreement_open ON console.agreement (act, subject, staff) WHERE done_at IS NULL;
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON console.agreement FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();

-- Says yes, as whoever's living session the token is of. Null when there is nothing of the kind; else who else has said it, once there is somebody: then the
-- caller's transaction has to do it. A yes is good for a day, and said again it is good for another.
CREATE FUNCTION console.agree(p_token bytea, p_act text, p_subject text, p_reason text, p_now bigint, OUT state text, OUT maker text, OUT checker text)
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
      RAISE EXCEPTION 'nobody agrees to %', p_act;
  END CASE;
  IF NOT FOUND THEN
    state := 'not_found';
    RETURN;
  END IF;
  INSERT INTO console.agreement AS a (act, subject, staff, reason, at) VALUES (p_act, p_subject, checker, p_reason, p_now)
  ON CONFLICT (act, subject, staff) WHERE done_at IS NULL DO UPDATE SET reason = p_reason, at = p_now;
  SELECT a.staff INTO maker FROM console.agreement a
  WHERE a.act = p_act AND a.subject = p_subject AND a.staff <> checker AND a.done_at IS NULL AND a.at > p_now - 86400000 ORDER BY a.id LIMIT 1;
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
    UPDATE console.second_factor f SET key_id = NULL, wrapped_key = NULL, body = NULL, confirmed_at = NULL, due = true WHERE f.staff = p_subject;
    UPDATE console.session s SET ended_at = p_now WHERE s.staff = p_subject AND s.ended_at IS NULL;
  END IF;
END $$;

CREATE VIEW console.agreement_line AS SELECT id, act, subject, staff, reason, at FROM console.agreement WHERE done_at IS NULL;
CREATE VIEW console.factor_line AS
  SELECT t.number, t.name, coalesce(f.confirmed_at IS NOT NULL, false) AS second_factor
  FROM console.staff t LEFT JOIN console.second_factor f ON f.staff = t.number;

REVOKE ALL ON console.second_factor, console.recovery_code, console.agreement, console.agreement_line, console.factor_line FROM khara_app, khara_job;
REVOKE ALL ON FUNCTION console.agree FROM khara_job;
GRANT SELECT, INSERT ON console.second_factor, console.recovery_code TO khara_app;
GRANT UPDATE (key_id, wrapped_key, body, confirmed_at, last_step, due) ON console.second_factor TO khara_app;
GRANT UPDATE (used_at) ON console.recovery_code TO khara_app;
GRANT SELECT ON console.agreement_line, console.factor_line TO khara_console;
