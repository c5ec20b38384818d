-- The lock of trading.lock_user, if no other transaction has it: for orders of several users in one transaction
-- (group-commit.ts).
CREATE OR REPLACE FUNCTION trading.try_lock_user(p_user text) RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_catalog.pg_try_advisory_xact_lock(7365, pg_catalog.hashtext('u:' || p_user))
$$;
