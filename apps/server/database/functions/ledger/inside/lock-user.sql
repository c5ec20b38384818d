-- Locks what belongs to a user (accounts, holds and the bill) until the end of the transaction. An advisory lock costs
-- a fraction of locking the rows, and an entry needs one only, since it touches one user. Should anything write beside
-- it, the second count (ledger.recount_entries) refuses the second of two entries.
CREATE OR REPLACE FUNCTION ledger.lock_user(p_owner text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(7365, hashtext(p_owner)) IS NOT NULL
$$;
