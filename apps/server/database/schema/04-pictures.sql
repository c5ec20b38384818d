-- Pictures that members hand in. Each is encrypted under a key of its own (src/security/vault.ts): without the key the
-- rest is noise in every copy. Instants are ms of real time.

CREATE TABLE pictures.picture (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{8,40}$'),
  member_id text NOT NULL REFERENCES accounts.member,
  purpose text NOT NULL CHECK (purpose IN ('kyc', 'support')),
  key_id text NOT NULL,
  wrapped_key bytea, -- null once it was destroyed
  body bytea,
  bytes integer NOT NULL CHECK (bytes > 0),
  -- By which two are compared: 16 by 16 grey values, and how much they differ. No person is recognised by them; they go
  -- with the key.
  look bytea CHECK (octet_length(look) = 256),
  contrast real NOT NULL,
  at bigint NOT NULL,
  delete_at bigint NOT NULL,
  CHECK ((wrapped_key IS NULL) = (body IS NULL) AND (wrapped_key IS NULL) = (look IS NULL))
);
CREATE INDEX picture_of_member ON pictures.picture (member_id) WHERE wrapped_key IS NOT NULL;
CREATE INDEX picture_due ON pictures.picture (delete_at) WHERE wrapped_key IS NOT NULL;
