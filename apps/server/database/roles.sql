-- The roles, and who may do what with the database as a whole. Both lie outside a single database, so a copy of one
-- needs them again: every start runs this file, as the administrator.
--
-- khara_owner    owns every schema but the ledger; nothing can log in as it
-- khara_ledger   owns the ledger and its checks; nothing can log in as it
-- khara_app      the server
-- khara_job      the queue of jobs and the daily checks
-- khara_console  the back office, which asks and decides
-- khara_staff    at the door of the back office: sessions and second factors of the staff
DO $$
DECLARE
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['khara_owner', 'khara_ledger', 'khara_app', 'khara_job', 'khara_console', 'khara_staff']
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another server was faster
      END;
    END IF;
  END LOOP;
  FOREACH v_role IN ARRAY ARRAY['khara_owner', 'khara_ledger'] LOOP
    IF NOT pg_has_role(current_user, v_role, 'SET') THEN
      EXECUTE format('GRANT %I TO %I WITH SET TRUE', v_role, current_user);
    END IF;
  END LOOP;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CREATE ON DATABASE %I TO khara_owner, khara_ledger', current_database());
  EXECUTE format(
    'GRANT CONNECT ON DATABASE %I TO khara_app, khara_job, khara_console, khara_staff', current_database());
END $$;
