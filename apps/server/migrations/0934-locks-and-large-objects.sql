-- runs as the administrator
-- What PostgreSQL lets everybody do and the product does not need: make large objects, which fill the disk past every table's rights, and take advisory locks.
-- Those of a user are two numbers, and the server's role and the owners of functions take them; the queue of jobs has its own, of one number.

DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN
    SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND (p.proname LIKE 'lo\_%' OR p.proname IN ('loread', 'lowrite') OR p.proname LIKE 'pg\_%advisory%')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint), pg_advisory_xact_lock(integer, integer), pg_advisory_xact_lock_shared(integer, integer),
  pg_try_advisory_xact_lock(integer, integer), pg_try_advisory_xact_lock_shared(integer, integer) TO khara_owner, khara_ledger, khara_app;
GRANT EXECUTE ON FUNCTION pg_try_advisory_xact_lock(bigint) TO khara_ledger; -- there is one sealer
GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint), pg_try_advisory_xact_lock(bigint) TO khara_job;
