-- runs as khara_ledger
-- Which keys an installation has: an HMAC of a constant under each, which says nothing of the key. A server with other keys is refused before it changes anything;
-- only the administrator's connection of a start reads or writes it.
CREATE TABLE ledger.key_fingerprint (
  name text PRIMARY KEY,
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);
REVOKE ALL ON ledger.key_fingerprint FROM khara_app, khara_job, khara_console;
