-- Accounts: who signs in, their sessions and devices, and how often somebody guessed wrong. Instants are ms of real time.

CREATE SCHEMA accounts;

CREATE TABLE accounts.member (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{8,40}$'), -- random; the ledger knows the account as u:<id> and nothing else of it
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, -- the exchange knows it by this
  phone text NOT NULL CHECK (phone ~ '^\+91[6-9][0-9]{9}$'),
  nickname text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'hi', 'zh-Hant', 'zh-Hans')), -- of what is sent unasked
  invite_code text NOT NULL CONSTRAINT member_invite_code UNIQUE,
  invited_by text REFERENCES accounts.member,
  password_hash text NOT NULL,
  transaction_password_hash text NOT NULL,
  transaction_password_is_default boolean NOT NULL,
  transaction_password_set_at bigint NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT member_phone UNIQUE (phone)
);

-- A session is known by the hash of its token. It ends once, and is remembered for a while so that its token is told apart from one that never was ours.
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
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_of_member ON accounts.session (member_id, created_at) WHERE ended_at IS NULL;
CREATE INDEX session_ended ON accounts.session (ended_at) WHERE ended_at IS NOT NULL;

-- Devices that a member signed in with: they have a budget of wrong passwords of their own, so that nobody else can use it up.
CREATE TABLE accounts.device (
  member_id text NOT NULL REFERENCES accounts.member,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  last_used_at bigint NOT NULL,
  PRIMARY KEY (member_id, hash)
);

-- Counters of failed tries, by network, by phone (hashed, whether or not there is such an account) and by known device. Kept here and not in memory, so
-- that neither a restart nor a second server gives a guesser a fresh start.
CREATE TABLE accounts.tries (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  since bigint NOT NULL, -- start of the window
  last_at bigint NOT NULL,
  next_at bigint NOT NULL -- no try before this
) WITH (fillfactor = 70);
CREATE INDEX tries_last ON accounts.tries (last_at);

CREATE TABLE accounts.transaction_password_tries (
  member_id text PRIMARY KEY REFERENCES accounts.member,
  failures integer NOT NULL, -- in the window, tries under way among them
  since bigint NOT NULL,
  pauses integer NOT NULL DEFAULT 0, -- each is twice as long as the one before
  paused_until bigint NOT NULL DEFAULT 0
);
