-- The schemas, and which role owns each: the owner of a schema runs every file about it.
CREATE SCHEMA ledger AUTHORIZATION khara_ledger;
CREATE SCHEMA audit AUTHORIZATION khara_ledger; -- checks of the ledger
CREATE SCHEMA credit AUTHORIZATION khara_owner;
CREATE SCHEMA accounts AUTHORIZATION khara_owner;
CREATE SCHEMA pictures AUTHORIZATION khara_owner;
CREATE SCHEMA console AUTHORIZATION khara_owner;
CREATE SCHEMA content AUTHORIZATION khara_owner;
CREATE SCHEMA notices AUTHORIZATION khara_owner;
CREATE SCHEMA market AUTHORIZATION khara_owner;
CREATE SCHEMA kyc AUTHORIZATION khara_owner;
CREATE SCHEMA support AUTHORIZATION khara_owner;
CREATE SCHEMA wallet AUTHORIZATION khara_owner;
CREATE SCHEMA sandbox_rail AUTHORIZATION khara_owner;
CREATE SCHEMA trading AUTHORIZATION khara_owner;
CREATE SCHEMA offerings AUTHORIZATION khara_owner;
CREATE SCHEMA classes AUTHORIZATION khara_owner;
CREATE SCHEMA checks AUTHORIZATION khara_owner; -- checks of all modules together
CREATE SCHEMA pgboss AUTHORIZATION khara_owner; -- the queue of jobs

-- Triggers of the other schemas call functions of the ledger (grants/ledger.sql has the rest).
GRANT USAGE ON SCHEMA ledger TO khara_owner;
