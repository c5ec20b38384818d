-- The back office. What concerns money, identity, score or offerings is asked for by one person and decided by another; the server carries it out. Who acts is
-- never said by the caller: it follows from the token of a living session. Instants are ms of real time.

CREATE SCHEMA console;

CREATE TABLE console.staff (
  number text PRIMARY KEY CHECK (number ~ '^S[1-9][0-9]{0,5}$'),
  name text NOT NULL CONSTRAINT staff_name UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._-]{1,31}$'),
  password_hash text NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE console.session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  staff text NOT NULL REFERENCES console.staff,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  ended_at bigint
);
CREATE INDEX session_of_staff ON console.session (staff) WHERE ended_at IS NULL;

CREATE TABLE console.request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('identity.decide', 'recharge.decide', 'withdrawal.decide', 'appeal.decide', 'offering.withdraw', 'books.cause')),
  subject text NOT NULL,
  member_id text REFERENCES accounts.member, -- whom it concerns; null for what is everybody's
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  reason text NOT NULL,
  maker text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'declined', 'approved', 'carried_out', 'failed')),
  checker text REFERENCES console.staff,
  decision_reason text,
  decided_at bigint,
  carried_at bigint,
  failure text, -- why it could not be carried out
  CONSTRAINT request_by_two CHECK (maker <> checker),
  CHECK ((state = 'open') = (checker IS NULL) AND (checker IS NULL) = (decided_at IS NULL) AND (checker IS NULL) = (decision_reason IS NULL)),
  CHECK ((state IN ('carried_out', 'failed')) = (carried_at IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX request_one_open ON console.request (action, subject) WHERE state IN ('open', 'approved');
CREATE INDEX request_to_carry ON console.request (id) WHERE state = 'approved';

-- What was asked for stays as it was; it is decided once, and carried out once.
CREATE FUNCTION console.check_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.action, NEW.subject, NEW.member_id, NEW.payload, NEW.reason, NEW.maker, NEW.at)
    IS DISTINCT FROM (OLD.id, OLD.action, OLD.subject, OLD.member_id, OLD.payload, OLD.reason, OLD.maker, OLD.at) THEN
    RAISE EXCEPTION 'request % stays what was asked for', OLD.id USING ERRCODE = '42501';
  END IF;
  IF NOT ((OLD.state = 'open' AND NEW.state IN ('declined', 'approved')) OR (OLD.state = 'approved' AND NEW.state IN ('carried_out', 'failed')
    AND (NEW.checker, NEW.decided_at, NEW.decision_reason) IS NOT DISTINCT FROM (OLD.checker, OLD.decided_at, OLD.decision_reason))) THEN
    RAISE EXCEPTION 'request % cannot go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER step BEFORE UPDATE ON console.request FOR EACH ROW EXECUTE FUNCTION console.check_step();

CREATE TABLE console.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor text NOT NULL, -- a staff number, or 'server' for what it carried out
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  at bigint NOT NULL
);

CREATE FUNCTION console.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'console.% is append only: no % here', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = '42501';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON console.audit FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON console.request FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON console.staff FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();

-- Whose living session a token is: used within 15 minutes, begun within 12 hours.
CREATE FUNCTION console.staff_of(p_token bytea, p_now bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_staff text;
BEGIN
  SELECT s.staff INTO v_staff FROM console.session s
  WHERE s.token_hash = p_token AND s.ended_at IS NULL AND s.last_seen_at > p_now - 900000 AND s.created_at > p_now - 43200000;
  IF v_staff IS NULL THEN
    RAISE EXCEPTION 'no living session of the back office' USING ERRCODE = '42501';
  END IF;
  RETURN v_staff;
END $$;

-- Every act: for the audit, and for whom it concerns.
CREATE FUNCTION console.write_down(p_actor text, p_action text, p_subject text, p_reason text, p_member text, p_now bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO console.audit (actor, action, subject, reason, at) VALUES (p_actor, p_action, p_subject, p_reason, p_now);
  INSERT INTO accounts.access (member_id, actor, action, reason, at) SELECT p_member, p_actor, p_action, p_reason, p_now WHERE p_member IS NOT NULL;
$$;

-- An act that one person does: looking at a picture, answering, saving content.
CREATE FUNCTION console.note(p_token bytea, p_action text, p_subject text, p_reason text, p_member text, p_now bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
BEGIN
  PERFORM console.write_down(v_staff, p_action, p_subject, p_reason, p_member, p_now);
  RETURN v_staff;
END $$;

-- Asks for something that needs two. Null when there is nothing of this kind that waits to be decided; one request at a time of the same (request_one_open).
CREATE FUNCTION console.request(p_token bytea, p_action text, p_subject text, p_payload jsonb, p_reason text, p_now bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
  v_number bigint := CASE WHEN p_subject ~ '^[0-9]{1,18}$' THEN p_subject::bigint END;
  v_member text;
  v_found boolean;
  v_id bigint;
BEGIN
  CASE p_action
    WHEN 'identity.decide' THEN
      SELECT a.member_id INTO v_member FROM kyc.application a WHERE a.id = v_number AND a.status = 'under_review';
    WHEN 'recharge.decide' THEN
      SELECT r.member_id INTO v_member FROM wallet.recharge r WHERE r.order_number = p_subject AND r.status = 'in_transfer' AND r.rail = 'manual';
    WHEN 'withdrawal.decide' THEN
      SELECT w.member_id INTO v_member FROM wallet.withdrawal w WHERE w.order_number = p_subject AND w.status = 'in_transfer' AND w.rail = 'manual';
    WHEN 'appeal.decide' THEN
      SELECT a.member_id INTO v_member FROM credit.appeal a WHERE a.id = p_subject AND a.state = 'open';
    WHEN 'offering.withdraw' THEN
      PERFORM FROM ipo.offering o WHERE o.id = p_subject AND o.state IN ('coming_soon', 'in_progress');
    WHEN 'books.cause' THEN
      PERFORM FROM ledger.books_stop s WHERE s.id = v_number AND s.resumed_ms IS NULL;
    ELSE
      RAISE EXCEPTION 'two people cannot decide %', p_action;
  END CASE;
  v_found := FOUND;
  IF NOT v_found THEN
    RETURN NULL;
  END IF;
  INSERT INTO console.request (action, subject, member_id, payload, reason, maker, at)
  VALUES (p_action, p_subject, v_member, p_payload, p_reason, v_staff, p_now) RETURNING id INTO v_id;
  PERFORM console.write_down(v_staff, p_action || '.asked', p_subject, p_reason, v_member, p_now);
  RETURN v_id;
END $$;

-- Agrees or declines. `not_found`, `already_decided`, else `decided`; one's own is refused by request_by_two.
CREATE FUNCTION console.decide(p_token bytea, p_id bigint, p_approve boolean, p_reason text, p_now bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
  v console.request;
BEGIN
  SELECT r.* INTO v FROM console.request r WHERE r.id = p_id FOR UPDATE;
  IF v.id IS NULL THEN
    RETURN 'not_found';
  END IF;
  IF v.state <> 'open' THEN
    RETURN 'already_decided';
  END IF;
  UPDATE console.request r SET state = CASE WHEN p_approve THEN 'approved' ELSE 'declined' END, checker = v_staff, decision_reason = p_reason, decided_at = p_now
  WHERE r.id = p_id;
  PERFORM console.write_down(v_staff, v.action || CASE WHEN p_approve THEN '.agreed' ELSE '.declined' END, v.subject, p_reason, v.member_id, p_now);
  RETURN 'decided';
END $$;

-- One request that two people agreed to, locked until it has been carried out; nothing when another server is at it, or it was done.
CREATE FUNCTION console.take(p_id bigint) RETURNS SETOF console.request
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.* FROM console.request r WHERE r.id = p_id AND r.state = 'approved' FOR UPDATE SKIP LOCKED
$$;

-- It was carried out, in the caller's transaction, or could not be.
CREATE FUNCTION console.carried(p_id bigint, p_failure text, p_now bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v console.request;
BEGIN
  UPDATE console.request r SET state = CASE WHEN p_failure IS NULL THEN 'carried_out' ELSE 'failed' END, carried_at = p_now, failure = p_failure
  WHERE r.id = p_id AND r.state = 'approved' RETURNING r.* INTO STRICT v;
  INSERT INTO console.audit (actor, action, subject, reason, at) VALUES ('server', v.action || '.' || v.state, v.subject, v.reason, p_now);
  INSERT INTO accounts.access (member_id, actor, action, reason, at)
  SELECT v.member_id, v.maker || ', ' || v.checker, v.action || '.' || v.state, v.reason, p_now WHERE v.member_id IS NOT NULL;
END $$;

-- Records why the books were contradicted, by the two who agreed on it.
CREATE FUNCTION console.record_cause(p_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v console.request;
BEGIN
  SELECT r.* INTO STRICT v FROM console.request r WHERE r.id = p_id AND r.state = 'approved' AND r.action = 'books.cause';
  PERFORM ledger.record_cause(v.maker, v.payload ->> 'cause');
  PERFORM ledger.record_cause(v.checker, v.payload ->> 'cause');
END $$;

-- What the back office reads. Phones are masked; there is no hash, no key, no whole number of anything in here.
CREATE VIEW console.request_line AS
  SELECT id, action, subject, payload, reason, maker, at, state, checker, decided_at, carried_at, failure FROM console.request;
CREATE VIEW console.audit_line AS SELECT id, actor, action, subject, reason, at FROM console.audit;
CREATE VIEW console.staff_line AS SELECT number, name FROM console.staff;
CREATE VIEW console.identity_line AS
  SELECT a.id, a.member_id, a.name, a.last_four, a.submitted_at, a.front_id, a.back_id, r.id AS request_id
  FROM kyc.application a LEFT JOIN console.request r ON r.action = 'identity.decide' AND r.subject = a.id::text AND r.state IN ('open', 'approved')
  WHERE a.status = 'under_review';
CREATE VIEW console.recharge_line AS
  SELECT w.order_number, w.member_id, w.currency, w.channel, w.amount, w.at, r.id AS request_id
  FROM wallet.recharge w LEFT JOIN console.request r ON r.action = 'recharge.decide' AND r.subject = w.order_number AND r.state IN ('open', 'approved')
  WHERE w.status = 'in_transfer' AND w.rail = 'manual';
CREATE VIEW console.withdrawal_line AS
  SELECT w.order_number, w.member_id, w.currency, w.channel, w.amount, w.fee + w.tax AS fee, w.at, w.decides_by, r.id AS request_id
  FROM wallet.withdrawal w LEFT JOIN console.request r ON r.action = 'withdrawal.decide' AND r.subject = w.order_number AND r.state IN ('open', 'approved')
  WHERE w.status = 'in_transfer' AND w.rail = 'manual';
CREATE VIEW console.appeal_line AS
  SELECT a.id, a.member_id, e.rule, e.points, a.text, a.submitted_at, a.decides_by, r.id AS request_id
  FROM credit.appeal a JOIN credit.event e ON e.id = a.event_id
  LEFT JOIN console.request r ON r.action = 'appeal.decide' AND r.subject = a.id AND r.state IN ('open', 'approved')
  WHERE a.state = 'open';
CREATE VIEW console.offering_line AS
  SELECT o.id, o.kind, o.code, o.state, o.applications, o.closes_ms, o.market_day, r.id AS request_id
  FROM ipo.offering o LEFT JOIN console.request r ON r.action = 'offering.withdraw' AND r.subject = o.id AND r.state IN ('open', 'approved');
CREATE VIEW console.account_line AS
  SELECT m.id, m.number, coalesce('+91 ' || substr(m.phone, 4, 2) || 'XXXXXX' || right(m.phone, 2), '') AS phone, m.kyc_status, m.created_at, m.erases_at
  FROM accounts.member m;
CREATE VIEW console.vote_line AS
  SELECT v.id, t.title, v.closes_at, o.id AS option_id, o.names ->> 'en' AS option_name, o.flag, o.place, count(b.member_id) AS votes
  FROM content.vote v JOIN content.vote_text t ON t.vote_id = v.id AND t.language = 'en'
  JOIN content.vote_option o ON o.vote_id = v.id LEFT JOIN content.ballot b ON b.option_id = o.id
  GROUP BY v.id, t.title, o.id;
CREATE VIEW console.ledger_total AS
  SELECT a.asset, a.code, left(a.owner, 1) AS owner, count(DISTINCT a.id) AS accounts, coalesce(sum(p.amount), 0)::text AS balance
  FROM ledger.account a LEFT JOIN ledger.posting p ON p.account_id = a.id GROUP BY a.asset, a.code, left(a.owner, 1);
CREATE VIEW console.checkpoint_line AS SELECT size, note FROM ledger.checkpoint ORDER BY size DESC LIMIT 1;
CREATE VIEW console.books_stop_line AS SELECT id, check_name, violations, at_ms FROM ledger.books_stop WHERE resumed_ms IS NULL;
CREATE VIEW console.waiting AS
  SELECT (SELECT count(*) FROM console.withdrawal_line) AS withdrawals,
         (SELECT min(at) FROM console.withdrawal_line) AS oldest_withdrawal,
         (SELECT count(*) FROM console.identity_line) AS identities,
         (SELECT count(*) FROM console.appeal_line) AS appeals,
         (SELECT count(*) FROM support.message WHERE sender = 'member' AND read_at IS NULL) AS unread,
         (SELECT count(*) FROM ledger.unsealed) AS unsealed,
         (SELECT count(*) FROM pgboss.job WHERE state = 'failed') AS jobs_failed;

-- Who may do what. Nobody writes these tables but by the functions; the back office's own role asks and decides, and carries nothing out.
REVOKE ALL ON ALL TABLES IN SCHEMA console FROM khara_app, khara_job;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA console FROM khara_app, khara_job;
GRANT SELECT, INSERT ON console.staff TO khara_app;
GRANT SELECT, INSERT, DELETE ON console.session TO khara_app;
GRANT UPDATE (last_seen_at, ended_at) ON console.session TO khara_app;
GRANT SELECT ON console.request TO khara_app;
GRANT EXECUTE ON FUNCTION console.note, console.take, console.carried, console.record_cause TO khara_app;

GRANT USAGE ON SCHEMA console, content, support TO khara_console;
GRANT EXECUTE ON FUNCTION console.request, console.decide TO khara_console;
GRANT SELECT ON console.request_line, console.audit_line, console.staff_line, console.identity_line, console.recharge_line, console.withdrawal_line,
  console.appeal_line, console.offering_line, console.account_line, console.vote_line, console.ledger_total, console.checkpoint_line, console.books_stop_line,
  console.waiting TO khara_console;
GRANT SELECT ON content.article, content.article_text, support.message TO khara_console;
