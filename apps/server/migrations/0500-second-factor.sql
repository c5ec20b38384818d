-- The second factor: an authenticator's secret (encrypted, see src/vault.ts) and recovery codes, each for one use. Instants are ms of real time.

CREATE TABLE accounts.totp (
  member_id text PRIMARY KEY REFERENCES accounts.member,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  body bytea NOT NULL,
  created_at bigint NOT NULL,
  confirmed_at bigint, -- null until a first code has shown that the authenticator has the secret
  last_step bigint NOT NULL DEFAULT 0 -- of the newest code that was used: neither it nor an older one counts again
);

CREATE TABLE accounts.recovery_code (
  member_id text NOT NULL REFERENCES accounts.totp ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- HMAC under the pepper
  used_at bigint,
  PRIMARY KEY (member_id, hash)
);

-- After the transaction password was reset by the login password, money leaves only from here on.
ALTER TABLE accounts.member ADD COLUMN withdrawals_from bigint NOT NULL DEFAULT 0;
