-- Passkeys (WebAuthn), and the challenges that were given out for them. Instants are ms of real time.

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

CREATE TABLE accounts.passkey_challenge (
  challenge text PRIMARY KEY,
  member_id text REFERENCES accounts.member, -- whose new passkey it is for; null at sign-in
  origin text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX passkey_challenge_over ON accounts.passkey_challenge (expires_at);
