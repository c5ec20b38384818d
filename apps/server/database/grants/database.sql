-- Rights that hold in the whole database. The administrator runs this file.

-- Only the owners may make anything: a role that could plant a function could make another run it.
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- A server without an administrator's address reads what the database was made from, and compares.
GRANT USAGE ON SCHEMA database TO khara_app;
GRANT SELECT ON database.applied TO khara_app;

-- A new function is its owner's alone. The files beside this one give all other rights one by one.
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_ledger REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- PostgreSQL lets every role take advisory locks and make large objects, which fill the disk past every table's rights.
-- Only a superuser may change that: an administrator who is none leaves it as it is (docs/operating.md).
DO $$
DECLARE
  v_function regprocedure;
BEGIN
  FOR v_function IN
    SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace
      AND (p.proname LIKE 'lo\_%' OR p.proname IN ('loread', 'lowrite') OR p.proname LIKE 'pg\_%advisory%')
      AND has_function_privilege(p.oid, 'EXECUTE WITH GRANT OPTION')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', v_function);
  END LOOP;
END $$;

-- Locks of a user are two numbers: the server's role and the owners of functions take them.
GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint), pg_advisory_xact_lock(integer, integer),
  pg_advisory_xact_lock_shared(integer, integer), pg_try_advisory_xact_lock(integer, integer),
  pg_try_advisory_xact_lock_shared(integer, integer) TO khara_owner, khara_ledger, khara_app;
-- Those of a whole session only by functions that take no other lock (trading.keep_users).
GRANT EXECUTE ON FUNCTION pg_advisory_lock(integer, integer), pg_try_advisory_lock(integer, integer),
  pg_advisory_unlock(integer, integer), pg_advisory_unlock_all(), pg_advisory_xact_lock_shared(bigint) TO khara_owner;
-- There is one sealer.
GRANT EXECUTE ON FUNCTION pg_try_advisory_xact_lock(bigint) TO khara_ledger;
-- The queue of jobs has locks of its own, of one number.
GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint), pg_try_advisory_xact_lock(bigint) TO khara_job;
