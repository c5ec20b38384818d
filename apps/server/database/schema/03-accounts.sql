-- Accounts: who signs in, their sessions and devices, and how often a guess was wrong. Instants are ms of real
-- time.

-- Members. Erasing one keeps the row, with nothing that leads back to a person.
CREATE TABLE accounts.member (
  -- random; the ledger knows the account as u:<id> and nothing else of it
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{8,40}$'),
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, -- the exchange knows it by this
  phone text CHECK (phone ~ '^\+91[6-9][0-9]{9}$'),
  -- Of a practice account, which has neither phone nor passwords: the public key of its device (P-256, the point as
  -- X9.62 writes it), or the SHA-256 of the random token of one whose browser makes no keys.
  device_key bytea CONSTRAINT member_device_key UNIQUE CHECK (octet_length(device_key) IN (32, 65)),
  device_signed_in_at bigint, -- when that device signed in last
  nickname text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'hi', 'zh-Hant', 'zh-Hans')), -- of what is sent unasked
  invite_code text NOT NULL CONSTRAINT member_invite_code UNIQUE,
  invited_by text REFERENCES accounts.member,
  password_hash text,
  transaction_password_hash text,
  transaction_password_is_default boolean NOT NULL,
  transaction_password_set_at bigint NOT NULL,
  created_at bigint NOT NULL,
  -- Whose money may leave. The identity check sets these, and nothing else does.
  kyc_status text NOT NULL DEFAULT 'unauthenticated' CHECK (kyc_status IN ('unauthenticated', 'under_review',
    'certified', 'failed')),
  kyc_name text,
  -- After the transaction password was reset by the login password, money leaves only from here on.
  withdrawals_from bigint NOT NULL DEFAULT 0,
  erases_at bigint, -- of a closed account: when what is personal is erased
  erased_at bigint,
  -- What the log has of a member's rows is hashed with this salt. It lies here and not in the log: once it is erased,
  -- what a record says cannot be found by trying.
  log_salt bytea DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  CONSTRAINT member_phone UNIQUE (phone),
  CHECK (kyc_status <> 'certified' OR kyc_name IS NOT NULL),
  CHECK (phone IS NOT NULL OR device_key IS NOT NULL OR erased_at IS NOT NULL),
  CHECK (phone IS NULL OR device_key IS NULL),
  CHECK ((device_key IS NULL) = (device_signed_in_at IS NULL)),
  CHECK ((device_key IS NULL) = (password_hash IS NOT NULL)),
  CHECK ((device_key IS NULL) = (transaction_password_hash IS NOT NULL)),
  CHECK (octet_length(log_salt) = 32),
  CHECK ((log_salt IS NULL) = (erased_at IS NOT NULL))
);
-- Practice accounts, to find those without a visit for long.
CREATE INDEX member_of_device ON accounts.member (device_signed_in_at) WHERE device_key IS NOT NULL;
CREATE INDEX member_to_erase ON accounts.member (erases_at) WHERE erases_at IS NOT NULL AND erased_at IS NULL;
-- A member whose withdrawals waited after a reset gets a notice when they open again.
-- Those few are found without reading all members.
CREATE INDEX member_waited ON accounts.member (withdrawals_from) WHERE withdrawals_from > 0;
-- Who registered with a member's code is found without reading all members.
CREATE INDEX member_invited_by ON accounts.member (invited_by, number DESC) WHERE invited_by IS NOT NULL;

-- A session is known by the hash of its token. It ends once, and is remembered for a while so that
-- its token differs from one that never was ours.
CREATE TABLE accounts.session (
  id text PRIMARY KEY,
  member_id text NOT NULL REFERENCES accounts.member,
  token_hash bytea NOT NULL CONSTRAINT session_token UNIQUE CHECK (octet_length(token_hash) = 32),
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  ended_at bigint,
  -- signed_out | replaced | password_changed | expired ...
  end_reason text,
  -- Until when a correct transaction password is remembered; it ends with the session.
  transaction_password_until bigint,
  -- When it was last forgotten before its time: other servers look for these, as they do for sessions that ended.
  transaction_password_forgotten_at bigint,
  -- By what a session was opened: a sign-in of a moment ago is as good as a password typed now, and one by a passkey
  -- needs no password at all.
  opened_by text NOT NULL DEFAULT 'password' CHECK (opened_by IN ('registration', 'password', 'passkey', 'device_key')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_of_member ON accounts.session (member_id, created_at) WHERE ended_at IS NULL;
CREATE INDEX session_created ON accounts.session (created_at);
CREATE INDEX session_ended ON accounts.session (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX session_forgot ON accounts.session (transaction_password_forgotten_at)
  WHERE transaction_password_forgotten_at IS NOT NULL;

-- Devices that a member signed in with: they have a budget of wrong passwords of their own, so that no stranger can use
-- it up.
CREATE TABLE accounts.device (
  member_id text NOT NULL REFERENCES accounts.member,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  last_used_at bigint NOT NULL,
  PRIMARY KEY (member_id, hash)
);

-- Counters of failed attempts, by network, by phone (hashed, whether or not there is such an account) and by known
-- device.
-- Kept here and not in memory, so that neither a restart nor a second server gives a guesser a fresh start.
CREATE TABLE accounts.attempts (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  since bigint NOT NULL, -- start of the window
  last_at bigint NOT NULL,
  next_at bigint NOT NULL -- no attempt before this
) WITH (fillfactor = 70);
CREATE INDEX attempts_last ON accounts.attempts (last_at);

-- Wrong transaction passwords: after some, the member waits.
CREATE TABLE accounts.transaction_password_attempts (
  member_id text PRIMARY KEY REFERENCES accounts.member,
  failures integer NOT NULL, -- in the window, attempts under way among them
  since bigint NOT NULL,
  pauses integer NOT NULL DEFAULT 0, -- each is twice as long as the one before
  paused_until bigint NOT NULL DEFAULT 0
);

-- The second factor: an authenticator's secret, encrypted (src/security/vault.ts).
CREATE TABLE accounts.totp (
  member_id text PRIMARY KEY REFERENCES accounts.member,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  body bytea NOT NULL,
  created_at bigint NOT NULL,
  confirmed_at bigint, -- null until a first code has shown that the authenticator has the secret
  last_step bigint NOT NULL DEFAULT 0 -- of the newest code that was used: neither it nor an older one counts again
);

-- What others than its owner did about an account, or looked at, for the owner to read. It stays written.
CREATE TABLE accounts.access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES accounts.member,
  actor text NOT NULL, -- a staff number, or 'sandbox'
  action text NOT NULL,
  reason text NOT NULL, -- a code of the published list
  at bigint NOT NULL
);
CREATE INDEX access_of_member ON accounts.access (member_id, id DESC);
CREATE TRIGGER access_stays BEFORE UPDATE OR DELETE ON accounts.access FOR EACH ROW
  EXECUTE FUNCTION accounts.refuse_change();
CREATE TRIGGER access_stays_whole BEFORE TRUNCATE ON accounts.access EXECUTE FUNCTION accounts.refuse_change();
CREATE TRIGGER recorded AFTER INSERT ON accounts.access FOR EACH ROW EXECUTE FUNCTION accounts.record_access();

-- Passkeys (WebAuthn).
CREATE TABLE accounts.passkey (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{8,40}$'),
  member_id text NOT NULL REFERENCES accounts.member,
  credential_id text NOT NULL CONSTRAINT passkey_credential UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  rp_id text NOT NULL, -- the domain that it was made for
  name text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX passkey_of_member ON accounts.passkey (member_id, created_at DESC);

-- Challenges that were given out for passkeys, and for keys of devices (`origin` is then empty).
CREATE TABLE accounts.passkey_challenge (
  challenge text PRIMARY KEY,
  member_id text REFERENCES accounts.member, -- whose new passkey it is for; null at sign-in
  origin text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX passkey_challenge_over ON accounts.passkey_challenge (expires_at);

-- Recovery codes, each for one use. Some 49 random bits are hashed like a password (argon2id), each with a salt of its
-- own. The two letters before them, `selector`, say which of the ten is meant, so that one hash decides.
CREATE TABLE accounts.recovery_code (
  member_id text NOT NULL REFERENCES accounts.totp ON DELETE CASCADE,
  selector text NOT NULL CHECK (selector ~ '^[A-Z2-9]{2}$'),
  hash text NOT NULL CHECK (hash LIKE '$argon2id$%'),
  used_at bigint,
  PRIMARY KEY (member_id, selector)
);

-- Keys by which a member's own programs act at the door for programs, and grants by which assistants do. The secret of
-- a key is made anew from the installation's secret when it is needed: only its hash is here. A grant has none: its
-- member allowed a client of OAuth. Either ends once, or with its life.
CREATE TABLE accounts.program_key (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9]{16}$'),
  member_id text NOT NULL REFERENCES accounts.member,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  scope text NOT NULL CHECK (scope IN ('read', 'rehearse', 'trade')),
  redirect text, -- where a login sends the member's browser; null: the key has no such login
  postback text, -- where its orders are posted as they end or fill in part; null: nowhere
  addresses text[] NOT NULL, -- from where it may be used; empty: from anywhere
  secret_hash bytea CHECK (octet_length(secret_hash) = 32),
  client_hash bytea CHECK (octet_length(client_hash) = 32), -- of a grant: SHA-256 of its client's id
  -- Of a grant that places orders: their worth and their number in a market day, and whether the member is asked about
  -- each.
  day_paise bigint CHECK (day_paise > 0),
  day_orders integer CHECK (day_orders > 0),
  asks boolean,
  -- Of its one access token, which a newer one replaces, and until when it is good; null: logged out.
  token_hash bytea CHECK (octet_length(token_hash) = 32),
  token_until bigint NOT NULL,
  refresh_token_hash bytea CHECK (octet_length(refresh_token_hash) = 32), -- good once, for the next access token
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  paused_at bigint, -- of a grant: since when its member has stopped it; null: it goes on
  last_used_at bigint,
  last_address text,
  ended_at bigint,
  end_reason text,
  CHECK (expires_at > created_at),
  CHECK (paused_at IS NULL OR client_hash IS NOT NULL),
  CHECK ((client_hash IS NULL) = (secret_hash IS NOT NULL)),
  CHECK (client_hash IS NOT NULL OR scope <> 'rehearse'),
  CHECK ((client_hash IS NOT NULL AND scope = 'trade') = (day_paise IS NOT NULL)),
  CHECK ((day_paise IS NULL) = (day_orders IS NULL) AND (day_paise IS NULL) = (asks IS NULL)),
  CHECK ((last_used_at IS NULL) = (last_address IS NULL)),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX program_key_of_member ON accounts.program_key (member_id, created_at DESC);
CREATE INDEX program_key_over ON accounts.program_key (expires_at);
CREATE INDEX program_key_ended ON accounts.program_key (ended_at) WHERE ended_at IS NOT NULL;

-- Logins of programs and assistants that their member allowed: each is good for one exchange against tokens.
CREATE TABLE accounts.program_login (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  key_id text NOT NULL REFERENCES accounts.program_key ON DELETE CASCADE,
  challenge text, -- of an assistant: SHA-256 of what it must show (PKCE, S256)
  redirect text, -- of an assistant: where its member's browser went
  expires_at bigint NOT NULL
);
CREATE INDEX program_login_of_key ON accounts.program_login (key_id);
CREATE INDEX program_login_over ON accounts.program_login (expires_at);

-- Whose own limits a new account begins with: those of the account of the same phone or Aadhaar number that was closed
-- (decision 27). Of either there is a keyed hash. Rows go a year after the closing, with the salt of their record.
CREATE TABLE accounts.kept_identity (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  salt bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  member_id text NOT NULL REFERENCES accounts.member,
  at bigint NOT NULL
);
CREATE INDEX kept_identity_of_member ON accounts.kept_identity (member_id);
CREATE INDEX kept_identity_to_end ON accounts.kept_identity (at);
