-- The role of the queue of jobs reads its queue and the books, and nothing of members: no hash of a password, no key, no seed of a draw. What the daily checks
-- read of the other tables they read with the owner's rights.

ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE SELECT ON TABLES FROM khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE EXECUTE ON FUNCTIONS FROM khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE USAGE ON SCHEMAS FROM khara_job;

ALTER FUNCTION checks.of_modules() SECURITY DEFINER;

DO $$
DECLARE
  s text;
BEGIN
  FOR s IN SELECT nspname FROM pg_namespace WHERE nspowner = 'khara_owner'::regrole AND nspname <> 'pgboss' LOOP
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM khara_job', s);
    EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA %I FROM khara_job', s);
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM khara_job', s);
  END LOOP;
END $$;
GRANT USAGE ON SCHEMA checks TO khara_job;
GRANT EXECUTE ON FUNCTION checks.of_modules() TO khara_job;
