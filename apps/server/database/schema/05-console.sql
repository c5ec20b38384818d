-- The back office. What concerns money, identity, score or offerings is asked for by one person and decided by another;
-- the server carries it out. Who acts is never said by the caller: it follows from the token of a living session.
-- Instants are ms of real time.

-- People of the back office.
CREATE TABLE console.staff (
  number text PRIMARY KEY CHECK (number ~ '^S[1-9][0-9]{0,5}$'),
  name text NOT NULL CONSTRAINT staff_name UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._-]{1,31}$'),
  password_hash text NOT NULL,
  created_at bigint NOT NULL
);
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON console.staff FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();

-- Their sessions, by the hash of the token.
CREATE TABLE console.session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  staff text NOT NULL REFERENCES console.staff,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  ended_at bigint
);
CREATE INDEX session_of_staff ON console.session (staff) WHERE ended_at IS NULL;
CREATE TRIGGER recorded_end AFTER UPDATE OF ended_at ON console.session FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION console.record_session_end();

-- What one person asks for and another decides.
CREATE TABLE console.request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text NOT NULL CHECK (action ~ '^[a-z]+\.[a-z]+$'), -- the server has the list
  subject text NOT NULL,
  member_id text REFERENCES accounts.member, -- whom it concerns; null when it concerns no single member
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
  -- Two people, and it is about neither of them.
  CONSTRAINT request_maker_checker CHECK (maker <> checker AND subject NOT IN (maker, checker)),
  CHECK ((state = 'open') = (checker IS NULL) AND (checker IS NULL) = (decided_at IS NULL)
    AND (checker IS NULL) = (decision_reason IS NULL)),
  CHECK ((state IN ('carried_out', 'failed')) = (carried_at IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX request_one_open ON console.request (action, subject) WHERE state IN ('open', 'approved');
CREATE INDEX request_to_carry ON console.request (id) WHERE state = 'approved';
CREATE TRIGGER step BEFORE UPDATE ON console.request FOR EACH ROW EXECUTE FUNCTION console.check_step();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON console.request FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();
CREATE TRIGGER recorded AFTER INSERT OR UPDATE ON console.request FOR EACH ROW
  EXECUTE FUNCTION console.record_request();

-- Every act of the back office.
CREATE TABLE console.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor text NOT NULL, -- a staff number, or 'server' for what it carried out
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  at bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON console.audit FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();
CREATE TRIGGER recorded AFTER INSERT ON console.audit FOR EACH ROW EXECUTE FUNCTION console.record_line();

-- The second factor of staff, encrypted (src/security/vault.ts).
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
CREATE TRIGGER recorded AFTER INSERT OR UPDATE OF body, confirmed_at, last_step, due ON console.second_factor
  FOR EACH ROW EXECUTE FUNCTION console.record_factor_row();

-- Recovery codes of staff, kept as those of members are (accounts.recovery_code).
CREATE TABLE console.recovery_code (
  staff text NOT NULL REFERENCES console.second_factor,
  selector text NOT NULL CHECK (selector ~ '^[A-Z2-9]{2}$'),
  hash text NOT NULL CHECK (hash LIKE '$argon2id$%'),
  used_at bigint,
  PRIMARY KEY (staff, selector)
);
CREATE TRIGGER recorded AFTER INSERT ON console.recovery_code REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION console.record_factor_codes();
CREATE TRIGGER recorded_used AFTER UPDATE ON console.recovery_code REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION console.record_factor_codes();
CREATE TRIGGER recorded_gone AFTER DELETE ON console.recovery_code REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION console.record_factor_codes();

-- Browsers in which a person of the staff has signed in: each has a budget of failures of its own, so that guessing
-- elsewhere does not keep the person out. The database has only the hash of a browser's value.
CREATE TABLE console.device (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  staff text NOT NULL REFERENCES console.staff,
  used_at bigint NOT NULL
);
CREATE INDEX device_of_staff ON console.device (staff, used_at);
CREATE TRIGGER recorded AFTER INSERT OR DELETE ON console.device FOR EACH ROW EXECUTE FUNCTION console.record_device();
