-- Pictures that members hand in, and identity checks. Pictures are encrypted, each under a key of its own (see src/vault.ts): without the key the rest is
-- noise in every copy. Of an Aadhaar number there are the last four digits and a keyed hash, never the number. Instants are ms of real time.

CREATE SCHEMA pictures;

CREATE TABLE pictures.picture (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{8,40}$'),
  member_id text NOT NULL REFERENCES accounts.member,
  purpose text NOT NULL CHECK (purpose IN ('kyc', 'support')),
  key_id text NOT NULL,
  wrapped_key bytea, -- null once it was destroyed
  body bytea,
  bytes integer NOT NULL CHECK (bytes > 0),
  -- By which two are compared: 16 by 16 grey values, and how much they differ. Nobody is recognised by them; they go with the key.
  look bytea CHECK (octet_length(look) = 256),
  contrast real NOT NULL,
  at bigint NOT NULL,
  delete_at bigint NOT NULL,
  CHECK ((wrapped_key IS NULL) = (body IS NULL) AND (wrapped_key IS NULL) = (look IS NULL))
);
CREATE INDEX picture_of_member ON pictures.picture (member_id) WHERE wrapped_key IS NOT NULL;
CREATE INDEX picture_due ON pictures.picture (delete_at) WHERE wrapped_key IS NOT NULL;

CREATE SCHEMA kyc;

CREATE TABLE kyc.application (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES accounts.member,
  name text NOT NULL,
  last_four text NOT NULL CHECK (last_four ~ '^[0-9]{4}$'),
  number_hash bytea NOT NULL CHECK (octet_length(number_hash) = 32),
  front_id text NOT NULL REFERENCES pictures.picture,
  back_id text NOT NULL REFERENCES pictures.picture,
  status text NOT NULL DEFAULT 'under_review' CHECK (status IN ('under_review', 'certified', 'failed')),
  reason text,
  submitted_at bigint NOT NULL,
  decided_at bigint,
  decided_by text, -- 'sandbox', or the request of the back office that two people decided
  CHECK ((status = 'under_review') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((status = 'failed') = (reason IS NOT NULL))
);
CREATE INDEX application_of_member ON kyc.application (member_id, id DESC);
CREATE UNIQUE INDEX application_open ON kyc.application (member_id) WHERE status = 'under_review';
CREATE INDEX application_to_review ON kyc.application (submitted_at) WHERE status = 'under_review';
CREATE INDEX application_of_number ON kyc.application (number_hash) WHERE status = 'certified';

-- What somebody else than its owner did about an account, or looked at, for the owner to read. It stays written.
CREATE TABLE accounts.access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES accounts.member,
  actor text NOT NULL, -- a staff number, or 'sandbox'
  action text NOT NULL,
  reason text NOT NULL, -- a code of the published list
  at bigint NOT NULL
);
CREATE INDEX access_of_member ON accounts.access (member_id, id DESC);
CREATE FUNCTION accounts.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was done about an account stays written';
END $$;
CREATE TRIGGER access_stays BEFORE UPDATE OR DELETE ON accounts.access FOR EACH ROW EXECUTE FUNCTION accounts.refuse_change();
CREATE TRIGGER access_stays_whole BEFORE TRUNCATE ON accounts.access EXECUTE FUNCTION accounts.refuse_change();
