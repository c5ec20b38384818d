-- Identity checks. Of an Aadhaar number there are the last four digits and a keyed hash, never the number. Instants are
-- ms of real time.

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
