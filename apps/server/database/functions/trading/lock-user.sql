-- Takes the lock under which everything of a user's money and shares moves: the one that the ledger takes.
CREATE OR REPLACE FUNCTION trading.lock_user(p_user text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_catalog.pg_advisory_xact_lock(7365, pg_catalog.hashtext('u:' || p_user))
$$;
