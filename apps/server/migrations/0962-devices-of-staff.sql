-- Browsers in which a person of the staff has signed in: each has a budget of failures of its own, so that guessing elsewhere does not keep the person out.
-- The database has only the hash of a browser's value. Instants are ms of real time.

CREATE TABLE console.device (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  staff text NOT NULL REFERENCES console.staff,
  used_at bigint NOT NULL
);
CREATE INDEX device_of_staff ON console.device (staff, used_at);

REVOKE ALL ON console.device FROM khara_app;
GRANT SELECT, INSERT, DELETE ON console.device TO khara_staff;
GRANT UPDATE (used_at) ON console.device TO khara_staff;
